// Models: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go isSchedulableAfterPodChange, isSchedulableAfterNodeChange.
// Simplified: —
// Not modelled: —
import type { Node, Pod } from '../../../api/types';
import type { QueueingHint } from '../../framework/plugin';
import { type Constraint, hasAllKeys, inclusion, picksLabels } from './constraint';

/** A Pod that has a node beside the one that waits, or that one itself. */
function concerns(changed: Pod, pod: Pod): boolean {
  if (changed.metadata.uid === pod.metadata.uid) return true;
  return Boolean(changed.spec?.nodeName) && changed.metadata.namespace === pod.metadata.namespace;
}

/** Pods that constraints pick came, went, or are picked no longer. */
export function afterPodChange(
  pod: Pod,
  before: Pod | undefined,
  after: Pod | undefined,
  constraints: readonly Constraint[],
): QueueingHint {
  if ((after && !concerns(after, pod)) || (before && !concerns(before, pod))) return 'Skip';
  const counts = (one: Pod | undefined, constraint: Constraint) => one !== undefined && picksLabels(constraint, one);
  const changed = constraints.some((constraint) => counts(before, constraint) !== counts(after, constraint));
  return changed ? 'Queue' : 'Skip';
}

/** A node came to count for the constraints, counts no longer, or in another domain. */
export function afterNodeChange(
  pod: Pod,
  before: Node | undefined,
  after: Node | undefined,
  constraints: readonly Constraint[],
  comparison: boolean,
): QueueingHint {
  const had = before !== undefined && hasAllKeys(before, constraints);
  const has = after !== undefined && hasAllKeys(after, constraints);
  if (had !== has) return 'Queue';
  if (!has || !before || !after) return 'Skip';
  const valueAt = ({ metadata }: Node, { topologyKey }: Constraint) => metadata.labels?.[topologyKey];
  if (constraints.some((constraint) => valueAt(before, constraint) !== valueAt(after, constraint))) return 'Queue';
  const includes = inclusion(pod, comparison);
  const changed = constraints.some((constraint) => includes(constraint, before) !== includes(constraint, after));
  return changed ? 'Queue' : 'Skip';
}
