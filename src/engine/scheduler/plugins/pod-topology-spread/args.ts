// Models: pkg/scheduler/apis/config PodTopologySpreadArgs; apis/config/validation ValidatePodTopologySpreadArgs.
// Simplified: —
// Not modelled: —
import { duplicate, type FieldError, forbidden, invalid, notSupported, required } from '../../../api/field-error';
import type { TopologySpreadConstraint } from '../../../api/types';

export interface PodTopologySpreadArgs {
  readonly defaultConstraints?: readonly TopologySpreadConstraint[];
  /** `System`: constraints of the scheduler's own. `List`: those of `defaultConstraints`. */
  readonly defaultingType?: string;
}

const systemDefaults: readonly TopologySpreadConstraint[] = [
  { topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 },
  { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
];
const actions = ['DoNotSchedule', 'ScheduleAnyway'];

export interface Defaults {
  readonly constraints: readonly TopologySpreadConstraint[];
  /** With the scheduler's own, a node need not have every key. */
  readonly system: boolean;
}

export function defaultsOf({ defaultConstraints = [], defaultingType }: PodTopologySpreadArgs): Defaults {
  const system = (defaultingType ?? 'System') === 'System';
  return { constraints: system ? systemDefaults : defaultConstraints, system };
}

export function validatePodTopologySpreadArgs({
  defaultConstraints = [],
  defaultingType = 'System',
}: PodTopologySpreadArgs): FieldError[] {
  const errors: FieldError[] = [];
  if (defaultingType !== 'System' && defaultingType !== 'List')
    return [notSupported('defaultingType', defaultingType, ['System', 'List'])];
  if (defaultingType === 'System' && defaultConstraints.length > 0)
    return [invalid('defaultingType', defaultingType, 'when .defaultConstraints are not empty')];
  defaultConstraints.forEach(({ maxSkew, topologyKey, whenUnsatisfiable, labelSelector }, i) => {
    const path = `defaultConstraints[${i}]`;
    if (maxSkew <= 0) errors.push(invalid(`${path}.maxSkew`, maxSkew, 'not in valid range (0, inf)'));
    if (topologyKey === '') errors.push(required(`${path}.topologyKey`, 'can not be empty'));
    if (whenUnsatisfiable === '') errors.push(required(`${path}.whenUnsatisfiable`, 'can not be empty'));
    else if (!actions.includes(whenUnsatisfiable))
      errors.push(notSupported(`${path}.whenUnsatisfiable`, whenUnsatisfiable, actions));
    if (labelSelector)
      errors.push(
        forbidden(`${path}.labelSelector`, 'constraint must not define a selector, as they deduced for each pod'),
      );
    const same = defaultConstraints.findIndex(
      (other) => other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable,
    );
    if (same < i) errors.push(duplicate(path, `{${topologyKey}, ${whenUnsatisfiable}}`));
  });
  return errors;
}
