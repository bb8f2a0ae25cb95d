// Models: nothing of Kubernetes; the record from which every picture, word and check of the lab is made.
// Simplified: —
// Not modelled: —
import { hashJson, hashText, mixHash } from '../../shared/hash';
import type { Change } from './table';

/** `micro`: a cache update, a queue add; `action`: a sync decided, a write, an RPC; `milestone`: a Pod bound, a container started. */
export type Level = 'micro' | 'action' | 'milestone';

/** `full`: every event; `milestones`: only those, with the changes between them folded in; `off`: nothing. */
export type Recording = 'full' | 'milestones' | 'off';

/** What a component says when something happens. */
export interface Emission {
  /** Who did it: a process or one of its parts, e.g. `kube-scheduler`. */
  readonly actor: string;
  /** To whom, where somebody else is concerned. */
  readonly target?: string | undefined;
  /** One of the closed vocabulary in `verbs.ts`. */
  readonly verb: string;
  /** What it is about: `pods/default/web-1`, a queue key, a node. */
  readonly subject: string;
  readonly level: Level;
  /** The message itself, as data, never prose. */
  readonly detail?: unknown;
  /** `seq` of the event that led to it; by default the one being handled. */
  readonly cause?: number;
  /** Further causes that were merged into this one (a queue holds one item for many adds). */
  readonly alsoCauses?: readonly number[] | undefined;
}

export interface TraceEvent {
  readonly seq: number;
  /** Virtual time in microseconds since the cluster's start. */
  readonly at: number;
  readonly cause: number;
  readonly alsoCauses?: readonly number[] | undefined;
  readonly actor: string;
  readonly target: string | undefined;
  readonly verb: string;
  readonly subject: string;
  readonly level: Level;
  readonly detail: unknown;
  readonly changes: readonly Change[];
}

function hashEvent(event: TraceEvent): number {
  let hash = mixHash(event.seq, event.at);
  hash = mixHash(hash, event.cause);
  hash = mixHash(
    hash,
    hashText(`${event.actor}\n${event.target ?? ''}\n${event.verb}\n${event.subject}\n${event.level}`),
  );
  for (const also of event.alsoCauses ?? []) hash = mixHash(hash, also);
  hash = mixHash(hash, hashJson(event.detail ?? null));
  for (const change of event.changes) {
    hash = mixHash(hash, hashText(`${change.table}\n${change.key}`));
    hash = mixHash(hash, change.after === undefined ? 0 : hashJson(change.after));
  }
  return hash;
}

/** The events that happened, oldest first, with the oldest dropped once there are too many. */
export class Trace {
  readonly recording: Recording;
  readonly maxEvents: number;
  events: TraceEvent[] = [];
  /** Events dropped from the front. */
  dropped = 0;
  /** Of the events that were dropped. */
  private baseHash = 0;
  /** Of those and of the first `hashed` ones kept: made when asked for, as it costs more than many an event itself. */
  private hash = 0;
  private hashed = 0;
  /** `causes[seq]`, kept for events that were not recorded, so that "why?" can pass over them. */
  private causes: number[] | undefined;

  constructor(recording: Recording, maxEvents: number) {
    this.recording = recording;
    this.maxEvents = maxEvents;
    this.causes = recording === 'milestones' ? [] : undefined;
  }

  noteCause(seq: number, cause: number): void {
    if (this.causes) this.causes[seq] = cause;
  }

  push(event: TraceEvent): void {
    this.events.push(event);
    if (this.events.length > this.maxEvents) this.dropBefore(this.dropped + (this.maxEvents >> 2));
  }

  /** Forgets the events before a position. They stay part of the hash. */
  dropBefore(position: number): void {
    const count = Math.min(position - this.dropped, this.events.length);
    if (count <= 0) return;
    let hash = this.hashed > count ? this.baseHash : this.hash;
    for (let i = this.hashed > count ? 0 : this.hashed; i < count; i++) hash = mixHash(hash, this.hashAt(i));
    this.baseHash = hash;
    if (this.hashed < count) {
      this.hash = hash;
      this.hashed = count;
    }
    this.events = this.events.slice(count);
    this.hashed -= count;
    this.dropped += count;
  }

  /** Number of events since the start, dropped ones included. */
  get length(): number {
    return this.dropped + this.events.length;
  }

  /** The earliest position where a cursor may stand: before the first event, or at the oldest one that was not dropped. */
  get earliest(): number {
    return this.dropped === 0 ? -1 : this.dropped;
  }

  /** The event at a position counted from the start; `undefined` when dropped or not yet there. */
  at(position: number): TraceEvent | undefined {
    return this.events[position - this.dropped];
  }

  /** Position of the last event whose `seq` is not above the given one; `dropped - 1` when there is none. */
  positionOfSeq(seq: number): number {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.events[middle] as TraceEvent).seq <= seq) low = middle + 1;
      else high = middle;
    }
    return this.dropped + low - 1;
  }

  /** Position of the last event not after a virtual time. */
  positionOfTime(at: number): number {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.events[middle] as TraceEvent).at <= at) low = middle + 1;
      else high = middle;
    }
    return this.dropped + low - 1;
  }

  bySeq(seq: number): TraceEvent | undefined {
    const event = this.at(this.positionOfSeq(seq));
    return event?.seq === seq ? event : undefined;
  }

  /** The chain of recorded causes of an event, nearest first, to the command at its root or to what was dropped. */
  why(seq: number): TraceEvent[] {
    const chain: TraceEvent[] = [];
    let event = this.bySeq(seq);
    while (event && event.cause > 0 && chain.length < 10_000) {
      let cause = event.cause;
      event = this.bySeq(cause);
      while (!event && this.causes && cause > 0) {
        cause = this.causes[cause] ?? 0;
        event = this.bySeq(cause);
      }
      if (event) chain.push(event);
    }
    return chain;
  }

  private hashAt(index: number): number {
    return hashEvent(this.events[index] as TraceEvent);
  }

  /** Hash of all events so far; the same in Node, in a Worker, at once or stepped. */
  currentHash(): number {
    for (; this.hashed < this.events.length; this.hashed++) this.hash = mixHash(this.hash, this.hashAt(this.hashed));
    return this.hash;
  }

  /** Carries on the hash of a trace whose events are not here. */
  resumeHash(hash: number): void {
    this.baseHash = hash;
    this.hash = hash;
  }

  /**
   * A trace that shares this one's first `length` events, dropped ones counted, for a branch. `seq` is that of the last of
   * them. Throws when that many are no longer here.
   */
  prefix(length: number, seq: number): Trace {
    if (length < this.dropped) throw new Error(`events before ${this.dropped} are no longer kept`);
    const copy = new Trace(this.recording, this.maxEvents);
    copy.dropped = this.dropped;
    copy.events = this.events.slice(0, length - this.dropped);
    copy.baseHash = this.baseHash;
    const known = this.hashed <= copy.events.length;
    copy.hash = known ? this.hash : this.baseHash;
    copy.hashed = known ? this.hashed : 0;
    if (this.causes) copy.causes = this.causes.slice(0, seq + 1);
    return copy;
  }
}
