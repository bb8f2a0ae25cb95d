// Models: pkg/scheduler/framework/plugins/interpodaffinity/plugin.go isSchedulableAfterPodChange, isSchedulableAfterNodeChange.
// Simplified: that a Pod went which did not want this one near counts too.
// Not modelled: —
import type { Node, Pod } from '../../../api/types';
import type { QueueingHint } from '../../framework/plugin';
import { matchesAll, type Namespaces, termMatches, termsOf } from './terms';

/** A Pod came that this one wants near, or one went that kept it away. */
export function afterPodChange(
  pod: Pod,
  before: Pod | undefined,
  after: Pod | undefined,
  namespaces: Namespaces,
): QueueingHint {
  if ((before && !before.spec?.nodeName) || (after && !after.spec?.nodeName)) return 'Skip';
  const own = termsOf(pod);
  const near = namespaces.resolved(own.required);
  const far = namespaces.resolved(own.requiredAnti);
  const isNear = (one: Pod | undefined) => one !== undefined && matchesAll(near, one, undefined);
  const isFar = (one: Pod | undefined) => one !== undefined && matchesAll(far, one, undefined);
  const repels = (one: Pod | undefined) =>
    one !== undefined && termsOf(one).requiredAnti.some((term) => termMatches(term, pod, namespaces.labelsOf(pod)));
  if (!isNear(before) && isNear(after)) return 'Queue';
  if (isFar(before) && !isFar(after)) return 'Queue';
  return repels(before) && !repels(after) ? 'Queue' : 'Skip';
}

/** A node came to have, or lost, a label over which the Pod wants others near or far. */
export function afterNodeChange(pod: Pod, before: Node | undefined, after: Node | undefined): QueueingHint {
  const { required, requiredAnti } = termsOf(pod);
  const valueAt = (node: Node | undefined, topologyKey: string) => node?.metadata.labels?.[topologyKey];
  if (required.some(({ topologyKey }) => valueAt(after, topologyKey) !== undefined)) return 'Queue';
  const moved = requiredAnti.some(
    ({ topologyKey }) => !before || valueAt(before, topologyKey) !== valueAt(after, topologyKey),
  );
  return moved ? 'Queue' : 'Skip';
}
