// Models: client-go tools/record: EventRecorder, EventCorrelator (EventAggregator, eventLogger, EventSourceObjectSpamFilter), recordToSink
// Simplified: one Event is written at a time, a millisecond after it was recorded; failed writes are not tried again.
// Not modelled: the events.k8s.io series that kube-scheduler writes.

import { hashText } from '../../shared/hash';
import { formatTime } from '../../shared/time';
import type { KindDefinition } from '../api/kinds';
import { kindOf } from '../api/kinds';
import { apiVersionOf, type KubeObject } from '../api/meta';
import type { Event } from '../api/types';
import type { KernelEvent } from '../kernel/event-queue';
import type { Kernel } from '../kernel/kernel';
import { type RecentRow, RecentRows } from './recent-rows';
import type { ClientFactory } from './session';

/** What is known about an Event that was written before. */
interface Observed extends RecentRow {
  readonly count: number;
  readonly firstTimestamp: string;
  readonly name: string;
}

interface Aggregate extends RecentRow {
  readonly messages: readonly string[];
  readonly lastMicros: number;
}

interface Tokens extends RecentRow {
  readonly tokens: number;
  readonly atMicros: number;
}

interface Recorded {
  readonly source: { readonly component: string; readonly host?: string };
  readonly object: Event['involvedObject'];
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly user: string;
  readonly actor: string;
}

/** `host`: the node in the Events' source. `actor`: who records, as the trace names it; the process when absent. */
export interface RecorderOptions {
  readonly host?: string;
  readonly actor?: string;
}

/** maxLruCacheEntries: of each cache, of each component that records. */
const mostRemembered = 4_096;
/** defaultAggregateMaxEvents, defaultAggregateIntervalInSeconds */
const aggregateAfter = 10;
const aggregateMicros = 600e6;
/** defaultSpamBurst, defaultSpamQPS: 25 at once, then one in five minutes, per source and object. */
const spamBurst = 25;
const spamRefillMicros = 300e6;

/** The Events of one component of one process. */
export class EventRecorder {
  private readonly broadcaster: EventBroadcaster;
  private readonly user: string;
  private readonly actor: string;
  private readonly source: { readonly component: string; readonly host?: string };

  constructor(broadcaster: EventBroadcaster, user: string, component: string, options: RecorderOptions = {}) {
    this.broadcaster = broadcaster;
    this.user = user;
    this.actor = options.actor ?? user;
    this.source = options.host === undefined ? { component } : { component, host: options.host };
  }

  /** Records an Event about an object. `fieldPath` names a part of it: `spec.containers{web}`. */
  event(
    kind: KindDefinition,
    object: KubeObject,
    type: 'Normal' | 'Warning',
    reason: string,
    message: string,
    fieldPath?: string,
  ): void {
    const { name, namespace, uid, resourceVersion } = object.metadata;
    this.broadcaster.record({
      source: this.source,
      user: this.user,
      actor: this.actor,
      object: {
        kind: kind.kind,
        ...(namespace ? { namespace } : {}),
        name: name ?? '',
        ...(uid ? { uid } : {}),
        apiVersion: apiVersionOf(kind.group, kind.version),
        ...(resourceVersion ? { resourceVersion } : {}),
        ...(fieldPath ? { fieldPath } : {}),
      },
      type,
      reason,
      message: message.slice(0, 1024),
    });
  }
}

/** Aggregates, counts, limits and writes the Events of all processes. */
export class EventBroadcaster {
  static readonly component = 'events';
  private readonly kernel: Kernel;
  private readonly clients: ClientFactory;
  private readonly observed: RecentRows<Observed>;
  private readonly aggregates: RecentRows<Aggregate>;
  private readonly spam: RecentRows<Tokens>;
  private readonly kind: KindDefinition;

  constructor(clients: ClientFactory) {
    this.clients = clients;
    this.kernel = clients.kernel;
    const { kernel } = this;
    this.observed = new RecentRows(kernel.table<Observed>('event-observed', { traced: false }), mostRemembered);
    this.aggregates = new RecentRows(kernel.table<Aggregate>('event-aggregates', { traced: false }), mostRemembered);
    this.spam = new RecentRows(kernel.table<Tokens>('event-spam', { traced: false }), mostRemembered);
    this.kind = kindOf('', 'v1', 'events') as KindDefinition;
    this.kernel.on(EventBroadcaster.component, (event) => this.write(event));
  }

  recorder(user: string, component: string, options: RecorderOptions = {}): EventRecorder {
    return new EventRecorder(this, user, component, options);
  }

  record(recorded: Recorded): void {
    this.kernel.schedule(this.kernel.now + 1_000, EventBroadcaster.component, 'record', recorded);
  }

  /** EventSourceObjectSpamFilter.Filter */
  private spends(sourceKey: string, nowMicros: number, use: RecentRow): boolean {
    const before = this.spam.get(sourceKey) ?? { tokens: spamBurst, atMicros: nowMicros };
    const tokens = Math.min(spamBurst, before.tokens + (nowMicros - before.atMicros) / spamRefillMicros);
    this.spam.set(sourceKey, { ...use, tokens: tokens >= 1 ? tokens - 1 : tokens, atMicros: nowMicros });
    return tokens >= 1;
  }

  /** EventAggregator.EventAggregate: ten unlike messages within ten minutes become one that says so. */
  private aggregate(
    key: string,
    message: string,
    nowMicros: number,
    use: RecentRow,
  ): { message: string; aggregated: boolean } {
    const before = this.aggregates.get(key);
    const old = !before || nowMicros - before.lastMicros > aggregateMicros;
    let messages = old ? [] : before.messages;
    if (!messages.includes(message)) messages = [...messages, message];
    const aggregated = messages.length >= aggregateAfter;
    if (aggregated) messages = messages.slice(1);
    this.aggregates.set(key, { ...use, messages, lastMicros: nowMicros });
    return { message: aggregated ? `(combined from similar events): ${message}` : message, aggregated };
  }

  private write(event: KernelEvent): void {
    const { source, object, type, reason, message, user, actor } = event.payload as Recorded;
    const session = this.clients.session(user, `${user}/events`, actor);
    const nowMicros = session.epochMicros;
    this.kernel.cause = this.kernel.emit({
      actor,
      verb: 'event.record',
      subject: `${object.kind}/${object.namespace ?? ''}/${object.name}`,
      level: 'micro',
      detail: { type, reason, message },
    });
    const about = [source.component, source.host ?? '', object.kind, object.namespace, object.name, object.uid].join(
      '/',
    );
    const similar = [about, type, reason].join('/');
    const use: RecentRow = { owner: `${source.component}/${source.host ?? ''}`, used: this.kernel.cause };
    const merged = this.aggregate(similar, message, nowMicros, use);
    const exact = merged.aggregated ? similar : [similar, object.fieldPath ?? '', message].join('/');
    const key = String(hashText(exact));
    const seen = this.observed.get(key);
    if (!this.spends(about, nowMicros, use)) return;
    const timestamp = formatTime(nowMicros);
    if (seen) {
      const count = seen.count + 1;
      this.observed.set(key, { ...seen, ...use, count });
      const body = { message: merged.message, count, lastTimestamp: timestamp };
      const patched = session.patch(
        this.kind,
        object.namespace || 'default',
        seen.name,
        'application/strategic-merge-patch+json',
        body,
      );
      if (patched.ok || patched.status.reason !== 'NotFound') return;
    }
    const name = `${object.name}.${this.nano(nowMicros, key)}`;
    const created: Event = {
      metadata: { name, namespace: object.namespace || 'default' },
      involvedObject: object,
      reason,
      message: merged.message,
      source,
      firstTimestamp: seen?.firstTimestamp ?? timestamp,
      lastTimestamp: timestamp,
      count: (seen?.count ?? 0) + 1,
      type,
      reportingComponent: source.component,
      reportingInstance: source.host ?? '',
    };
    this.observed.set(key, {
      ...use,
      count: (seen?.count ?? 0) + 1,
      firstTimestamp: seen?.firstTimestamp ?? timestamp,
      name,
    });
    session.create(this.kind, created as unknown as KubeObject);
  }

  /** Hexadecimal nanoseconds as in an Event's name; what virtual time cannot tell apart is drawn from the Event itself. */
  private nano(epochMicros: number, key: string): string {
    const micros = BigInt(epochMicros) * 1000n + BigInt(hashText(key) % 1000);
    return micros.toString(16);
  }
}
