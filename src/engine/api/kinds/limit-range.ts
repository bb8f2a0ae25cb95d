/**
 * Models: pkg/registry/core/limitrange/strategy.go, pkg/apis/core/v1/defaults.go (SetDefaults_LimitRangeItem).
 * Simplified: -
 * Not modelled: -
 */
import type { LimitRange, LimitRangeItem } from '../types';
import { storedQuantity } from '../validation/quantities';
import { limitRangeRules } from '../validation/quota';
import { age } from './columns';
import { mapList, mapValues } from './copy-on-write';
import { defineKind } from './define-kind';

type Quantities = Readonly<Record<string, string>> | undefined;

/** What is missing in a map, taken from others; the same map when nothing is. */
function filled(given: Quantities, ...others: readonly Quantities[]): Quantities {
  let result = given;
  for (const other of others)
    for (const name of Object.keys(other ?? {}))
      if (!Object.hasOwn(result ?? {}, name)) result = { ...result, [name]: other?.[name] as string };
  return result;
}

/** Of a container: the maximum is its default, the default or the minimum its default request. */
function defaultItem(given: LimitRangeItem): LimitRangeItem {
  let item = given;
  for (const part of ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const) {
    const stored = mapValues(item[part], storedQuantity);
    if (stored !== item[part] && stored != null) item = { ...item, [part]: stored };
  }
  if (item.type !== 'Container') return item;
  const limits = filled(item.default, item.max);
  const requests = filled(item.defaultRequest, limits, item.min);
  if (limits === item.default && requests === item.defaultRequest) return item;
  return {
    ...item,
    ...(limits == null ? {} : { default: limits }),
    ...(requests == null ? {} : { defaultRequest: requests }),
  };
}

export const limitRangeKind = defineKind<LimitRange>({
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  resource: 'limitranges',
  namespaced: true,
  shortNames: ['limits'],
  setDefaults(range) {
    const limits = mapList<LimitRangeItem>(range.spec?.limits, defaultItem);
    return limits === range.spec?.limits || limits == null ? range : { ...range, spec: { ...range.spec, limits } };
  },
  ...limitRangeRules,
  columns: [{ ...age, name: 'Created At', cell: ({ metadata }) => metadata.creationTimestamp ?? '' }],
});
