import type { CaseAdapter } from '../../host/cases/case-form';
import { compareError, compareValues } from '../../host/cases/compare';
import { parseSelector } from './selector-parser';
import { matchesLabels, selectorFromLabelSelector, selectorText } from './selectors';
import type { LabelSelector } from './types';

type LabelMap = Record<string, string>;

export const adapters: CaseAdapter[] = [
  {
    area: 'apiserver',
    topic: 'selectors',
    when: 'select',
    run: (c) => {
      const { labelSelector } = c.when.select as { labelSelector: string };
      const parsed = parseSelector(labelSelector);
      if (c.then.error !== undefined || parsed.error !== undefined) {
        const error = parsed.error === undefined ? undefined : { message: parsed.error };
        return compareError(error, (c.then.error ?? { message: 'no error' }) as Record<string, unknown>);
      }
      return compareValues({ matches: matchesLabels(parsed.selector, c.given?.labels as LabelMap) }, c.then.values);
    },
  },
  {
    area: 'apiserver',
    topic: 'selectors',
    when: 'compute:LabelSelector matches',
    run: (c) => {
      const given = c.given?.labelSelector;
      const labelSelector = typeof given === 'object' ? (given as LabelSelector) : undefined;
      const result = selectorFromLabelSelector(labelSelector);
      if (result.error !== undefined) {
        return compareError({ message: result.error }, (c.then.error ?? { message: 'no error' }) as LabelMap);
      }
      return compareValues({ matches: matchesLabels(result.selector, c.given?.labels as LabelMap) }, c.then.values);
    },
  },
  {
    area: 'apiserver',
    topic: 'selectors',
    when: 'compute:canonical selector text',
    run: (c) => {
      const parsed = parseSelector(String(c.given?.labelSelector));
      if (parsed.error !== undefined) throw new Error(parsed.error);
      return compareValues({ text: selectorText(parsed.selector) }, c.then.values);
    },
  },
];
