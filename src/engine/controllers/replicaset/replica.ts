// Models: what pkg/controller/replicaset reads of each Pod in each sync (controller.IsPodActive, IsPodTerminating,
//   podutil.IsPodReady)
// Simplified: —
// Not modelled: —
import type { Labels } from '../../api/selectors';
import type { Pod } from '../../api/types';
import { isPodActive, isPodReady, isPodTerminating } from '../pod-activity';

/** What a ReplicaSet looks at in a Pod, worked out once for each version of the Pod. */
export interface Replica {
  readonly pod: Pod;
  /** Shared between Pods with the same labels, as far as possible. */
  readonly labels: Labels;
  readonly active: boolean;
  readonly terminating: boolean;
  readonly ready: boolean;
}

const sharedLabelsLimit = 1000;

/** Makes Replicas whose equal labels are one object: a ReplicaSet then compares them once for all its Pods. */
export function replicaMaker(): (pod: Pod) => Replica {
  const shared = new Map<string, Labels>();
  return (pod) => {
    const { labels } = pod.metadata;
    const text = labels ? JSON.stringify(labels) : '';
    if (!shared.has(text)) {
      if (shared.size >= sharedLabelsLimit) shared.clear();
      shared.set(text, labels);
    }
    return {
      pod,
      labels: shared.get(text),
      active: isPodActive(pod),
      terminating: isPodTerminating(pod),
      ready: isPodReady(pod),
    };
  };
}

/** `matches`, asked again only when these are other labels than the last ones. */
export function remembering(matches: (labels: Labels) => boolean): (labels: Labels) => boolean {
  let last: Labels;
  let answer: boolean | undefined;
  return (labels) => {
    if (answer === undefined || labels !== last) {
      last = labels;
      answer = matches(labels);
    }
    return answer;
  };
}
