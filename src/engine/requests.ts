// Models: a client outside the cluster that sends single requests and holds watches open; of the server's side
//   k8s.io/apiserver pkg/endpoints/handlers/watch.go (bookmarks, timeoutSeconds, tables of a watch)
// Simplified: bookmarks come once a minute; a watch that names no end lasts between half an hour and an hour.
// Not modelled: connections that break.
import type { KindDefinition } from './api/kinds';
import type { ApiServer } from './apiserver/api-server';
import type { StreamChunk } from './apiserver/connect';
import { extensions } from './apiserver/extensions';
import type { ApiRequest, ApiResponse } from './apiserver/http';
import { asksForTable } from './apiserver/read';
import type { WatchDelivery } from './apiserver/watch';
import type { EngineContext, EngineProcess } from './engine-context';
import type { KernelEvent } from './kernel/event-queue';
import type { Kernel } from './kernel/kernel';
import type { Table } from './kernel/table';

const component = 'http';
/** defaultBookmarkFrequency, microseconds. */
const bookmarkMicros = 60_000_000;
/** min-request-timeout, seconds; a watch without `timeoutSeconds` lasts one to two of it. */
const minRequestSeconds = 1_800;

/** One event of a watch as it goes over the wire. */
export interface WireEvent {
  readonly type: WatchDelivery['type'];
  readonly object: unknown;
}

/** Who sent the requests: gets the answers at the virtual time at which they are there. */
export interface OutsideListener {
  answered(id: string, response: ApiResponse): void;
  /** An event of the watch that request `id` opened. */
  watched(id: string, event: WireEvent): void;
  /** More of the log or of the command that request `id` asked for. */
  streamed(id: string, chunk: StreamChunk): void;
  /** The server ends the watch. */
  ended(id: string): void;
}

/** A request from outside. `id`: the sender's name for it, by which its answer goes back; none when nobody waits. */
export type OutsideRequest = ApiRequest & { readonly id?: string };

/** An open watch of an outside client, by the name of its stream. */
interface OutsideStream {
  readonly id: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly table: boolean;
  readonly includeObject: string;
  readonly bookmarks: boolean;
  /** The columns of its tables were sent. */
  readonly headersSent: boolean;
}

/** A stream's name is used again when it has ended, the request's is not. */
interface StreamTimer {
  readonly stream: string;
  readonly id: string;
}

/**
 * Commands `request` (an OutsideRequest), which goes to the API server as it is, `input`, which goes to a
 * command that it started, and `close`, which ends a watch, a log or a command.
 */
export class OutsideRequests implements EngineProcess {
  /** No state: the answers are events of the simulation with or without it. */
  listener: OutsideListener | undefined;
  private readonly kernel: Kernel;
  private readonly api: ApiServer;
  private readonly streams: Table<OutsideStream>;
  /** Logs and commands, by stream: the request that opened it. */
  private readonly connections: Table<string>;

  constructor({ kernel, api }: EngineContext) {
    this.kernel = kernel;
    this.api = api;
    this.streams = kernel.table<OutsideStream>('outside-streams', { traced: false });
    this.connections = kernel.table<string>('outside-connections', { traced: false });
    kernel.on(component, (event) => this.handle(event));
  }

  boot(): void {}

  private handle({ type, payload }: KernelEvent): void {
    switch (type) {
      case 'answer': {
        const { id, response } = payload as { id: string; response: ApiResponse };
        this.listener?.answered(id, response);
        return;
      }
      case 'watch':
        this.deliver(payload as WatchDelivery);
        return;
      case 'bookmark':
        this.bookmark(payload as StreamTimer);
        return;
      case 'timeout':
        this.timeUp(payload as StreamTimer);
        return;
      case 'stream':
        this.stream(payload as StreamChunk);
        return;
      case 'input':
        this.input(payload as { id: string; text?: string });
        return;
      case 'close':
        this.close((payload as { id: string }).id);
        return;
      default:
        this.send(payload as OutsideRequest);
    }
  }

  private send({ id, ...request }: OutsideRequest): void {
    this.kernel.cause = this.kernel.emit({
      actor: request.user,
      verb: 'command',
      subject: `${request.method} ${request.path}`,
      level: 'action',
    });
    const watch = request.query?.watch === 'true' || request.query?.watch === '1';
    const response = this.api.handle({
      ...request,
      trusted: false,
      ...(id !== undefined && { sink: component }),
    });
    if (id === undefined) return;
    const cause = response.seq;
    this.kernel.schedule(response.repliedAt, component, 'answer', { id, response }, { cause });
    if (response.stream === undefined) return;
    if (watch) this.opened(id, request, response.stream, response.repliedAt, cause);
    else this.connections.set(response.stream, id);
  }

  private stream(chunk: StreamChunk): void {
    const id = this.connections.get(chunk.stream);
    if (id === undefined) return;
    if (chunk.channel === 'end') this.forget(chunk.stream, 'ended');
    this.listener?.streamed(id, chunk);
  }

  private forget(stream: string, reason: string): void {
    this.kernel.cause = this.kernel.emit({
      actor: 'kube-apiserver',
      verb: 'watch.close',
      subject: stream,
      level: 'micro',
      detail: { reason },
    });
    this.connections.delete(stream);
  }

  private input({ id, text }: { id: string; text?: string }): void {
    const stream = this.connectionOf(id);
    if (stream === undefined) return;
    const detail = { input: text ?? null };
    this.kernel.cause = this.kernel.emit({
      actor: 'kube-apiserver',
      verb: 'command',
      subject: stream,
      level: 'micro',
      detail,
    });
    this.api.nodes?.input(stream, text);
  }

  private connectionOf(id: string): string | undefined {
    return [...this.connections.keys()].sort().find((key) => this.connections.get(key) === id);
  }

  private close(id: string): void {
    const connection = this.connectionOf(id);
    if (connection !== undefined) {
      this.forget(connection, 'closed by the client');
      this.api.nodes?.closeStream(connection);
      return;
    }
    const stream = [...this.streams.keys()].sort().find((key) => this.streams.get(key)?.id === id);
    if (stream !== undefined) this.end(stream, false);
  }

  private opened(id: string, request: ApiRequest, stream: string, at: number, cause: number): void {
    const info = this.api.requestInfo(request.path);
    const kind = (info?.view ?? info?.kind) as KindDefinition;
    const { timeoutSeconds, includeObject, allowWatchBookmarks, sendInitialEvents } = request.query ?? {};
    const bookmarks = allowWatchBookmarks === 'true' || allowWatchBookmarks === '1';
    this.streams.set(stream, {
      id,
      group: kind.group,
      version: kind.version,
      resource: kind.resource,
      table: asksForTable(request.accept),
      includeObject: includeObject ?? 'Metadata',
      bookmarks,
      headersSent: false,
    });
    const asked = Number(timeoutSeconds ?? 0);
    const seconds =
      asked > 0 ? asked : minRequestSeconds * (1 + this.kernel.rand('kube-apiserver', 'watch-timeout', stream, at));
    this.kernel.schedule(
      at + Math.round(seconds * 1e6),
      component,
      'timeout',
      { stream, id },
      { cause, background: true },
    );
    if (!bookmarks) return;
    if (sendInitialEvents === 'true') {
      const initial = { 'k8s.io/initial-events-end': 'true' };
      this.api.watches.bookmark(stream, kind, this.api.storage.revision, at, initial);
    }
    this.expectBookmark({ stream, id }, cause);
  }

  private expectBookmark(timer: StreamTimer, cause: number): void {
    const at = this.kernel.now + bookmarkMicros;
    this.kernel.schedule(at, component, 'bookmark', timer, { cause, background: true });
  }

  private timeUp({ stream, id }: StreamTimer): void {
    if (this.streams.get(stream)?.id === id) this.end(stream, true);
  }

  private bookmark(timer: StreamTimer): void {
    const { stream, id } = timer;
    const row = this.streams.get(stream);
    if (row?.id !== id) return;
    this.kernel.cause = this.kernel.emit({
      actor: 'kube-apiserver',
      verb: 'watch.deliver',
      subject: row.resource,
      level: 'micro',
      detail: { type: 'BOOKMARK', resourceVersion: String(this.api.storage.revision) },
    });
    this.api.watches.bookmark(stream, this.kindOf(row), this.api.storage.revision, this.kernel.now);
    this.expectBookmark(timer, this.kernel.cause);
  }

  private kindOf(row: OutsideStream): KindDefinition {
    return this.api.kindOf(row.group, row.version, row.resource) as KindDefinition;
  }

  private deliver({ stream, type, object, revision }: WatchDelivery): void {
    const row = this.streams.get(stream);
    if (!row) return;
    const { name = '', namespace } = object.metadata;
    this.kernel.cause = this.kernel.emit({
      actor: 'kube-apiserver',
      target: this.api.watches.streams.get(stream)?.user ?? '',
      verb: 'watch.deliver',
      subject: `${row.resource}/${namespace ? `${namespace}/` : ''}${name}`,
      level: 'micro',
      detail: { type, resourceVersion: String(revision) },
    });
    const kind = this.kindOf(row);
    if (!row.table || type === 'BOOKMARK') {
      const shown = kind?.view && type !== 'BOOKMARK' ? kind.view.fromStored(object) : object;
      this.listener?.watched(row.id, { type, object: shown });
      return;
    }
    const { resourceVersion } = object.metadata;
    const nowMicros = this.api.epochMicros(this.kernel.now);
    const { tableOf } = extensions();
    const table = tableOf(kind, [object], { resourceVersion }, row.includeObject, nowMicros) as object;
    this.listener?.watched(row.id, { type, object: row.headersSent ? { ...table, columnDefinitions: null } : table });
    if (!row.headersSent) this.streams.set(stream, { ...row, headersSent: true });
  }

  private end(stream: string, byServer: boolean): void {
    const row = this.streams.get(stream);
    if (!row) return;
    this.kernel.cause = this.kernel.emit({
      actor: byServer ? 'kube-apiserver' : (this.api.watches.streams.get(stream)?.user ?? ''),
      verb: 'watch.close',
      subject: stream,
      level: 'micro',
      detail: { reason: byServer ? 'timeout' : 'closed by the client' },
    });
    this.streams.delete(stream);
    this.api.closeStream(stream);
    if (byServer) this.listener?.ended(row.id);
  }
}
