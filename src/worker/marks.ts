import { type Branch, causesOf, predicateTest, type TraceEvent } from '../engine/index';
import type { MarkChunk, MarkRules } from './protocol';

/** Events looked at for one frame. */
const chunkEvents = 8_000;

interface MarkTest {
  readonly mark: number;
  readonly test: (event: TraceEvent) => boolean;
}

/** One set of rules, and how far along a branch it has been asked. */
class MarkedTrace {
  readonly set: string;
  private readonly branch: Branch;
  private readonly byVerb = new Map<string, MarkTest[]>();
  private readonly ofAnyVerb: MarkTest[] = [];
  private until = 0;
  private reset = true;

  constructor(set: string, rules: MarkRules, branch: Branch) {
    this.set = set;
    this.branch = branch;
    const causeOf = causesOf(branch.cluster.kernel.trace);
    for (const [mark, predicates] of Object.values(rules).entries()) {
      for (const predicate of predicates) {
        const test = { mark, test: predicateTest(predicate, causeOf) };
        const { verb } = predicate;
        if (verb === undefined) this.ofAnyVerb.push(test);
        else this.byVerb.set(verb, [...(this.byVerb.get(verb) ?? []), test]);
      }
    }
  }

  get caughtUp(): boolean {
    return this.until >= this.branch.cluster.kernel.trace.length;
  }

  next(): MarkChunk | undefined {
    const { trace } = this.branch.cluster.kernel;
    const from = Math.max(this.until, trace.dropped);
    const end = Math.min(trace.length, from + chunkEvents);
    if (end <= this.until && !this.reset) return undefined;
    const positions: number[] = [];
    const marks: number[] = [];
    for (let position = from; position < end; position++) {
      const event = trace.at(position);
      if (!event) continue;
      const seen = new Set<number>();
      for (const { mark, test } of [...(this.byVerb.get(event.verb) ?? []), ...this.ofAnyVerb]) {
        if (seen.has(mark) || !test(event)) continue;
        seen.add(mark);
        positions.push(position);
        marks.push(mark);
      }
    }
    const { reset } = this;
    this.reset = false;
    this.until = end;
    return {
      set: this.set,
      branch: this.branch.name,
      reset,
      until: end,
      positions: Float64Array.from(positions),
      marks: Uint16Array.from(marks),
    };
  }
}

/** All sets of rules that the page has given, each asked once about each event. */
export class Marks {
  private branch: Branch | undefined;
  private readonly rules = new Map<string, MarkRules>();
  private traces: MarkedTrace[] = [];

  /** Takes a set in the place of the one of that name; without rules, the set is forgotten. */
  watch(set: string, rules: MarkRules | undefined): void {
    this.traces = this.traces.filter((trace) => trace.set !== set);
    if (!rules) this.rules.delete(set);
    else {
      this.rules.set(set, rules);
      if (this.branch) this.traces.push(new MarkedTrace(set, rules, this.branch));
    }
  }

  /** Speaks of another branch from now on. */
  follow(branch: Branch): void {
    if (branch === this.branch) return;
    this.branch = branch;
    this.traces = [...this.rules].map(([set, rules]) => new MarkedTrace(set, rules, branch));
  }

  get caughtUp(): boolean {
    return this.traces.every((trace) => trace.caughtUp);
  }

  /** What is new of each set. */
  next(): MarkChunk[] {
    return this.traces.flatMap((trace) => trace.next() ?? []);
  }
}
