// Models: what kubeadm leaves behind: a control plane, its namespaces with their default service accounts, the system's
//   priority classes, and nodes whose kubelets start.
// Simplified: one control plane process of each kind.
// Not modelled: the control plane's own Pods.

import type { KindDefinition } from './api/kinds';
import { kinds, requireAllKinds } from './api/kinds';
import type { KubeObject } from './api/meta';
import type { PriorityClass } from './api/types';
import { ApiServer } from './apiserver/api-server';
import { extensions } from './apiserver/extensions';
import { EventBroadcaster } from './client/event-recorder';
import { Reflectors } from './client/informer';
import { ClientFactory } from './client/session';
import { type ClusterConfig, configure } from './config';
import { controllerManager } from './controllers';
import type { EngineContext, EngineProcess, ProcessFactory } from './engine-context';
import { apiFaults } from './faults';
import { Kernel, type KernelState, type Snapshot } from './kernel/kernel';
import type { Trace } from './kernel/trace';
import { kubelets } from './kubelet/kubelet';
import type { OutsideRequests } from './requests';
import { outsideRequests } from './requests-part';
import { scheduler } from './scheduler';

/** Namespaces that every cluster has. */
const systemNamespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** Priority classes that every API server makes when it starts (scheduling/bootstrap-system-priority-classes). */
const systemPriorityClasses: readonly PriorityClass[] = [
  {
    metadata: { name: 'system-node-critical' },
    value: 2_000_001_000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    metadata: { name: 'system-cluster-critical' },
    value: 2_000_000_000,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
];

/** A whole simulated cluster: its kernel, its API server, and every process. */
export class Cluster {
  readonly context: EngineContext;
  readonly config: ClusterConfig;
  /** Requests from outside; who sends them may listen to it. */
  readonly outside: OutsideRequests;
  private readonly processes: EngineProcess[];

  /** Builds every process without starting it. `extra`: processes from outside the engine, such as kubectl. */
  constructor(config: Partial<ClusterConfig> = {}, extra: readonly ProcessFactory[] = []) {
    requireAllKinds();
    this.config = configure(config);
    const kernel = new Kernel(this.config);
    const api = new ApiServer(kernel, this.config);
    const clients = new ClientFactory(kernel, api, this.config);
    this.context = {
      kernel,
      config: this.config,
      api,
      clients,
      reflectors: new Reflectors(clients),
      events: new EventBroadcaster(clients),
    };
    this.outside = outsideRequests(this.context);
    const outside = () => this.outside;
    const factories: ProcessFactory[] = [
      apiFaults,
      outside,
      controllerManager,
      scheduler,
      kubelets,
      ...extensions().processes,
      ...extra,
    ];
    this.processes = factories.map((factory) => factory(this.context));
  }

  get kernel(): Kernel {
    return this.context.kernel;
  }

  /** Starts a new cluster. */
  boot(): this {
    const { kernel, api } = this.context;
    kernel.perform(() => {
      const { seed, startTime, nodes } = this.config;
      kernel.cause = kernel.emit({
        actor: 'cluster',
        verb: 'cluster.boot',
        subject: 'cluster',
        level: 'milestone',
        detail: { seed, startTime, nodes: nodes.length },
      });
      const leave = (path: string, body: KubeObject) =>
        api.handle({ method: 'POST', path, body, user: 'kube-apiserver', trusted: true });
      for (const name of systemNamespaces) {
        leave('/api/v1/namespaces', { metadata: { name } });
        leave(`/api/v1/namespaces/${name}/serviceaccounts`, { metadata: { name: 'default' } });
      }
      for (const body of systemPriorityClasses) leave('/apis/scheduling.k8s.io/v1/priorityclasses', body);
      for (const process of this.processes) process.boot();
    });
    return this;
  }

  /** Takes over a state, and optionally the trace that led to it. */
  restore(snapshot: Snapshot): this;
  restore(state: KernelState, trace: Trace): this;
  restore(snapshot: Snapshot, trace?: Trace): this {
    if (trace) this.context.kernel.restore(snapshot, trace);
    else this.context.kernel.restore(snapshot);
    return this;
  }

  /** The kind that is served under a plural name; for tests and checks. */
  kind(resource: string): KindDefinition {
    const kind = kinds.find((candidate) => candidate.resource === resource);
    if (!kind) throw new Error(`no kind is served as ${resource}`);
    return kind;
  }
}
