// Models: pkg/scheduler/framework/types.go FitError, Diagnosis; pkg/scheduler/schedule_one.go truncateMessage.
// Simplified: —
// Not modelled: —
import { compareStrings } from '../../../shared/compare';
import type { Refusal } from './node-to-status';
import type { Status } from './status';

/** Why no node could take the Pod. */
export interface Diagnosis {
  /** Nodes there are. */
  readonly numAllNodes: number;
  /** How many nodes gave each refusal. */
  readonly refusals: ReadonlyMap<Refusal, number>;
  /** For the nodes that were not asked. */
  readonly absent?: Status | undefined;
  readonly preFilterMessage?: string;
  readonly postFilterMessage?: string;
}

/** FitError.Error: reasons counted over the nodes and sorted as text, so that "10 …" comes before "2 …". */
export function fitErrorMessage(diagnosis: Diagnosis): string {
  const { numAllNodes, refusals, absent, preFilterMessage, postFilterMessage } = diagnosis;
  let message = `0/${numAllNodes} nodes are available:`;
  if (preFilterMessage) message += ` ${preFilterMessage}.`;
  else {
    const counts = new Map<string, number>();
    let asked = 0;
    const count = (status: Status, nodes: number) => {
      for (const reason of status.reasons) counts.set(reason, (counts.get(reason) ?? 0) + nodes);
    };
    for (const [{ status }, nodes] of refusals) {
      asked += nodes;
      count(status, nodes);
    }
    if (absent && asked < numAllNodes) count(absent, numAllNodes - asked);
    const lines = [...counts].map(([reason, nodes]) => `${nodes} ${reason}`).sort(compareStrings);
    if (lines.length > 0) message += ` ${lines.join(', ')}.`;
  }
  return postFilterMessage ? `${message} ${postFilterMessage}` : message;
}

/** NoteLengthLimit of an Event. */
const noteLength = 1024;

/** What fits into an Event; the condition of the Pod keeps the whole. */
export function truncateMessage(message: string): string {
  const suffix = ' ...';
  return message.length <= noteLength ? message : message.slice(0, noteLength - suffix.length) + suffix;
}
