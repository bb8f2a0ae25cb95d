// Models: pkg/controller/namespace/deletion/namespaced_resources_deleter.go (deleteAllContent,
//   deleteAllContentForGroupVersionResource, estimateGracefulTermination); gate OrderedNamespaceDeletion (stable, on
//   since 1.34)
// Simplified: kinds are taken in the order of discovery; upstream's order is by chance.
// Not modelled: kinds that cannot be deleted as a collection.
import { parseTime } from '../../../shared/time';
import { type KindDefinition, kindOf } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import type { Pod } from '../../api/types';
import type { Session } from '../../client/session';
import { orThrow, SyncError } from '../status-error';
import type { Remaining } from './conditions';

const pods = kindOf('', 'v1', 'pods') as KindDefinition;
/** How long objects with finalizers are taken to need. */
const finalizerEstimateSeconds = 15;

/** What is left after everything was asked to go. */
export interface Outcome {
  /** Nothing is said about it while Pods are left: upstream returns before it does (#138208). */
  readonly remaining: Remaining | undefined;
  readonly errors: readonly string[];
  /** What the error of the sync says, which has more to say about Pods. */
  readonly failure: string | undefined;
  readonly estimateSeconds: number;
}

interface KindOutcome {
  readonly estimateSeconds: number;
  readonly items: readonly KubeObject[];
}

const isFinished = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

/** The longest grace period of the Pods; none when that much time has passed since the namespace was deleted. */
export function estimateForPods(found: readonly Pod[], deletedAtMicros: number, nowMicros: number): number {
  let estimate = 0;
  for (const pod of found) {
    if (!isFinished(pod)) estimate = Math.max(estimate, pod.spec?.terminationGracePeriodSeconds ?? 0);
  }
  return nowMicros - deletedAtMicros >= estimate * 1e6 ? 0 : estimate;
}

class ContentDeleter {
  private readonly session: Session;
  private readonly namespace: string;
  private readonly deletedAtMicros: number;
  readonly errors: string[] = [];
  readonly wrapped: string[] = [];
  readonly leftOf = new Map<KindDefinition, number>();
  readonly finalizers = new Map<string, number>();
  estimateSeconds = 0;

  constructor(session: Session, namespace: KubeObject) {
    this.session = session;
    this.namespace = namespace.metadata.name ?? '';
    this.deletedAtMicros = parseTime(namespace.metadata.deletionTimestamp) ?? 0;
  }

  private deleteKind(kind: KindDefinition): KindOutcome {
    const { session, namespace } = this;
    let estimateSeconds = 0;
    if (kind.resource === pods.resource) {
      const { items } = orThrow(session.list<Pod>(kind, namespace));
      estimateSeconds = estimateForPods(items, this.deletedAtMicros, session.epochMicros);
    }
    orThrow(session.deleteCollection(kind, namespace, { propagationPolicy: 'Background' }));
    const { items } = orThrow(session.list(kind, namespace));
    return { estimateSeconds: items.length === 0 ? 0 : estimateSeconds, items };
  }

  /** Deletes what there is of a kind and counts what stays. */
  delete(kind: KindDefinition, wrap: (error: string) => string = (error) => error): void {
    try {
      const { estimateSeconds, items } = this.deleteKind(kind);
      if (items.length === 0) return;
      this.leftOf.set(kind, items.length);
      let withFinalizers = false;
      for (const { metadata } of items) {
        for (const finalizer of metadata.finalizers ?? []) {
          withFinalizers = true;
          this.finalizers.set(finalizer, (this.finalizers.get(finalizer) ?? 0) + 1);
        }
      }
      const estimate = estimateSeconds > 0 ? estimateSeconds : withFinalizers ? finalizerEstimateSeconds : 0;
      this.estimateSeconds = Math.max(this.estimateSeconds, estimate);
      if (estimate > 0) return;
      const gvr = `${kind.group}/${kind.version}, Resource=${kind.resource}`;
      throw new SyncError(`unexpected items still remain in namespace: ${this.namespace} for gvr: ${gvr}`);
    } catch (error) {
      if (!(error instanceof SyncError)) throw error;
      this.errors.push(error.message);
      this.wrapped.push(wrap(error.message));
    }
  }
}

/** Deletes everything in a namespace, Pods first; what else there is only when no Pod is left. */
export function deleteContent(session: Session, namespace: KubeObject): Outcome {
  const deleter = new ContentDeleter(session, namespace);
  deleter.delete(pods, (error) => `failed to delete pods for namespace: ${namespace.metadata.name}, err: ${error}`);
  const podsLeft = deleter.leftOf.size > 0;
  if (!podsLeft) {
    for (const kind of session.kinds()) {
      if (kind.namespaced && !kind.view && kind !== pods) deleter.delete(kind);
    }
  }
  const { errors, wrapped, estimateSeconds, leftOf, finalizers } = deleter;
  return {
    remaining: podsLeft ? undefined : { kinds: leftOf, finalizers },
    errors,
    failure: wrapped.length < 2 ? wrapped[0] : `[${wrapped.join(', ')}]`,
    estimateSeconds,
  };
}
