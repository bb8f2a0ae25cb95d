import { type KindDefinition, kindByGvk } from '../../engine/api/kinds';
import { type KubeObject, keyOf, keyOfObject, withMetadata } from '../../engine/api/meta';
import { type ApiFault, ApiServer, type RequestDetail } from '../../engine/apiserver/api-server';
import { type Controller, type ControllerDefinition, ControllerRunner } from '../../engine/client/controller';
import { EventBroadcaster, EventRecorder } from '../../engine/client/event-recorder';
import { Reflectors } from '../../engine/client/informer';
import { ClientFactory, type Session } from '../../engine/client/session';
import { type ClusterConfig, configure } from '../../engine/config';
import { Kernel } from '../../engine/kernel/kernel';
import type { TraceEvent } from '../../engine/kernel/trace';
import { readPath, same } from './compare';
import type { RecordedEvent, Write } from './compare-actions';

const process = 'kube-controller-manager';
const runner = 'cases';

class CapturingRecorder extends EventRecorder {
  private readonly captured: RecordedEvent[];

  constructor(broadcaster: EventBroadcaster, component: string, captured: RecordedEvent[]) {
    super(broadcaster, process, component);
    this.captured = captured;
  }

  override event(...args: Parameters<EventRecorder['event']>): void {
    const [kind, object, type, reason, message] = args;
    this.captured.push({ type, reason, message, on: `${kind.kind} ${object.metadata.name}` });
    super.event(...args);
  }
}

/** An object as a case gives it, as the store would hold it: with defaults and a uid. */
export function storedForm(given: KubeObject): { kind: KindDefinition; object: KubeObject } {
  const kind = kindByGvk(given.apiVersion ?? '', given.kind ?? '');
  if (!kind) throw new Error(`no kind ${given.apiVersion} ${given.kind}`);
  const { name = '', namespace = '' } = given.metadata;
  const uid = given.metadata.uid ?? `${kind.resource}-${namespace === '' ? '' : `${namespace}-`}${name}`;
  return { kind, object: kind.setDefaults(withMetadata(given, { uid })) };
}

interface Named {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

const newest = '2026-02-01T00:00:00Z';

/**
 * Real controllers over a real API server whose store holds a case's objects, with nothing else around them. Their caches
 * fill as at a start of the process, and they act through their queues.
 */
export class ComponentBench {
  readonly kernel: Kernel;
  readonly api: ApiServer;
  readonly clients: ClientFactory;
  readonly reflectors: Reflectors;
  readonly controllers: readonly Controller[];
  readonly events: RecordedEvent[] = [];
  private readonly given: ReadonlyMap<string, KubeObject>;
  private begun = 0;

  constructor(
    definitions: readonly ControllerDefinition[],
    objects: readonly KubeObject[],
    now?: string,
    settings: Partial<ClusterConfig> = {},
  ) {
    const config: ClusterConfig = configure({ startTime: now ?? newest, nodes: [], ...settings });
    this.kernel = new Kernel(config);
    this.api = new ApiServer(this.kernel, config);
    this.clients = new ClientFactory(this.kernel, this.api, config);
    this.reflectors = new Reflectors(this.clients);
    const broadcaster = new EventBroadcaster(this.clients);
    this.controllers = definitions.map((definition) => {
      const recorder = new CapturingRecorder(broadcaster, definition.actor, this.events);
      return new ControllerRunner(definition, process, this.clients, this.reflectors, recorder, config).controller;
    });
    this.given = this.fillStore(objects);
    this.kernel.perform(() => {
      this.kernel.emit({ actor: runner, verb: 'cluster.boot', subject: 'caches', level: 'action' });
      this.reflectors.start(process);
    });
  }

  private fillStore(objects: readonly KubeObject[]): Map<string, KubeObject> {
    const stored = new Map<string, KubeObject>();
    this.kernel.perform(() => {
      const seq = this.kernel.emit({ actor: runner, verb: 'cluster.boot', subject: 'store', level: 'action' });
      const put = (given: KubeObject): void => {
        const { kind, object } = storedForm(given);
        const key = `${kind.kind} ${keyOfObject(object)}`;
        if (!stored.has(key)) stored.set(key, this.api.storage.put(kind, object, 0, seq));
      };
      for (const given of objects) put(given);
      // A namespace that a case takes for granted has what every namespace has.
      for (const { metadata } of [{ metadata: { namespace: 'default' } }, ...objects]) {
        const { namespace } = metadata;
        if (!namespace || stored.has(`Namespace ${namespace}`)) continue;
        put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
        put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } });
      }
    });
    return stored;
  }

  /** An object as it was given. */
  before({ kind, name, namespace = 'default' }: Named): KubeObject | undefined {
    return this.given.get(`${kind} ${keyOf(namespace, name)}`) ?? this.given.get(`${kind} ${name}`);
  }

  /** An object as the API server has it. */
  find({ kind, name, namespace = 'default' }: Named): KubeObject | undefined {
    const table = this.api.storage.table(this.resourceOf(kind));
    return table.get(keyOf(namespace, name)) ?? table.get(name);
  }

  /** An object as it was last, also if it is gone. */
  last({ kind, name, namespace = 'default' }: Named): KubeObject | undefined {
    const table = `api/${this.resourceOf(kind)}`;
    let last: unknown;
    for (const { changes } of this.kernel.trace.events) {
      for (const change of changes) {
        const named = change.key === keyOf(namespace, name) || change.key === name;
        if (change.table === table && named) last = change.after ?? change.before;
      }
    }
    return last as KubeObject | undefined;
  }

  private resourceOf(kind: string): string {
    const groups = ['v1', 'apps/v1', 'discovery.k8s.io/v1', 'policy/v1'];
    const found = groups.map((group) => kindByGvk(group, kind)).find((candidate) => candidate !== undefined);
    if (!found) throw new Error(`no kind ${kind}`);
    return found.resource;
  }

  /** Lets requests fail as `given.api` says: `create Pod`, `delete Pod web-a` → the answer. */
  refuse(api: Readonly<Record<string, Readonly<Record<string, unknown>>>>): void {
    const methods: Readonly<Record<string, string>> = {
      create: 'POST',
      update: 'PUT',
      patch: 'PATCH',
      delete: 'DELETE',
      get: 'GET',
    };
    const faults = this.kernel.table<ApiFault>('api-faults');
    this.kernel.perform(() => {
      this.kernel.emit({ actor: runner, verb: 'fault', subject: 'api', level: 'action' });
      for (const [text, answer] of Object.entries(api)) {
        const [verb = '', kind = '', name] = text.split(' ');
        const code = Number(answer.status);
        const cause = answer.cause === undefined ? {} : { details: { causes: [{ reason: String(answer.cause) }] } };
        const reasons: Readonly<Record<number, 'Forbidden' | 'NotFound' | 'InternalError'>> = {
          403: 'Forbidden',
          404: 'NotFound',
          500: 'InternalError',
        };
        const status = {
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: String(answer.message ?? ''),
          reason: reasons[code] ?? '',
          ...cause,
          code,
        } as const;
        faults.set(text, {
          user: process,
          method: methods[verb] ?? verb,
          resource: this.resourceOf(kind),
          ...(name === undefined ? {} : { name }),
          code,
          status,
          remaining: 1_000_000,
        });
      }
    });
  }

  /** Runs until the caches hold the store; no worker has begun. */
  fillCaches(): void {
    while (!this.synced() && this.kernel.nextAt() === 0) this.kernel.step();
    this.begun = this.kernel.trace.length;
  }

  private synced(): boolean {
    const reflectors = this.kernel.table<{ stream: string }>('reflectors', { traced: false });
    const informers = this.reflectors.informersOf(process);
    return informers.every((key) => reflectors.get(key)?.stream);
  }

  /** Lets code act as a worker of the process would. */
  act<T>(action: (session: Session) => T): T {
    let result: T | undefined;
    this.kernel.perform(() => {
      this.kernel.cause = this.kernel.emit({
        actor: runner,
        verb: 'controller.sync',
        subject: 'step',
        level: 'action',
      });
      result = action(this.clients.session(process));
    });
    return result as T;
  }

  /**
   * Runs until a sync of this key ends. One that only lost a race with its own earlier write is run again, as the queue
   * does, unless it had already done what there was to do to other objects.
   */
  reconcile(key: string): void {
    this.fillCaches();
    let syncedFrom = this.begun;
    for (let steps = 0; steps < 100_000; steps++) {
      const from = this.kernel.trace.length;
      if (!this.kernel.step()) throw new Error(`nothing reconciled ${key}`);
      for (let at = from; at < this.kernel.trace.length; at++) {
        const event = this.kernel.trace.at(at) as TraceEvent;
        if (event.verb !== 'controller.done' || event.subject !== key) continue;
        const { error } = (event.detail ?? {}) as { error?: string };
        if (error === undefined || !/object has been modified|read version/.test(error)) return;
        if (this.requests(syncedFrom).some(actsOnOthers)) return;
        syncedFrom = this.kernel.trace.length;
      }
    }
    throw new Error(`${key} is reconciled for ever`);
  }

  /** Runs until nothing but housekeeping is left. */
  settle(): void {
    for (let steps = 0; !this.kernel.settled; steps++) {
      if (steps > 1_000_000 || !this.kernel.step()) throw new Error('does not settle');
    }
  }

  /** What the process wrote, and was allowed to, since its caches were filled. */
  writes(): Write[] {
    return this.requests().filter(({ code }) => code < 400);
  }

  /** Every write that the process tried, from a position of the trace on. */
  requests(from = this.begun): (Write & { code: number })[] {
    const writes: (Write & { code: number })[] = [];
    for (let at = from; at < this.kernel.trace.length; at++) {
      const event = this.kernel.trace.at(at) as TraceEvent;
      const isOwn = (event.detail as { user?: string } | null)?.user === process;
      const write = isOwn ? writeOf(event) : undefined;
      if (write) writes.push(write);
    }
    return writes;
  }
}

/** A write that made, removed or changed something: no status, no mere annotation. */
function actsOnOthers(write: Write & { code: number }): boolean {
  if (write.code >= 400) return false;
  if (write.verb === 'create' || write.verb === 'delete') return true;
  return write.verb === 'update' && !same(readPath(write.before, 'spec'), readPath(write.after, 'spec'));
}

const written: ReadonlySet<string> = new Set([
  'api.create',
  'api.update',
  'api.patch',
  'api.delete',
  'api.deletecollection',
]);
const notCompared: ReadonlySet<string> = new Set(['events', 'leases']);
const kindOfResource: Readonly<Record<string, string>> = {
  pods: 'Pod',
  replicasets: 'ReplicaSet',
  deployments: 'Deployment',
  namespaces: 'Namespace',
  nodes: 'Node',
  services: 'Service',
  configmaps: 'ConfigMap',
  secrets: 'Secret',
  serviceaccounts: 'ServiceAccount',
  endpointslices: 'EndpointSlice',
};

function writeOf(event: TraceEvent): (Write & { code: number }) | undefined {
  if (!written.has(event.verb)) return undefined;
  const detail = event.detail as RequestDetail;
  const match =
    /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/(?:namespaces\/([^/]+)\/)?([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(
      detail.path,
    );
  if (!match) return undefined;
  let [, namespace = '', resource = '', name = '', subresource = ''] = match;
  // `/api/v1/namespaces/x/finalize` is about the namespace itself.
  if (namespace !== '' && kindOfResource[resource] === undefined && !notCompared.has(resource)) {
    [subresource, name, resource, namespace] = [resource, namespace, 'namespaces', ''];
  }
  if (notCompared.has(resource)) return undefined;
  const change = event.changes.find(({ table }) => table === `api/${resource}`);
  const after = change?.after ?? detail.response;
  const verb =
    event.verb.slice('api.'.length) +
    (subresource === '' ? '' : (subresource[0] as string).toUpperCase() + subresource.slice(1));
  return {
    verb,
    kind: kindOfResource[resource] ?? resource,
    namespace,
    name: name === '' ? ((after as KubeObject | undefined)?.metadata?.name ?? '') : name,
    request: detail.request,
    before: change?.before,
    after,
    code: detail.code,
  };
}
