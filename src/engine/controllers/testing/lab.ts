import { formatTime } from '../../../shared/time';
import type { Deployment, Event, Pod, ReplicaSet } from '../../api/types';
import type { RequestDetail } from '../../apiserver/api-server';
import type { ApiRequest } from '../../apiserver/http';
import { Cluster } from '../../cluster';
import type { ClusterConfig } from '../../config';
import type { TraceEvent } from '../../kernel/trace';

export const mergePatch = 'application/merge-patch+json';
const deploymentsPath = '/apis/apps/v1/namespaces/default/deployments';

export interface Wanted {
  readonly replicas?: number;
  readonly image?: string;
  readonly maxSurge?: number | string;
  readonly maxUnavailable?: number | string;
  readonly type?: 'RollingUpdate' | 'Recreate';
  readonly spec?: Partial<NonNullable<Deployment['spec']>>;
}

/** The manifest of a Deployment named web. */
export function deployment({
  replicas = 3,
  image = 'web:1',
  maxSurge,
  maxUnavailable,
  type,
  spec,
}: Wanted = {}): unknown {
  const rollingUpdate = {
    ...(maxSurge === undefined ? {} : { maxSurge }),
    ...(maxUnavailable === undefined ? {} : { maxUnavailable }),
  };
  const strategy = type === 'Recreate' ? { type } : { type: 'RollingUpdate', rollingUpdate };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      strategy,
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image }] } },
      ...spec,
    },
  };
}

export function isReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}

/** A control plane without nodes. The tests are its users, its scheduler and its kubelets. */
export class Lab {
  readonly cluster: Cluster;

  constructor(config: Partial<ClusterConfig> = {}) {
    this.cluster = new Cluster({ nodes: [], ...config }).boot();
    this.settle();
  }

  get kernel() {
    return this.cluster.kernel;
  }

  /** Runs until nothing but housekeeping is left. */
  settle(): void {
    for (let steps = 0; !this.kernel.settled; steps++) {
      if (steps > 500_000 || !this.kernel.step()) throw new Error('the cluster does not settle');
    }
  }

  wait(seconds: number): void {
    this.kernel.runUntil(this.kernel.now + seconds * 1e6);
  }

  /** Sends a request at once, as a command, and returns its answer; nothing else happens yet. */
  send(
    method: ApiRequest['method'],
    path: string,
    body?: unknown,
    contentType?: string,
  ): { code: number; body: unknown } {
    const payload = {
      method,
      path,
      user: 'kubectl',
      ...(body === undefined ? {} : { body }),
      ...(contentType ? { contentType } : {}),
    };
    this.kernel.command({ to: 'http', type: 'request', payload });
    const from = this.kernel.trace.length;
    this.kernel.step();
    for (let at = from; at < this.kernel.trace.length; at++) {
      const event = this.kernel.trace.at(at) as TraceEvent;
      if (!event.verb.startsWith('api.') || event.actor !== 'kubectl') continue;
      const detail = event.detail as RequestDetail;
      return { code: detail.code, body: detail.response };
    }
    throw new Error('no answer');
  }

  /** Lets something go wrong, at once. */
  fault(type: 'cut' | 'heal' | 'apiFault', payload: unknown): void {
    this.kernel.command({ to: 'faults', type, payload });
    this.kernel.step();
  }

  private all<T>(resource: string): T[] {
    return this.cluster.context.api.storage.table(resource).values() as T[];
  }

  pods(): Pod[] {
    return this.all<Pod>('pods');
  }

  /** Pods that count: not finished, not going away. */
  activePods(): Pod[] {
    return this.pods().filter(({ metadata }) => !metadata.deletionTimestamp);
  }

  /** ReplicaSets by age. */
  sets(): ReplicaSet[] {
    const age = ({ metadata }: ReplicaSet) =>
      Number(metadata.resourceVersion === undefined ? 0 : this.created(metadata.uid));
    return this.all<ReplicaSet>('replicasets').sort((a, b) => age(a) - age(b));
  }

  private created(uid: string | undefined): number {
    const events = this.kernel.trace.events;
    return events.findIndex(({ changes }) =>
      changes.some(({ after }) => (after as ReplicaSet | undefined)?.metadata?.uid === uid),
    );
  }

  deployment(): Deployment {
    const found = this.all<Deployment>('deployments')[0];
    if (!found) throw new Error('there is no Deployment');
    return found;
  }

  condition(type: string) {
    return this.deployment().status?.conditions?.find((condition) => condition.type === type);
  }

  messages(reason?: string): string[] {
    return this.all<Event>('events')
      .filter((event) => reason === undefined || event.reason === reason)
      .sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion))
      .map(({ message }) => message ?? '');
  }

  /** Creates the Deployment and waits until all its Pods are there and ready. */
  running(wanted: Wanted = {}): this {
    this.send('POST', deploymentsPath, deployment(wanted));
    this.settle();
    this.makeReady(this.pods());
    this.settle();
    return this;
  }

  apply(patch: unknown): void {
    this.send('PATCH', `${deploymentsPath}/web`, patch, mergePatch);
  }

  setImage(image: string): void {
    this.apply({ spec: { template: { spec: { containers: [{ name: 'web', image }] } } } });
  }

  /** A kubelet reports Pods as ready, all at one moment. */
  makeReady(pods: readonly Pod[], ready = true): void {
    const { kernel, context } = { kernel: this.kernel, context: this.cluster.context };
    const kubelet = context.clients.session('kubelet');
    kernel.perform(() => {
      kernel.cause = kernel.emit({ actor: 'kubelet', verb: 'kubelet.sync', subject: 'pods', level: 'action' });
      const condition = {
        type: 'Ready',
        status: ready ? 'True' : 'False',
        lastTransitionTime: formatTime(kubelet.epochMicros),
      };
      kubelet.together(pods.length, (index) => {
        const path = `/api/v1/namespaces/default/pods/${pods[index]?.metadata.name}/status`;
        const body = { status: { phase: 'Running', conditions: [condition] } };
        kubelet.request({ method: 'PATCH', path, contentType: 'application/strategic-merge-patch+json', body });
      });
    });
  }

  /** The Pods that were created in one go and are the oldest that are not ready yet. */
  oldestBatch(): Pod[] {
    const waiting = this.activePods().filter((pod) => !isReady(pod));
    const syncOf = (pod: Pod): number => {
      const creation = this.kernel.trace.events.find(({ changes }) =>
        changes.some(
          ({ before, after }) => before === undefined && (after as Pod | undefined)?.metadata?.uid === pod.metadata.uid,
        ),
      );
      return creation?.cause ?? 0;
    };
    const first = Math.min(...waiting.map(syncOf));
    return waiting.filter((pod) => syncOf(pod) === first);
  }

  /** Calls back with each new pair of sizes (new ReplicaSet / all older ones) that the specs go through. */
  watchSizes(): string[] {
    const seen: string[] = [];
    this.kernel.onWrite((table) => {
      if (table !== 'api/replicasets') return;
      const sizes = this.all<ReplicaSet>('replicasets');
      const newest = sizes.reduce((a, b) => ((revision(a) ?? 0) >= (revision(b) ?? 0) ? a : b));
      const old = sizes.filter((set) => set !== newest).reduce((sum, set) => sum + (set.spec?.replicas ?? 0), 0);
      const text = `${newest.spec?.replicas}/${old}`;
      if (seen.at(-1) !== text) seen.push(text);
    });
    return seen;
  }

  /** Lowest and highest number of Pods, and of ready ones, from here on. */
  watchPods(): { mostPods: number; fewestReady: number } {
    const seen = { mostPods: 0, fewestReady: Number.POSITIVE_INFINITY };
    this.kernel.onWrite((table) => {
      if (table !== 'api/pods') return;
      const active = this.activePods();
      seen.mostPods = Math.max(seen.mostPods, active.length);
      seen.fewestReady = Math.min(seen.fewestReady, active.filter(isReady).length);
    });
    return seen;
  }

  /** Lets the rollout go on, one batch of Pods getting ready after the other, until it is over. */
  rollOut(): void {
    this.settle();
    for (let round = 0; round < 50; round++) {
      const batch = this.oldestBatch();
      if (batch.length === 0) return;
      this.makeReady(batch);
      this.settle();
    }
    throw new Error('the rollout does not end');
  }
}

export function revision(object: ReplicaSet | Deployment): number | undefined {
  const text = object.metadata.annotations?.['deployment.kubernetes.io/revision'];
  return text === undefined ? undefined : Number(text);
}
