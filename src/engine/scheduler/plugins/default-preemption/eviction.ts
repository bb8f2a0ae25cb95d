// Models: pkg/scheduler/framework/preemption/executor.go prepareCandidateAsync, PreemptPod, IsPodRunningPreemption.
// Simplified: —
// Not modelled: the synchronous way (gate SchedulerAsyncPreemption off); victims whose volumes are being bound.
import { formatTime } from '../../../../shared/time';
import type { KindDefinition } from '../../../api/kinds';
import { podKind } from '../../../api/kinds';
import { keyOfObject } from '../../../api/meta';
import type { Pod, PodCondition } from '../../../api/types';
import type { Informer } from '../../../client/informer';
import { failedWith, type Result, type Session } from '../../../client/session';
import type { Table } from '../../../kernel/table';
import type { Handle } from '../../framework/plugin';
import type { Candidate } from './importance';

const kind = podKind as unknown as KindDefinition;

/** A Pod for which others are being evicted. */
interface Eviction {
  readonly pod: Pod;
  readonly node: string;
  readonly victims: readonly Pod[];
  /** The last victim, once its turn has come; until then nobody may try the Pod again. */
  readonly last?: string;
}

interface Step {
  readonly uid: string;
  readonly step: 'others' | 'last' | 'done';
  /** Some call failed. */
  readonly failed?: boolean;
}

/** Patches the condition that says why, then deletes. False when a call failed; the Pod's being gone is no failure. */
function evict(session: Session, { pod, node }: Eviction, victim: Pod, handle: Handle, plugin: string): boolean {
  const { namespace, name = '', uid = '' } = victim.metadata;
  if (!handle.reject(uid, plugin, 'preempted')) {
    const condition: PodCondition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'PreemptionByScheduler',
      message: `${pod.spec?.schedulerName}: preempting to accommodate a higher priority pod`,
      lastTransitionTime: formatTime(session.epochMicros),
      ...(victim.metadata.generation === undefined ? {} : { observedGeneration: victim.metadata.generation }),
    };
    const body = { status: { conditions: [condition] } };
    const patched = session.patch(kind, namespace, name, 'application/strategic-merge-patch+json', body, 'status');
    if (!patched.ok) return isGone(patched);
    const deleted = session.delete(kind, namespace, name);
    if (!deleted.ok) return isGone(deleted);
  }
  handle.event(victim, 'Normal', 'Preempted', `Preempted by pod ${pod.metadata.uid} on node ${node}`);
  return true;
}

function isGone(result: Result<unknown>): boolean {
  return failedWith(result, 'NotFound');
}

/** The evictions that are under way, beside the scheduling cycles. */
export class Evictions {
  private readonly rows: Table<Eviction>;
  private readonly pods: Informer<Pod>;
  private readonly handle: Handle;
  private readonly plugin: string;

  constructor(plugin: string, handle: Handle) {
    this.plugin = plugin;
    this.handle = handle;
    this.rows = handle.table<Eviction>('preempting');
    this.pods = handle.informer<Pod>(kind);
  }

  /** Victims that are being deleted anyway are left alone; with no others nothing begins. */
  start(pod: Pod, { node, victims: all }: Candidate): void {
    const victims = all.filter(({ metadata }) => !metadata.deletionTimestamp);
    const uid = pod.metadata.uid ?? '';
    if (victims.length === 0) return;
    this.rows.set(uid, { pod, node, victims });
    this.goOn({ uid, step: 'others' }, this.handle.now);
  }

  private goOn(step: Step, at: number): void {
    this.handle.startTask(this.plugin, at, step);
  }

  /** Whether the Pod must wait: its last victim is not yet seen to go. */
  isRunningFor(pod: Pod): boolean {
    const eviction = this.rows.get(pod.metadata.uid ?? '');
    if (!eviction) return false;
    if (eviction.last === undefined) return true;
    const last = this.pods.get(eviction.last);
    return last !== undefined && !last.metadata.deletionTimestamp;
  }

  /** All victims but one at once, then that one: the Pod can be tried again as soon as it is seen to go. */
  run({ uid, step, failed = false }: Step): void {
    const eviction = this.rows.get(uid);
    if (!eviction) return;
    const { pod, node, victims } = eviction;
    const last = victims[victims.length - 1] as Pod;
    const others = victims.slice(0, -1);
    const evicted = step === 'others' ? others : step === 'last' ? [last] : [];
    this.handle.emit('sched.preempt', pod, { step, node, victims: evicted.map(keyOfObject), failed });
    if (step === 'done') {
      this.rows.delete(uid);
      // Nothing else may come to move the Pod.
      if (failed) this.handle.activate(pod);
      return;
    }
    const session = this.handle.session();
    let ok = true;
    if (step === 'others') {
      this.clearLesserNominations(session, pod, node);
      session.together(others.length, (i) => {
        ok = evict(session, eviction, others[i] as Pod, this.handle, this.plugin) && ok;
      });
      this.goOn(ok ? { uid, step: 'last' } : { uid, step: 'done', failed: true }, session.at);
      return;
    }
    this.rows.set(uid, { ...eviction, last: keyOfObject(last) });
    ok = evict(session, eviction, last, this.handle, this.plugin);
    this.goOn({ uid, step: 'done', failed: !ok }, session.at);
  }

  /** Pods that matter less may find no room there any more: they look for another node at once. */
  private clearLesserNominations(session: Session, pod: Pod, node: string): void {
    for (const other of this.handle.nominations.podsFor(node)) {
      if ((other.spec?.priority ?? 0) >= (pod.spec?.priority ?? 0) || !other.status?.nominatedNodeName) continue;
      const { namespace, name = '' } = other.metadata;
      const body = { status: { nominatedNodeName: null } };
      session.patch(kind, namespace, name, 'application/strategic-merge-patch+json', body, 'status');
    }
  }
}
