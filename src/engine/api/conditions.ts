/**
 * Models: pkg/controller/deployment/util (GetDeploymentCondition, SetDeploymentCondition), pkg/api/v1/pod
 *   (GetPodCondition, UpdatePodCondition), k8s.io/apimachinery pkg/api/meta/conditions.go.
 * Simplified: one set of functions for all kinds of conditions.
 * Not modelled: -
 */

/** What the conditions of every kind have in common. */
export interface AnyCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly lastTransitionTime?: string | undefined;
}

export function findCondition<C extends AnyCondition>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  if (conditions === undefined || conditions === null) return undefined;
  for (const condition of conditions) if (condition.type === type) return condition;
  return undefined;
}

export function isConditionTrue(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/**
 * The list with `condition` in the place of the one of its type, or at the end. While the status stays, so does
 * lastTransitionTime. The same list when nothing differs.
 */
export function setCondition<C extends AnyCondition>(conditions: readonly C[] | undefined, condition: C): readonly C[] {
  const list = conditions ?? [];
  const at = list.findIndex((other) => other.type === condition.type);
  const old = list[at];
  if (old === undefined) return [...list, condition];
  const kept =
    old.status === condition.status ? { ...condition, lastTransitionTime: old.lastTransitionTime } : condition;
  if (sameMembers(kept, old)) return list;
  const copy = list.slice();
  copy[at] = kept;
  return copy;
}

/** The list without the condition of a type; the same list when it has none. */
export function removeCondition<C extends AnyCondition>(
  conditions: readonly C[] | undefined,
  type: string,
): readonly C[] {
  const list = conditions ?? [];
  return list.some((condition) => condition.type === type) ? list.filter((condition) => condition.type !== type) : list;
}

function sameMembers(a: AnyCondition, b: AnyCondition): boolean {
  const left = a as unknown as Record<string, unknown>;
  const right = b as unknown as Record<string, unknown>;
  for (const member in left) if (left[member] !== right[member]) return false;
  for (const member in right) if (left[member] !== right[member]) return false;
  return true;
}
