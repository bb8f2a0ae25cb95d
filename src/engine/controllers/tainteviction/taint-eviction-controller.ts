// Models: pkg/controller/tainteviction taint_eviction.go, timed_workers.go (a controller of its own since 1.29)
// Simplified: one queue for nodes and Pods; a Pod on a node without NoExecute taints is not queued.
// Not modelled: —
import { equalJson } from '../../../shared/json';
import { formatTime } from '../../../shared/time';
import { setCondition } from '../../api/conditions';
import { type KindDefinition, kindOf } from '../../api/kinds';
import { keyOfObject, splitKey } from '../../api/meta';
import type { Node, Pod, PodCondition, Taint } from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Informer } from '../../client/informer';
import type { Session } from '../../client/session';
import type { KernelEvent } from '../../kernel/event-queue';
import { GroupIndex } from '../../kernel/group-index';
import type { Table } from '../../kernel/table';
import { noExecuteTaints, tolerationSeconds } from './toleration-time';

const nodes = kindOf('', 'v1', 'nodes') as KindDefinition;
const pods = kindOf('', 'v1', 'pods') as KindDefinition;

const component = 'taint-eviction';
/** Tries to delete a Pod, and the time between two, microseconds. */
const deleteTries = 5;
const deleteRetryMicros = 10_000;

/** A Pod that is to be deleted when its time on its node is over. */
export interface PlannedEviction {
  readonly createdAt: number;
  readonly fireAt: number;
}

class TaintEvictionController implements Controller {
  private readonly context: ControllerContext;
  private readonly nodes: Informer<Node>;
  private readonly pods: Informer<Pod>;
  private readonly podsByNode: GroupIndex<Pod>;
  private readonly tainted: Table<readonly Taint[]>;
  private readonly planned: Table<PlannedEviction>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.nodes = context.informer<Node>(nodes);
    this.pods = context.informer<Pod>(pods);
    this.podsByNode = GroupIndex.on(this.pods.cache, (pod) => pod.spec?.nodeName);
    this.tainted = context.kernel.table<readonly Taint[]>('tainted-nodes');
    this.planned = context.kernel.table<PlannedEviction>('taint-evictions');
    context.kernel.on(component, (event) => this.fire(event));
  }

  register(): void {
    const { queue } = this.context;
    const changed = (before: Node | undefined, node: Node | undefined) => {
      const taints = noExecuteTaints(node?.spec?.taints);
      if (equalJson(noExecuteTaints(before?.spec?.taints), taints)) return;
      queue.add(`nodes/${(node ?? before)?.metadata.name}`);
    };
    this.nodes.on({
      add: (node) => changed(undefined, node),
      update: changed,
      delete: (node) => changed(node, undefined),
    });
    const touched = (pod: Pod) => {
      const key = keyOfObject(pod);
      if (this.tainted.has(pod.spec?.nodeName ?? '') || this.planned.has(key)) queue.add(`pods/${key}`);
    };
    this.pods.on({
      add: touched,
      update: (before, pod) => {
        const same =
          before.spec?.nodeName === pod.spec?.nodeName && equalJson(before.spec?.tolerations, pod.spec?.tolerations);
        if (!same) touched(pod);
      },
      delete: touched,
    });
  }

  sync(key: string): SyncResult {
    if (key.startsWith('pods/')) this.handlePod(key.slice('pods/'.length));
    else this.handleNode(key.slice('nodes/'.length));
    return undefined;
  }

  private handleNode(name: string): void {
    const node = this.nodes.get(name);
    const taints = noExecuteTaints(node?.spec?.taints);
    if (taints.length === 0) this.tainted.delete(name);
    else this.tainted.set(name, taints);
    if (!node) return;
    for (const pod of this.podsByNode.rows(name)) {
      if (taints.length === 0) this.cancel(keyOfObject(pod));
      else this.processPod(pod, taints);
    }
  }

  private handlePod(key: string): void {
    const pod = this.pods.get(key);
    if (!pod) {
      this.cancel(key);
      return;
    }
    const taints = this.tainted.get(pod.spec?.nodeName ?? '');
    if (taints) this.processPod(pod, taints);
  }

  /** processPodOnNode */
  private processPod(pod: Pod, taints: readonly Taint[]): void {
    const { kernel } = this.context;
    const key = keyOfObject(pod);
    const seconds = tolerationSeconds(taints, pod.spec?.tolerations);
    if (seconds === Number.POSITIVE_INFINITY) {
      this.cancel(key);
      return;
    }
    const fireAt = kernel.now + seconds * 1e6;
    const before = this.planned.get(key);
    // Time that a Pod has spent on a tainted node counts; a later plan for the same time does not begin anew.
    if (before && seconds > 0 && before.createdAt + seconds * 1e6 < fireAt) return;
    this.cancel(key);
    const cause = kernel.emit({
      actor: taintEvictionController.actor,
      verb: 'queue.wait',
      subject: `pods/${key}`,
      level: 'action',
      detail: { readyAt: fireAt, tolerationSeconds: seconds, taints: taints.map((taint) => taint.key) },
    });
    if (seconds > 0) this.planned.set(key, { createdAt: before?.createdAt ?? kernel.now, fireAt });
    // A Pod's time on its node is waited for like a restart: the cluster rests meanwhile.
    const timed = seconds > 0;
    kernel.schedule(fireAt, component, 'fire', { key, fireAt, timed }, { cause, background: timed });
  }

  /** cancelWorkWithEvent */
  private cancel(key: string): void {
    if (!this.planned.has(key)) return;
    this.planned.delete(key);
    this.record(key, `Cancelling deletion of Pod ${key}`);
  }

  private record(key: string, message: string): void {
    const { namespace, name } = splitKey(key);
    this.context.recorder.event(pods, { metadata: { namespace, name } }, 'Normal', 'TaintManagerEviction', message);
  }

  private fire(event: KernelEvent): void {
    const { kernel } = this.context;
    const { key, fireAt, timed } = event.payload as { key: string; fireAt: number; timed: boolean };
    if (timed && this.planned.get(key)?.fireAt !== fireAt) return;
    kernel.cause = kernel.emit({
      actor: taintEvictionController.actor,
      verb: 'controller.sync',
      subject: `pods/${key}`,
      level: 'action',
      detail: { work: 'evict' },
    });
    this.record(key, `Marking for deletion Pod ${key}`);
    const session = this.context.session();
    for (let n = 0; n < deleteTries && !this.evict(key, session); n++) session.at += deleteRetryMicros;
    this.planned.delete(key);
  }

  /** addConditionAndDeletePod; true when there is nothing left to try. */
  private evict(key: string, session: Session): boolean {
    const { namespace, name } = splitKey(key);
    const got = session.get<Pod>(pods, namespace, name);
    if (!got.ok) return false;
    const { metadata, status } = got.object;
    const condition: PodCondition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByTaintManager',
      message: 'Taint manager: deleting due to NoExecute taint',
      lastTransitionTime: formatTime(session.epochMicros),
      ...(metadata.generation === undefined ? {} : { observedGeneration: metadata.generation }),
    };
    const changed = setCondition(status?.conditions, condition);
    if (changed !== status?.conditions) {
      const body = {
        metadata: { uid: metadata.uid },
        status: {
          '$setElementOrder/conditions': changed.map(({ type }) => ({ type })),
          conditions: [changed.find(({ type }) => type === condition.type)],
        },
      };
      const type = 'application/strategic-merge-patch+json';
      if (!session.patch(pods, namespace, name, type, body, 'status').ok) return false;
    }
    return session.delete(pods, namespace, name).ok;
  }
}

export const taintEvictionController: ControllerDefinition = {
  name: 'taint-eviction-controller',
  workers: 8,
  actor: 'taint-eviction-controller',
  build: (context) => new TaintEvictionController(context),
};
