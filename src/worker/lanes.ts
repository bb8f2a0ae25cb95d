import type { Branch, Trace, TraceEvent } from '../engine/index';
import { ChangeIndex } from './change-index';
import { LaneIndex } from './lane-index';
import { ObjectHistory } from './object-history';
import type { LaneStrip, LanesQuery, LanesWindow } from './protocol';

/** Messages that a window may hold, whatever is asked for. */
const maxMessages = 600;
/** Objects followed at once, and objects whose history is kept. */
const maxSubjects = 3;
const keptHistories = 12;

const least = { micro: 0, action: 1, milestone: 2 } as const;

/** `pods/default/web-1` of `pods/default/web-1/status`; nothing for what names no object. */
function objectOf(subject: string): string {
  const parts = subject.split('/');
  return (parts[0] === 'nodes' ? parts.slice(0, 2) : parts.slice(0, 3)).join('/');
}

/** Answers what the lanes ask about one branch. */
export class Lanes {
  private readonly branch: Branch;
  private readonly index: LaneIndex;
  private readonly changes: ChangeIndex;
  private readonly histories = new Map<string, ObjectHistory>();

  constructor(branch: Branch) {
    this.branch = branch;
    this.index = new LaneIndex(this.trace);
    this.changes = new ChangeIndex(this.trace);
  }

  private get trace(): Trace {
    return this.branch.cluster.kernel.trace;
  }

  private history(subject: string): ObjectHistory {
    let history = this.histories.get(subject);
    if (!history) {
      history = new ObjectHistory(this.trace, this.changes, subject);
      const [oldest] = this.histories.keys();
      if (this.histories.size >= keptHistories && oldest !== undefined) this.histories.delete(oldest);
    } else this.histories.delete(subject);
    // The one that was asked for last stands last.
    this.histories.set(subject, history);
    history.extend();
    return history;
  }

  window({ around, before, after, granularity, subjects, until: gate }: LanesQuery): LanesWindow {
    const { trace, index } = this;
    index.extend();
    this.changes.extend();
    const until = Math.min(gate ?? trace.length - 1, trace.length - 1);
    const followed = subjects.map(objectOf).slice(0, maxSubjects);
    const level = least[granularity];
    const shows = (event: TraceEvent, rank: number): boolean =>
      rank >= level || followed.includes(objectOf(event.subject));
    const clamp = (count: number) => Math.max(0, Math.min(maxMessages / 2, Math.floor(count)));
    const found = index.around(Math.min(around, until), clamp(before), clamp(after), shows, until);
    const messages = found.positions.map((position) => index.message(position));
    const cursorAt = trace.at(Math.min(around, until))?.at ?? 0;
    let from = messages.length > 0 ? Number.POSITIVE_INFINITY : cursorAt;
    let to = messages.length > 0 ? 0 : cursorAt;
    for (const { sentAt, arrivedAt } of messages) {
      from = Math.min(from, sentAt);
      to = Math.max(to, arrivedAt);
    }
    return {
      branch: this.branch.name,
      around,
      from,
      to,
      messages,
      work: index.workWithin(from, to, until),
      strips: followed.flatMap((subject) => this.strips(subject, from, to, until)),
      earlier: found.earlier,
      later: found.later,
    };
  }

  private strips(subject: string, from: number, to: number, until: number): LaneStrip[] {
    if (!subject.includes('/')) return [];
    const history = this.history(subject);
    if (history.truth.length === 0 && history.beliefs.size === 0) return [];
    // Of the kubelets only those that were ever told of this object.
    const processes = this.changes
      .processes(history.resource)
      .filter((process) => !process.startsWith('kubelet/') || history.beliefs.has(process));
    return ['', ...processes].map((process) => ({
      subject,
      process,
      versions: history.within(process, from, to, until),
      stale:
        process === ''
          ? []
          : history.staleOf(process, until).filter((span) => span.from <= to && (span.to ?? to) >= from),
    }));
  }
}
