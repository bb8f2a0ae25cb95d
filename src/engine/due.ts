// Models: nothing of Kubernetes; what an idle cluster is waiting for, read from the queue of what will happen.
// Simplified: of the housekeeping that goes on for ever nothing is told: leases, probes, lists of a node that is cut off; of a
//   node's silence only when its cause is known, a cut or a stopped kubelet.
// Not modelled: —
import type { Deployment, Node, Pod } from './api/types';
import { graceMicros, type HealthRow, passAfter } from './controllers/nodelifecycle/health';
import { isSilenced } from './controllers/nodelifecycle/silence';
import type { ZoneRow } from './controllers/nodelifecycle/tainting-queue';
import { zoneKeyOf } from './controllers/nodelifecycle/zones';
import type { PlannedEviction } from './controllers/tainteviction/taint-eviction-controller';
import type { EngineContext } from './engine-context';
import type { KernelEvent } from './kernel/event-queue';
import type { Kernel } from './kernel/kernel';
import type { PodSyncStatus } from './kubelet/pod-sync-status';
import type { ProbeFault } from './kubelet/prober';
import type { ContainerRow } from './kubelet/runtime-status';
import type { StatusRow } from './kubelet/tables';
import type { QueuedPod } from './scheduler/queue/queued-pod';

/** Something that will happen by itself in a cluster that has nothing to do until then. */
export interface Due {
  /** Virtual time, microseconds. */
  readonly at: number;
  /**
   * `restart`, `pull`: a back-off ends and the kubelet tries again; `sync`: it tries a Pod again; `exit`: a program ends;
   * `deadline`: activeDeadlineSeconds are over; `hook`: a postStart hook ends; `progress`: progressDeadlineSeconds are over;
   * `requeue`: a controller tries a key again; `schedule`: the scheduler tries a Pod again; `probe`: a probe that was made
   * to fail answers again; `silence`: the node controller gives a silent node up; `taint`:
   * the pass after that, which puts it in the queue for its NoExecute taint; `evict`: a Pod's toleration of its node's
   * taints is over.
   */
  readonly what:
    | 'restart'
    | 'pull'
    | 'sync'
    | 'exit'
    | 'deadline'
    | 'hook'
    | 'progress'
    | 'requeue'
    | 'schedule'
    | 'probe'
    | 'silence'
    | 'taint'
    | 'evict';
  /** What it is about: `pods/default/web-1`. For `requeue` the key, as the controller's queue has it. */
  readonly subject: string;
  /** The container, or for `requeue` the controller. */
  readonly part: string;
}

/** As flushUnschedulablePodsLeftover counts, microseconds. */
const tooLongUnschedulableMicros = 300e6;

type Reader = (kernel: Kernel, event: KernelEvent) => Omit<Due, 'at'> | undefined;

function podRetry(kernel: Kernel, event: KernelEvent): Omit<Due, 'at'> | undefined {
  const { uid, at } = event.payload as { uid: string; at: number };
  const worker = kernel.table<PodSyncStatus>('pod-workers').get(uid);
  if (!worker || worker.finished || worker.retryAt !== at) return undefined;
  const { containerStatuses = [], initContainerStatuses = [] } =
    kernel.table<StatusRow>('pod-statuses').get(uid)?.status ?? {};
  const subject = `pods/${worker.key}`;
  const backOffs = kernel.table<{ uid: string }>('restart-back-offs').values();
  for (const { name, state } of [...initContainerStatuses, ...containerStatuses]) {
    const reason = state?.waiting?.reason;
    // The status says CrashLoopBackOff only from the second look on.
    if (state?.terminated && backOffs.some((row) => row.uid === uid)) return { what: 'restart', subject, part: name };
    if (reason === 'CrashLoopBackOff') return { what: 'restart', subject, part: name };
    if (reason === 'ImagePullBackOff' || reason === 'ErrImagePull') return { what: 'pull', subject, part: name };
  }
  return { what: 'sync', subject, part: '' };
}

function programEnd(kernel: Kernel, event: KernelEvent): Omit<Due, 'at'> | undefined {
  const { key, at } = event.payload as { key: string; at: number };
  const row = kernel.table<ContainerRow>('containers').get(key);
  if (row?.state !== 'running' || row.endsAt !== at) return undefined;
  return { what: 'exit', subject: `pods/${row.podKey}`, part: row.name };
}

function podOf(what: 'deadline' | 'hook'): Reader {
  return (kernel, event) => {
    const { uid } = event.payload as { uid: string };
    const worker = kernel.table<PodSyncStatus>('pod-workers').get(uid);
    if (!worker || worker.finished || worker.terminatingAt !== undefined) return undefined;
    return { what, subject: `pods/${worker.key}`, part: '' };
  };
}

function queueReady(kernel: Kernel, event: KernelEvent): Omit<Due, 'at'> | undefined {
  const { key, readyAt } = event.payload as { key: string; readyAt: number };
  const controller = event.target.slice('controller/'.length);
  if (kernel.table<{ readyAt: number }>(`queue-waiting/${controller}`).get(key)?.readyAt !== readyAt) return undefined;
  if (kernel.table<number>(`queue-failures/${controller}`).get(key) === undefined && controller === 'deployment') {
    const deployment = kernel.table<Deployment>('api/deployments').get(key);
    const progressing = deployment?.status?.conditions?.find(({ type }) => type === 'Progressing');
    const over = ['NewReplicaSetAvailable', 'ProgressDeadlineExceeded'].includes(progressing?.reason ?? '');
    return deployment && !over ? { what: 'progress', subject: `deployments/${key}`, part: '' } : undefined;
  }
  return { what: 'requeue', subject: key, part: controller };
}

function schedulerTimer(kernel: Kernel, event: KernelEvent): Omit<Due, 'at'> | undefined {
  const table = kernel.table<QueuedPod>('scheduler/queue');
  const backOff = event.type === 'flushBackoff';
  for (const key of table.keys()) {
    const { queue, timestamp, backoffExpiration } = table.get(key) as QueuedPod;
    const waits = backOff
      ? queue.toLowerCase().endsWith('backoffq') && backoffExpiration <= event.at
      : queue === 'unschedulablePods' && event.at - timestamp > tooLongUnschedulableMicros;
    if (waits) return { what: 'schedule', subject: `pods/${key}`, part: '' };
  }
  return undefined;
}

function eviction(kernel: Kernel, event: KernelEvent): Omit<Due, 'at'> | undefined {
  const { key, fireAt } = event.payload as { key: string; fireAt: number };
  const planned = kernel.table<PlannedEviction>('taint-evictions').get(key);
  return planned?.fireAt === fireAt ? { what: 'evict', subject: `pods/${key}`, part: '' } : undefined;
}

const readers: Readonly<Record<string, Reader>> = {
  'kubelet retry': podRetry,
  'kubelet deadline': podOf('deadline'),
  'kubelet post-start': podOf('hook'),
  'containerd exit': programEnd,
  'kube-scheduler flushBackoff': schedulerTimer,
  'kube-scheduler sweep': schedulerTimer,
  'taint-eviction fire': eviction,
};

/** The first run of a probe that was made to fail, once that is over. */
function probeFaultEnd(kernel: Kernel, event: KernelEvent): Due | undefined {
  const row = kernel
    .table<{ podUID: string; podKey: string; container: string; kind: string; series: number }>('probe-workers')
    .get((event.payload as { key: string }).key);
  if (!row || row.series !== (event.payload as { series: number }).series) return undefined;
  const fault = kernel.table<ProbeFault>('probe-faults').get(`${row.podKey}/${row.container}/${row.kind}`);
  if (!fault || fault.until === 0) return undefined;
  const pod = kernel.table<Pod>('api/pods').get(row.podKey);
  const container = pod?.spec?.containers.find(({ name }) => name === row.container);
  const probe = row.kind === 'readiness' ? container?.readinessProbe : container?.livenessProbe;
  const periodMicros = (probe?.periodSeconds ?? 10) * 1e6;
  // It has run since.
  if (event.at - periodMicros >= fault.until) return undefined;
  const at = event.at + Math.max(0, Math.ceil((fault.until - event.at) / periodMicros)) * periodMicros;
  return { at, what: 'probe', subject: `pods/${row.podKey}`, part: row.container };
}

function dueOf(kernel: Kernel, event: KernelEvent): Due | undefined {
  if (event.target === 'kubelet' && event.type === 'probe') return probeFaultEnd(kernel, event);
  const name = `${event.target} ${event.type}`;
  const read = event.target.startsWith('controller/') && event.type === 'ready' ? queueReady : readers[name];
  const found = read?.(kernel, event);
  return found && { ...found, at: event.at };
}

/** The next pass of the node controller that will find a silent node's grace period over, or queue a lost one for its taint. */
function nextNodePass({ kernel, config }: EngineContext): Due | undefined {
  const graceOfAll = config.controllerManager.nodeMonitorGracePeriodSeconds * 1e6;
  const health = kernel.table<HealthRow>('node-health', { traced: false });
  let next: Due | undefined;
  for (const name of health.keys()) {
    const { ready, probeAt } = health.get(name) as HealthRow;
    const node = kernel.table<Node>('api/nodes').get(name);
    if (!node || !isSilenced(kernel, name)) continue;
    const lost = ready === 'Unknown';
    if (
      lost &&
      kernel
        .table<ZoneRow>('node-zones')
        .get(`zone/${zoneKeyOf(node)}`)
        ?.known.includes(name)
    )
      continue;
    const at = passAfter(lost ? kernel.now : probeAt + graceMicros(node, graceOfAll));
    if (at <= kernel.now || (next && at >= next.at)) continue;
    next = { at, what: lost ? 'taint' : 'silence', subject: `nodes/${name}`, part: '' };
  }
  return next;
}

/** What happens next that is no housekeeping, in a cluster that has settled; `undefined` when nothing will. */
export function nextDue(context: EngineContext): Due | undefined {
  const { kernel } = context;
  const faults = kernel.table<ProbeFault>('probe-faults').size > 0;
  let next = nextNodePass(context);
  for (const event of kernel.upcoming()) {
    if (next && event.at > next.at) continue;
    if (event.type === 'probe' && !faults) continue;
    const due = dueOf(kernel, event);
    if (due && (!next || due.at < next.at || (due.at === next.at && due.subject < next.subject))) next = due;
  }
  return next;
}
