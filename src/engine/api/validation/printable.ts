/**
 * Models: how Go's encoding/json prints the values that field errors carry: struct fields in the order in which they
 *   are declared, map keys sorted, empty optional fields left out.
 * Simplified: only the types that some error prints.
 * Not modelled: -
 */
import { compareStrings } from '../../../shared/compare';
import type { LabelSelector, LabelSelectorRequirement } from '../types';

/** The keys of a map in the order of Go's JSON. */
export function sortedKeys(map: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(map).sort(compareStrings);
}

/** A map for printing; `null` when absent, as a nil map prints. */
export function printableMap(map: Readonly<Record<string, string>> | undefined): unknown {
  if (map === undefined || map === null) return null;
  return Object.fromEntries(sortedKeys(map).map((key) => [key, map[key]]));
}

export function printableSelector(selector: LabelSelector): unknown {
  const expressions = selector.matchExpressions ?? [];
  return {
    ...(isEmpty(selector.matchLabels) ? {} : { matchLabels: printableMap(selector.matchLabels) }),
    ...(expressions.length === 0 ? {} : { matchExpressions: expressions.map(printableRequirement) }),
  };
}

function printableRequirement(requirement: LabelSelectorRequirement): unknown {
  const values = requirement.values ?? [];
  return {
    key: requirement.key ?? '',
    operator: requirement.operator ?? '',
    ...(values.length === 0 ? {} : { values }),
  };
}

export function isEmpty(map: Readonly<Record<string, unknown>> | undefined): boolean {
  if (map === undefined || map === null) return true;
  for (const _ in map) return false;
  return true;
}
