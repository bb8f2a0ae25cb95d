import type { Attempted } from '../worker/scenario/types';
import type { ChallengeStep, FailureWhen } from './types';

const partsOf = (path: string): string[] => path.split(/[.[\]]+/).filter((part) => part !== '');

function withValue(target: unknown, parts: readonly string[], value: unknown): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (Array.isArray(target))
    return target.map((item, index) => (String(index) === part ? withValue(item, rest, value) : item));
  const bag = (typeof target === 'object' && target !== null ? target : {}) as Readonly<Record<string, unknown>>;
  return { ...bag, [part]: withValue(bag[part], rest, value) };
}

/** An object with some of its fields replaced, by path. */
export function withFields(object: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(fields).reduce((changed, [path, value]) => withValue(changed, partsOf(path), value), object);
}

function seen(when: FailureWhen, attempted: Attempted): boolean {
  if ('broken' in when) return attempted.broken.some(({ id }) => id === when.broken);
  if ('response' in when) {
    const { refused } = attempted;
    return refused?.code === when.response && (when.field === undefined || refused.fields.includes(when.field));
  }
  return !attempted.met && (when.unmet === undefined || attempted.unmet.includes(when.unmet));
}

/** Id of the failure that an attempt shows; `undefined` when it reached the goal, or failed in a way that nobody described. */
export function failureOf(step: ChallengeStep, attempted: Attempted): string | undefined {
  return attempted.met ? undefined : step.failures.find(({ when }) => seen(when, attempted))?.id;
}
