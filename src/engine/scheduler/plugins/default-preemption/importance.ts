// Models: pkg/scheduler/util/utils.go MoreImportantPod, GetEarliestPodStartTime; pkg/scheduler/framework/preemption
//   pickOneNodeForPreemption.
// Simplified: what upstream leaves to the order of a map is settled by name.
// Not modelled: score functions of other preemption plugins.
import { compareStrings } from '../../../../shared/compare';
import { keyOfObject } from '../../../api/meta';
import type { Pod } from '../../../api/types';

/** A node, and the Pods that would have to go: the most important first. */
export interface Candidate {
  readonly node: string;
  readonly victims: readonly Pod[];
  /** Victims whose budget does not allow it. */
  readonly pdbViolations: number;
}

const priorityOf = ({ spec }: Pod) => spec?.priority ?? 0;
/** As text, which sorts as time does; a Pod that has not started is later than any. */
const startOf = ({ status }: Pod) => status?.startTime ?? '~';

/** Sorts the more important Pod first: by priority, then the one that runs longer. */
export function byImportance(a: Pod, b: Pod): number {
  return (
    priorityOf(b) - priorityOf(a) ||
    compareStrings(startOf(a), startOf(b)) ||
    compareStrings(keyOfObject(a), keyOfObject(b))
  );
}

/** When the first of the most important victims started. */
function earliestStart(victims: readonly Pod[]): string {
  const top = Math.max(...victims.map(priorityOf));
  const starts = victims.filter((pod) => priorityOf(pod) === top).map(startOf);
  return starts.sort(compareStrings)[0] as string;
}

const sumOf = (victims: readonly Pod[]) => victims.reduce((sum, pod) => sum + priorityOf(pod) + 2 ** 31, 0);

/** Less is better, in this order. */
function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    a.pdbViolations - b.pdbViolations ||
    priorityOf(a.victims[0] as Pod) - priorityOf(b.victims[0] as Pod) ||
    sumOf(a.victims) - sumOf(b.victims) ||
    a.victims.length - b.victims.length ||
    compareStrings(earliestStart(b.victims), earliestStart(a.victims))
  );
}

/** The node whose victims cost least; of equal ones the first. `candidates` is not empty. */
export function pickOneNode(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, candidate) => (compareCandidates(candidate, best) < 0 ? candidate : best));
}
