// Models: k8s.io/apiserver pkg/server (GenericAPIServer), pkg/endpoints/installer.go: which method and path does what.
// Simplified: an answer is there at once for the caller, and its virtual time is in the response.
// Not modelled: authentication, authorization, priority and fairness, audit.

import { parseTime } from '../../shared/time';
import { type KindDefinition, kindByGvk, kindOf, kinds, tableName } from '../api/kinds';
import { apiVersionOf, type KubeObject } from '../api/meta';
import {
  newConflict,
  newMethodNotSupported,
  newServiceUnavailable,
  OPTIMISTIC_LOCK_MESSAGE,
  PAGE_NOT_FOUND,
  type Status,
} from '../api/status';
import type { ClusterConfig } from '../config';
import type { Kernel } from '../kernel/kernel';
import type { Table } from '../kernel/table';
import type { Verb } from '../verbs';
import type { AdmissionRecord } from './admission/chain';
import type { NodeConnection } from './connect';
import { create } from './create';
import { answer, type Decision, refuse, type Write, writeKey } from './decision';
import { remove, removeCollection } from './delete';
import { EventLeases } from './event-leases';
import { type CustomKinds, extensions } from './extensions';
import type { HandlerContext } from './handler-context';
import { isDryRun } from './handler-context';
import type { ApiRequest, ApiResponse, RequestInfo } from './http';
import { milestoneOf } from './milestones';
import { checkWatch, get, list } from './read';
import { type FindKind, requestInfo } from './request-info';
import { Storage } from './storage';
import { bind } from './subresources';
import { patch, update } from './update';
import { Watches, type WatchStream } from './watch';

/** A request that must fail: how faults reach the API. */
export interface ApiFault {
  /** The process whose requests fail. */
  readonly user: string;
  readonly method: string;
  readonly resource: string;
  /** Only requests about the object of this name. */
  readonly name?: string;
  /** 409 or 503, in the server's own words. */
  readonly code: number;
  /** The answer instead, in full: a quota's refusal, an error of the store. */
  readonly status?: Status;
  readonly remaining: number;
}

const definitions = 'customresourcedefinitions';

/** Writes about what happens, and signs of life: many, and no step of any story. */
const bookkeeping: ReadonlySet<string> = new Set(['events', 'leases']);

function verbOf(request: ApiRequest, info: RequestInfo): Verb {
  switch (request.method) {
    case 'GET':
      return request.query?.watch === 'true' || request.query?.watch === '1'
        ? 'api.watch'
        : info.name
          ? 'api.get'
          : 'api.list';
    case 'POST':
      return 'api.create';
    case 'PUT':
      return 'api.update';
    case 'PATCH':
      return 'api.patch';
    default:
      return info.name ? 'api.delete' : 'api.deletecollection';
  }
}

/** The message itself, as the trace keeps it. */
export interface RequestDetail {
  /** The process that asks; the event's actor may be a part of it. */
  readonly user: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>> | undefined;
  readonly contentType: string | undefined;
  readonly request: unknown;
  readonly sentAt: number;
  readonly repliedAt: number;
  readonly code: number;
  readonly milestone: string | undefined;
  /** Who of the admission plugins set which fields; absent when none set any. */
  readonly admission?: readonly AdmissionRecord[];
  response: unknown;
}

/** A list is kept as its size and version: its items are rows of the table. */
function abridged(body: unknown): unknown {
  const list = body as { items?: readonly unknown[]; metadata?: unknown; kind?: string } | undefined;
  return Array.isArray(list?.items)
    ? { kind: list?.kind, metadata: list?.metadata, itemCount: list.items.length }
    : body;
}

/** Paths that name no stored kind: discovery, reviews, and what nobody serves. */
function decideOther(request: ApiRequest, served: readonly KindDefinition[]): Decision {
  const reviewed = request.method === 'POST' ? extensions().review(request.path, request.body) : undefined;
  if (reviewed !== undefined) return answer(201, reviewed);
  const document = request.method === 'GET' ? extensions().document(request.path, request.accept, served) : undefined;
  return document === undefined ? answer(404, PAGE_NOT_FOUND) : answer(200, document);
}

/** `pods/default/web-1/status`; the name as drawn where the request left it to the server. */
function subjectOf(info: RequestInfo, writes: readonly Write[]): string {
  let subject = info.kind.resource;
  if (info.namespace) subject += `/${info.namespace}`;
  const own = writes.filter(({ kind }) => kind === info.kind);
  const name = info.name || (own.length === 1 ? own[0]?.object.metadata.name : '');
  if (name) subject += `/${name}`;
  return info.subresource ? `${subject}/${info.subresource}` : subject;
}

export class ApiServer {
  readonly storage: Storage;
  readonly watches: Watches;
  /** The kubelets, once there are any: set by them when they are built. */
  nodes: NodeConnection | undefined;
  private readonly leases: EventLeases;
  /** Told of each write to a CustomResourceDefinition; `after` is absent when it is gone. */
  onDefinition: (before: KubeObject | undefined, after: KubeObject | undefined, at: number, cause: number) => void =
    () => {};
  /** The kinds of this cluster's CustomResourceDefinitions. */
  readonly custom: CustomKinds;
  private readonly kernel: Kernel;
  private readonly config: ClusterConfig;
  private readonly startMicros: number;
  private readonly draws: Table<number>;
  private readonly faults: Table<ApiFault>;
  /** Processes that the API server cannot reach, nor they it. */
  private readonly cuts: Table<{ readonly since: number }>;

  constructor(kernel: Kernel, config: ClusterConfig) {
    this.kernel = kernel;
    this.config = config;
    const start = parseTime(config.startTime);
    if (start === undefined) throw new Error(`startTime ${config.startTime} is no RFC 3339 time`);
    this.startMicros = start;
    this.storage = new Storage(kernel, config.watchCacheSize);
    this.watches = new Watches(kernel, config);
    this.leases = new EventLeases(kernel, this.storage);
    this.draws = kernel.table<number>('generated-names', { traced: false });
    this.faults = kernel.table<ApiFault>('api-faults');
    this.cuts = kernel.table<{ since: number }>('cuts');
    this.custom = extensions().customKindsOf(this.storage);
    this.storage.onCommit = (event, kind, at, cause) => {
      this.watches.publish(event, kind, at, cause);
      if (event.resource === definitions) {
        const { before, object, type } = event;
        this.onDefinition(before, type === 'DELETED' ? undefined : object, at, cause);
      }
    };
  }

  /** Every kind that is served now: those that all clusters have, then the custom ones. */
  kinds(): readonly KindDefinition[] {
    const custom = this.custom.all();
    return custom.length === 0 ? kinds : [...kinds, ...custom];
  }

  /** The kind behind a path's group, version and plural resource. */
  kindOf: FindKind = (group, version, resource) =>
    kindOf(group, version, resource) ??
    this.custom.all().find((k) => k.resource === resource && k.version === version && k.group === group);

  /** The kind behind an object's own `apiVersion` and `kind`. */
  kindByGvk(apiVersion: string, kind: string): KindDefinition | undefined {
    return (
      kindByGvk(apiVersion, kind) ??
      this.custom.all().find((k) => k.kind === kind && apiVersionOf(k.group, k.version) === apiVersion)
    );
  }

  /** Takes a resource path apart; `undefined` when no route serves it. */
  requestInfo(path: string): RequestInfo | undefined {
    return requestInfo(path, this.kindOf);
  }

  /** Microseconds since 1970 of a virtual time. */
  epochMicros(at: number): number {
    return this.startMicros + at;
  }

  /** Whether a process is cut off from the API server. */
  isCut(user: string): boolean {
    return this.cuts.has(user);
  }

  private context(at: number, draws: Map<string, number>): HandlerContext {
    return {
      kernel: this.kernel,
      config: this.config,
      storage: this.storage,
      watches: this.watches,
      at,
      nowMicros: this.epochMicros(at),
      nextDraw: (resource, base) => {
        const key = `${resource}/${base}`;
        const n = draws.get(key) ?? this.draws.get(key) ?? 0;
        draws.set(key, n + 1);
        return n;
      },
    };
  }

  /** The one REST function: every client of the cluster, inside and outside, goes through it. */
  handle(request: ApiRequest): ApiResponse {
    const sentAt = Math.max(this.kernel.now, request.sentAt ?? 0);
    const { apiReadMicros, apiWriteMicros } = this.config.latency;
    const info = this.requestInfo(request.path);
    const draws = new Map<string, number>();
    const fault = info && this.faultOf(request, info);
    const decision =
      fault?.decision ??
      (info ? this.decide(info, request, this.context(sentAt, draws)) : decideOther(request, this.kinds()));
    const writes = isDryRun(request) ? [] : decision.writes;
    const committedAt = sentAt + (decision.waitMicros ?? 0);
    const repliedAt = committedAt + (request.method === 'GET' ? apiReadMicros : apiWriteMicros);
    const detail: RequestDetail = {
      user: request.user,
      method: request.method,
      path: request.path,
      query: request.query,
      contentType: request.contentType,
      request: request.body,
      sentAt,
      repliedAt,
      code: decision.code,
      milestone: this.milestoneOf(writes),
      ...(decision.admission && decision.admission.length > 0 ? { admission: decision.admission } : {}),
      response: undefined,
    };
    const seq = this.kernel.emit({
      actor: request.actor ?? request.user,
      target: 'kube-apiserver',
      verb: info ? verbOf(request, info) : request.method === 'POST' ? 'api.create' : 'api.get',
      subject: info ? subjectOf(info, writes) : request.path,
      level: detail.milestone ? 'milestone' : info && bookkeeping.has(info.kind.resource) ? 'micro' : 'action',
      detail,
      ...(request.cause === undefined ? {} : { cause: request.cause }),
    });
    if (fault) this.useUp(fault.key);
    for (const [key, n] of draws) this.draws.set(key, n);
    const results = writes.map((write) => this.write(write, committedAt, seq));
    const body = decision.body(results.length > 0 ? results : decision.writes.map((write) => write.object));
    // The answer holds the objects as stored, which exist only now; the event is not visible to anybody before.
    detail.response = this.kernel.trace.recording === 'off' ? undefined : abridged(body);
    const response = { code: decision.code, body, warnings: decision.warnings ?? [], seq, repliedAt };
    if (info && decision.code === 200 && request.sink && verbOf(request, info) === 'api.watch') {
      return { ...response, stream: this.openStream(info, request, sentAt, seq) };
    }
    const stream = request.sink && decision.open?.(request.sink, seq);
    return stream ? { ...response, stream } : response;
  }

  private milestoneOf(writes: readonly Write[]): string | undefined {
    for (const write of writes) {
      const before = this.storage.get(write.kind, writeKey(write));
      const milestone = milestoneOf(write.kind.resource, before, write.op === 'put' ? write.object : undefined);
      if (milestone) return milestone;
    }
    return undefined;
  }

  private write(write: Write, at: number, seq: number): KubeObject {
    if (write.op === 'remove') {
      // What is written over an object on its last update is what watchers see last.
      return this.storage.remove(write.kind, writeKey(write), at, seq) ?? write.object;
    }
    const { resource } = write.kind;
    const limit =
      resource === 'pods' ? this.config.limits.pods : resource === 'nodes' ? this.config.limits.nodes : undefined;
    const stored = this.storage.put(write.kind, write.object, at, seq);
    if (resource === 'events') this.leases.keep(writeKey(write), at);
    if (limit !== undefined && this.storage.table(resource).size > limit)
      this.kernel.halt('ObjectLimit', limit, resource);
    return stored;
  }

  private openStream(info: RequestInfo, request: ApiRequest, at: number, seq: number): string {
    const { kind } = info;
    const table = tableName(kind);
    const version = request.query?.resourceVersion ?? '';
    const stream: WatchStream = {
      user: request.user,
      sink: request.sink ?? '',
      resource: table,
      namespace: info.namespace,
      labelSelector: request.query?.labelSelector ?? '',
      fieldSelector: request.query?.fieldSelector ?? '',
      resourceVersion: version,
      openedAt: at,
    };
    const id = this.watches.open(stream);
    if (version === '' || version === '0') {
      for (const object of this.storage.table(table).values()) {
        const revision = Number(object.metadata.resourceVersion);
        this.watches.offer(
          id,
          { revision, resource: table, key: '', type: 'ADDED', object, before: undefined },
          kind,
          at,
          seq,
        );
      }
    } else {
      for (const event of this.storage.eventsAfter(table, Number(version)))
        this.watches.offer(id, event, kind, at, seq);
    }
    return id;
  }

  /** Ends a watch: the client went away, or the connection broke. */
  closeStream(id: string): void {
    this.watches.close(id);
  }

  private faultOf(request: ApiRequest, info: RequestInfo): { key: string | undefined; decision: Decision } | undefined {
    if (this.isCut(request.user))
      return { key: undefined, decision: refuse(newServiceUnavailable('dial tcp: i/o timeout')) };
    if (this.faults.size === 0) return undefined;
    for (const key of this.faults.keys()) {
      const fault = this.faults.get(key) as ApiFault;
      if (fault.user !== request.user || fault.method !== request.method || fault.resource !== info.kind.resource)
        continue;
      if (fault.name !== undefined && fault.name !== info.name) continue;
      const status =
        fault.code === 409
          ? newConflict(info.kind, info.name, OPTIMISTIC_LOCK_MESSAGE)
          : newServiceUnavailable('the server is currently unable to handle the request');
      return { key, decision: refuse(fault.status ?? status) };
    }
    return undefined;
  }

  private useUp(key: string | undefined): void {
    const fault = key === undefined ? undefined : this.faults.get(key);
    if (key === undefined || !fault) return;
    if (fault.remaining > 1) this.faults.set(key, { ...fault, remaining: fault.remaining - 1 });
    else this.faults.delete(key);
  }

  private decide(info: RequestInfo, request: ApiRequest, context: HandlerContext): Decision {
    const decide = (inner: RequestInfo, given: ApiRequest, within: HandlerContext): Decision =>
      decideStored(inner, given, within, this.nodes);
    return info.view ? extensions().throughView(info, request, context, decide) : decide(info, request, context);
  }
}

/** What a request about a kind's stored version comes to. */
function decideStored(
  info: RequestInfo,
  request: ApiRequest,
  context: HandlerContext,
  nodes: NodeConnection | undefined,
): Decision {
  const { kind, name, subresource } = info;
  if (kind.namespaced && !info.namespace && (name || request.method === 'POST')) return answer(404, PAGE_NOT_FOUND);
  if (subresource === 'scale' && kind.scale && request.method !== 'POST' && request.method !== 'DELETE')
    return extensions().scale(context, info, request);
  if (subresource === 'log' && request.method === 'GET') return extensions().connect(context, info, request, nodes);
  if (subresource === 'exec' && (request.method === 'GET' || request.method === 'POST'))
    return extensions().connect(context, info, request, nodes);
  if (subresource === 'binding' && request.method === 'POST') return bind(context, info, request);
  if (subresource === 'eviction' && request.method === 'POST') return extensions().evict(context, info, request);
  if (subresource === 'finalize' && request.method === 'PUT') return update(context, info, request);
  if (subresource === '' || subresource === 'status') {
    switch (request.method) {
      case 'GET':
        if (request.query?.watch === 'true' || request.query?.watch === '1') return checkWatch(context, info, request);
        return name ? get(context, info, request) : list(context, info, request);
      case 'POST':
        if (!name && !subresource) return create(context, info, request);
        break;
      case 'PUT':
        if (name) return update(context, info, request);
        break;
      case 'PATCH':
        if (name) return patch(context, info, request);
        break;
      case 'DELETE':
        if (subresource) break;
        return name ? remove(context, info, request) : removeCollection(context, info, request);
    }
  }
  return refuse(newMethodNotSupported(kind, request.method.toLowerCase()));
}
