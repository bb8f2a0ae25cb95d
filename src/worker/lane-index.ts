import type { RequestDetail, Trace, TraceEvent } from '../engine/index';
import { isFailure, noteOf } from './event-note';
import { committedAt } from './object-history';
import type { LaneMessage, LaneWork } from './protocol';

/** 0: at micro only; 1: at action, too; 2: always. */
type Rank = 0 | 1 | 2;

const ranks = { micro: 0, action: 1, milestone: 2 } as const;
/** Causes walked back from a request to the message that led to it. */
const maxSteps = 24;
/** Work of a queue that may have begun so many items before a window and reach into it. */
const workSlack = 400;

/** Bookkeeping of the cluster that no lane shows. */
const hidden = new Set(['leases']);

/** What goes on whether or not anything happens: Events, and a kubelet that says that its node is well. */
function isUpkeep(event: TraceEvent, resource: string): boolean {
  if (resource === 'events') return true;
  return resource === 'nodes' && event.level !== 'milestone' && event.actor.startsWith('kubelet/') && !isFailure(event);
}

/** The messages of a trace and the work of its queues, found once and extended as the trace grows. */
export class LaneIndex {
  private readonly trace: Trace;
  private until: number;
  private readonly positions: number[] = [];
  private readonly rank: Rank[] = [];
  private readonly work: LaneWork[] = [];

  constructor(trace: Trace) {
    this.trace = trace;
    this.until = trace.dropped;
  }

  /** Reads what is new. */
  extend(): void {
    for (; this.until < this.trace.length; this.until++) {
      const event = this.trace.at(this.until);
      if (!event) continue;
      const resource = event.subject.split('/', 1)[0] as string;
      if (event.verb.startsWith('api.')) {
        if (hidden.has(resource)) continue;
        const rank = isUpkeep(event, resource) ? 0 : ranks[event.level];
        this.add(rank);
        if (rank > 0) this.raiseCauses(event, rank);
      } else if (event.verb === 'watch.deliver') {
        if (!hidden.has(resource)) this.add(0);
      } else this.noteWork(event);
    }
  }

  private add(rank: Rank): void {
    this.positions.push(this.until);
    this.rank.push(rank);
  }

  /** The message that led to a request is shown where the request is. */
  private raiseCauses(event: TraceEvent, rank: Rank): void {
    let cause = event.cause;
    for (let step = 0; step < maxSteps && cause > 0; step++) {
      const before = this.trace.bySeq(cause);
      if (!before || before.verb.startsWith('api.')) return;
      if (before.verb === 'watch.deliver') {
        const place = this.place(this.trace.positionOfSeq(cause));
        if (this.positions[place] !== undefined) this.rank[place] = Math.max(this.rank[place] as Rank, rank) as Rank;
        return;
      }
      cause = before.cause;
    }
  }

  private noteWork(event: TraceEvent): void {
    if (event.verb === 'queue.add') {
      if ((event.detail as { merged?: boolean } | null)?.merged) return;
      this.work.push({
        actor: event.actor,
        key: event.subject,
        position: this.until,
        addedAt: event.at,
        startedAt: undefined,
        doneAt: undefined,
      });
      return;
    }
    if (event.verb !== 'controller.sync' && event.verb !== 'controller.done') return;
    // A key that is added again while it is worked on has two entries: the sync is of the older one.
    for (let i = this.work.length - 1, back = 0; i >= 0 && back < workSlack; i--, back++) {
      const item = this.work[i] as LaneWork;
      if (item.actor !== event.actor || item.key !== event.subject) continue;
      if (event.verb === 'controller.sync' && item.startedAt === undefined) {
        this.work[i] = { ...item, startedAt: event.at };
        return;
      }
      if (event.verb === 'controller.done' && item.startedAt !== undefined) {
        if (item.doneAt === undefined) this.work[i] = { ...item, doneAt: event.at };
        return;
      }
    }
  }

  /** Place of the first message at or after a position. */
  private place(position: number): number {
    let low = 0;
    let high = this.positions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.positions[middle] as number) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Positions of the messages around a place of the trace, and whether there are more on either side. */
  around(
    position: number,
    before: number,
    after: number,
    shows: (event: TraceEvent, rank: Rank) => boolean,
    until: number,
  ): { positions: number[]; earlier: boolean; later: boolean } {
    const start = this.place(position + 1);
    const taken = (from: number, step: 1 | -1, count: number): { found: number[]; more: boolean } => {
      const found: number[] = [];
      for (let i = from; i >= 0 && i < this.positions.length; i += step) {
        const at = this.positions[i] as number;
        if (at < this.trace.dropped || at > until) break;
        const event = this.trace.at(at);
        if (!event || !shows(event, this.rank[i] as Rank)) continue;
        if (found.length === count) return { found, more: true };
        found.push(at);
      }
      return { found, more: false };
    };
    const past = taken(start - 1, -1, before);
    const future = taken(start, 1, after);
    return { positions: [...past.found.reverse(), ...future.found], earlier: past.more, later: future.more };
  }

  message(position: number): LaneMessage {
    const event = this.trace.at(position) as TraceEvent;
    const { seq, verb, subject, level } = event;
    const common = { position, seq, verb, subject, level, note: noteOf(event), failed: isFailure(event) };
    if (verb === 'watch.deliver') {
      const written = this.trace.bySeq(event.cause);
      const sentAt = written ? Math.min(event.at, committedAt(written)) : event.at;
      const to = event.target ?? '';
      return {
        ...common,
        kind: 'watch',
        from: 'kube-apiserver',
        process: to,
        to,
        sentAt,
        arrivedAt: event.at,
        code: 0,
      };
    }
    const { user, sentAt, repliedAt, code } = event.detail as RequestDetail;
    return {
      ...common,
      kind: 'request',
      from: event.actor,
      process: user,
      to: 'kube-apiserver',
      sentAt,
      arrivedAt: repliedAt,
      code,
    };
  }

  /** Work of the queues between two times. */
  workWithin(from: number, to: number, until: number): LaneWork[] {
    let low = 0;
    let high = this.work.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.work[middle] as LaneWork).addedAt < from) low = middle + 1;
      else high = middle;
    }
    return this.work
      .slice(Math.max(0, low - workSlack))
      .filter(({ addedAt, doneAt, position }) => position <= until && addedAt <= to && (doneAt ?? to) >= from)
      .slice(0, 1_000);
  }
}
