// Models: client-go rest.Client and typed clientsets: the requests of one process, one after another.
// Simplified: a call returns at once; the time that it takes is added to the session, and the caller's worker stays busy for it.
// Not modelled: connections, TLS, retries inside the client.
import type { KindDefinition } from '../api/kinds';
import type { KubeObject } from '../api/meta';
import type { Status } from '../api/status';
import type { ApiServer } from '../apiserver/api-server';
import type { ApiRequest, ApiResponse } from '../apiserver/http';
import { pathOf } from '../apiserver/request-info';
import type { ClusterConfig } from '../config';
import type { Kernel } from '../kernel/kernel';
import type { Table } from '../kernel/table';

/** A failed call's Status, or the object that came back. */
export type Result<T> = { readonly ok: true; readonly object: T } | { readonly ok: false; readonly status: Status };

export type PatchType =
  | 'application/strategic-merge-patch+json'
  | 'application/merge-patch+json'
  | 'application/json-patch+json';

type Limits = ClusterConfig['clientLimits'][string];

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** What every client needs: the server, and the token buckets of kube-api-qps and kube-api-burst. */
export class ClientFactory {
  readonly kernel: Kernel;
  readonly api: ApiServer;
  private readonly config: ClusterConfig;
  private readonly buckets: Table<Bucket>;
  /** Of the config, by limiter: looked up once. */
  private readonly limits = new Map<string, Limits | 'none'>();

  constructor(kernel: Kernel, api: ApiServer, config: ClusterConfig) {
    this.kernel = kernel;
    this.api = api;
    this.config = config;
    this.buckets = kernel.table<Bucket>('client-limits', { traced: false });
  }

  /**
   * The requests that a process makes while it handles one thing. `limiter`: whose bucket they draw from. `actor`: the
   * part of the process that makes them, as the trace names it.
   */
  session(user: string, limiter: string = user, actor: string = user): Session {
    return new Session(this, user, limiter, actor);
  }

  private limitsOf(limiter: string): Limits | 'none' {
    let limits = this.limits.get(limiter);
    if (limits === undefined) {
      const { clientLimits } = this.config;
      limits = clientLimits[limiter] ?? clientLimits[limiter.split('/')[0] as string] ?? 'none';
      this.limits.set(limiter, limits);
    }
    return limits;
  }

  /** golang.org/x/time/rate Limiter.Reserve: the time at which a request may be sent, not before `at`. Read only. */
  reserve(limiter: string, at: number): { sendAt: number; commit(): void } {
    const limits = this.limitsOf(limiter);
    if (limits === 'none') return { sendAt: at, commit: () => {} };
    const { qps, burst } = limits;
    const bucket = this.buckets.get(limiter) ?? { tokens: burst, at: 0 };
    const from = Math.max(bucket.at, at);
    const tokens = Math.min(burst, bucket.tokens + ((from - bucket.at) * qps) / 1e6) - 1;
    const sendAt = tokens >= 0 ? at : Math.max(at, from + Math.ceil((-tokens * 1e6) / qps));
    return { sendAt, commit: () => this.buckets.set(limiter, { tokens, at: from }) };
  }
}

/** A run of requests, each sent when the one before was answered. */
export class Session {
  private readonly factory: ClientFactory;
  readonly user: string;
  readonly actor: string;
  private readonly limiter: string;
  /** Virtual time at which the next request is sent. */
  at: number;
  /** `seq` of the last request's trace event. */
  seq = 0;

  constructor(factory: ClientFactory, user: string, limiter: string, actor: string) {
    this.actor = actor;
    this.factory = factory;
    this.user = user;
    this.limiter = limiter;
    this.at = factory.kernel.now;
  }

  /** Microseconds since 1970 at this point of the session. */
  get epochMicros(): number {
    return this.factory.api.epochMicros(this.at);
  }

  /** What discovery says: every kind that is served now. */
  kinds(): readonly KindDefinition[] {
    return this.factory.api.kinds();
  }

  /** The kind behind an `apiVersion` and `kind`, as discovery has it now. */
  kindByGvk(apiVersion: string, kind: string): KindDefinition | undefined {
    return this.factory.api.kindByGvk(apiVersion, kind);
  }

  /** Sends any request. The other methods are short forms of this one. */
  request(request: Omit<ApiRequest, 'user' | 'actor'>): ApiResponse {
    const reservation = this.factory.reserve(this.limiter, this.at);
    const response = this.factory.api.handle({
      trusted: true,
      ...request,
      user: this.user,
      actor: this.actor,
      sentAt: reservation.sendAt,
    });
    reservation.commit();
    this.at = response.repliedAt;
    this.seq = response.seq;
    return response;
  }

  /** Calls that are under way at one time: each is sent now; the session goes on when the last was answered. */
  together(count: number, call: (index: number) => void): void {
    const startedAt = this.at;
    let endedAt = startedAt;
    for (let index = 0; index < count; index++) {
      this.at = startedAt;
      call(index);
      endedAt = Math.max(endedAt, this.at);
    }
    this.at = endedAt;
  }

  private send<T>(request: Omit<ApiRequest, 'user' | 'actor'>): Result<T> {
    const { code, body } = this.request(request);
    return code < 400 ? { ok: true, object: body as T } : { ok: false, status: body as Status };
  }

  get<T extends KubeObject>(kind: KindDefinition, namespace: string | undefined, name: string): Result<T> {
    return this.send({ method: 'GET', path: pathOf(kind, namespace, name) });
  }

  list<T extends KubeObject>(
    kind: KindDefinition,
    namespace: string | undefined,
    query: Record<string, string> = {},
  ): Result<{ items: readonly T[]; metadata: { resourceVersion: string } }> {
    return this.send({ method: 'GET', path: pathOf(kind, namespace), query });
  }

  create<T extends KubeObject>(kind: KindDefinition, object: T): Result<T> {
    return this.send({ method: 'POST', path: pathOf(kind, object.metadata.namespace), body: object });
  }

  update<T extends KubeObject>(kind: KindDefinition, object: T): Result<T> {
    return this.send({
      method: 'PUT',
      path: pathOf(kind, object.metadata.namespace, object.metadata.name),
      body: object,
    });
  }

  updateStatus<T extends KubeObject>(kind: KindDefinition, object: T): Result<T> {
    const path = pathOf(kind, object.metadata.namespace, object.metadata.name, 'status');
    return this.send({ method: 'PUT', path, body: object });
  }

  patch<T extends KubeObject>(
    kind: KindDefinition,
    namespace: string | undefined,
    name: string,
    contentType: PatchType,
    body: unknown,
    subresource = '',
  ): Result<T> {
    return this.send({ method: 'PATCH', path: pathOf(kind, namespace, name, subresource), contentType, body });
  }

  delete<T extends KubeObject>(
    kind: KindDefinition,
    namespace: string | undefined,
    name: string,
    options: unknown = {},
  ): Result<T> {
    return this.send({ method: 'DELETE', path: pathOf(kind, namespace, name), body: options });
  }

  deleteCollection(kind: KindDefinition, namespace: string | undefined, options: unknown = {}): Result<unknown> {
    return this.send({ method: 'DELETE', path: pathOf(kind, namespace), body: options });
  }

  finalize<T extends KubeObject>(kind: KindDefinition, object: T): Result<T> {
    return this.send({ method: 'PUT', path: pathOf(kind, undefined, object.metadata.name, 'finalize'), body: object });
  }

  post<T>(
    kind: KindDefinition,
    namespace: string | undefined,
    name: string,
    subresource: string,
    body: unknown,
  ): Result<T> {
    return this.send({ method: 'POST', path: pathOf(kind, namespace, name, subresource), body });
  }
}

/** `errors.IsNotFound` and its like. */
export function failedWith(result: Result<unknown>, reason: string): boolean {
  return !result.ok && result.status.reason === reason;
}
