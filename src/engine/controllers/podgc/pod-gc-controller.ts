// Models: pkg/controller/podgc gc_controller.go
// Simplified: passes come at whole multiples of the period, and from the first Pod on.
// Not modelled: —
import { formatTime } from '../../../shared/time';
import { setCondition } from '../../api/conditions';
import { type KindDefinition, kindOf } from '../../api/kinds';
import type { Node, Pod, PodCondition, PodStatus } from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Informer } from '../../client/informer';
import { failedWith } from '../../client/session';
import type { Table } from '../../kernel/table';
import { beyondThreshold, isOutOfService, isTerminated } from './selection';

const nodes = kindOf('', 'v1', 'nodes') as KindDefinition;
const pods = kindOf('', 'v1', 'pods') as KindDefinition;

const component = 'pod-gc';
/** gcCheckPeriod, quarantineTime, microseconds. */
const periodMicros = 20_000_000;
const quarantineMicros = 40_000_000;

const orphaned = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByPodGC',
  message: 'PodGC: node no longer exists',
} as const;

class PodGCController implements Controller {
  private readonly context: ControllerContext;
  private readonly nodes: Informer<Node>;
  private readonly pods: Informer<Pod>;
  /** Nodes that are missed, and when it is believed that they are gone. */
  private readonly quarantine: Table<number>;
  private readonly loops: Table<number>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.nodes = context.informer<Node>(nodes);
    this.pods = context.informer<Pod>(pods);
    this.quarantine = context.kernel.table<number>('orphaned-pods-nodes');
    this.loops = context.kernel.table<number>('pod-gc-loops', { traced: false });
    context.kernel.on(component, () => this.pass());
  }

  register(): void {
    const { kernel } = this.context;
    this.pods.on({
      add: () => {
        if (this.loops.has('gc')) return;
        this.loops.set('gc', kernel.now);
        this.expect();
      },
    });
  }

  private expect(): void {
    const { kernel } = this.context;
    const at = (Math.floor(kernel.now / periodMicros) + 1) * periodMicros;
    kernel.schedule(at, component, 'pass', null, { background: true });
  }

  /** Nothing comes through the queue: the passes do all. */
  sync(): SyncResult {
    return undefined;
  }

  private begin(subject: string, work: string, cause: number): void {
    const { kernel } = this.context;
    const actor = podGCController.actor;
    kernel.cause = kernel.emit({ actor, verb: 'controller.sync', subject, level: 'action', cause, detail: { work } });
  }

  /** gc */
  private pass(): void {
    const { kernel, config } = this.context;
    const cause = kernel.cause;
    this.expect();
    const finished: Pod[] = [];
    const outOfService: Pod[] = [];
    const missing = new Map<string, Pod[]>();
    const unscheduled: Pod[] = [];
    for (const key of this.pods.cache.keys()) {
      const pod = this.pods.get(key) as Pod;
      const name = pod.spec?.nodeName ?? '';
      const node = name === '' ? undefined : this.nodes.get(name);
      if (isTerminated(pod)) finished.push(pod);
      if (pod.metadata.deletionTimestamp) {
        if (name === '') unscheduled.push(pod);
        else if (isOutOfService(node)) outOfService.push(pod);
      }
      if (name === '' || node) continue;
      const others = missing.get(name);
      if (others) others.push(pod);
      else missing.set(name, [pod]);
    }
    for (const pod of beyondThreshold(finished, config.controllerManager.terminatedPodGCThreshold))
      this.remove(pod, 'terminated', cause);
    for (const pod of outOfService) this.remove(pod, 'out of service', cause);
    this.collectOrphans(missing, cause);
    for (const pod of unscheduled) this.remove(pod, 'terminating and unscheduled', cause);
    kernel.cause = cause;
  }

  /** gcOrphaned: a node that is missed for the quarantine's time, and that the server does not have either, is gone. */
  private collectOrphans(missing: ReadonlyMap<string, readonly Pod[]>, cause: number): void {
    const { kernel } = this.context;
    for (const name of missing.keys()) {
      if (this.quarantine.has(name)) continue;
      this.begin(`nodes/${name}`, 'missed', cause);
      this.quarantine.set(name, kernel.now + quarantineMicros);
    }
    for (const name of [...this.quarantine.keys()]) {
      if ((this.quarantine.get(name) as number) > kernel.now) continue;
      this.begin(`nodes/${name}`, 'look up', cause);
      this.quarantine.delete(name);
      if (this.nodes.get(name)) continue;
      if (!failedWith(this.context.session().get(nodes, undefined, name), 'NotFound')) continue;
      const found = kernel.cause;
      for (const pod of missing.get(name) ?? []) this.remove(pod, 'orphaned', found, orphaned);
    }
  }

  /** markFailedAndDeletePodWithCondition: deletions go on side by side. */
  private remove(pod: Pod, work: string, cause: number, condition?: typeof orphaned): void {
    const { namespace = '', name = '', uid, generation } = pod.metadata;
    this.begin(`pods/${namespace}/${name}`, work, cause);
    const session = this.context.session();
    const phase = pod.status?.phase;
    if (phase !== 'Succeeded' && phase !== 'Failed') {
      const status: PodStatus = { phase: 'Failed' };
      const body: Record<string, unknown> = { metadata: { uid }, status };
      if (condition) {
        const now = formatTime(session.epochMicros);
        const full: PodCondition = {
          ...condition,
          lastTransitionTime: now,
          ...(generation === undefined ? {} : { observedGeneration: generation }),
        };
        const conditions = setCondition(pod.status?.conditions, full);
        const order = conditions.map(({ type }) => ({ type }));
        const own = conditions.filter(({ type }) => type === full.type);
        body.status = { ...status, '$setElementOrder/conditions': order, conditions: own };
      }
      const type = 'application/strategic-merge-patch+json';
      if (!session.patch(pods, namespace, name, type, body, 'status').ok) return;
    }
    session.delete(pods, namespace, name, { gracePeriodSeconds: 0 });
  }
}

export const podGCController: ControllerDefinition = {
  name: 'pod-garbage-collector-controller',
  workers: 1,
  actor: 'pod-garbage-collector-controller',
  build: (context) => new PodGCController(context),
};
