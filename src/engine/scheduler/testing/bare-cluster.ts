import { ApiServer } from '../../apiserver/api-server';
import { EventBroadcaster } from '../../client/event-recorder';
import { Reflectors } from '../../client/informer';
import { ClientFactory } from '../../client/session';
import { type ClusterConfig, configure } from '../../config';
import type { EngineContext } from '../../engine-context';
import { apiFaults } from '../../faults';
import { Kernel } from '../../kernel/kernel';
import { OutsideRequests } from '../../requests';
import type { RegisteredPlugin } from '../configuration';
import { Scheduler } from '../scheduler';
import { objectStore } from './object-store';

/** An API server and a scheduler with plugins of the test's choice; nothing else. */
export class BareCluster {
  readonly context: EngineContext;
  readonly config: ClusterConfig;
  private readonly scheduler: Scheduler;

  constructor(config: Partial<ClusterConfig>, registry: readonly RegisteredPlugin[]) {
    this.config = configure(config);
    const kernel = new Kernel(this.config);
    const api = new ApiServer(kernel, this.config);
    const clients = new ClientFactory(kernel, api, this.config);
    const reflectors = new Reflectors(clients);
    this.context = { kernel, config: this.config, api, clients, reflectors, events: new EventBroadcaster(clients) };
    apiFaults(this.context);
    new OutsideRequests(this.context);
    objectStore(this.context);
    this.scheduler = new Scheduler(this.context, registry);
  }

  get kernel(): Kernel {
    return this.context.kernel;
  }

  boot(): this {
    const { kernel, api } = this.context;
    kernel.perform(() => {
      kernel.cause = kernel.emit({ actor: 'test', verb: 'cluster.boot', subject: 'cluster', level: 'milestone' });
      const body = { metadata: { name: 'default' } };
      for (const path of ['/api/v1/namespaces', '/api/v1/namespaces/default/serviceaccounts'])
        api.handle({ method: 'POST', path, body, user: 'kube-apiserver', trusted: true });
      this.scheduler.boot();
    });
    return this;
  }
}
