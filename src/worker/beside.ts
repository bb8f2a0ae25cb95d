import type { Branch, TraceEvent } from '../engine/index';
import { toldEvent } from './event-note';
import type { Lab } from './lab';
import type { BesideFrame, Granularity, ToldEvent } from './protocol';
import { RowFeed } from './row-feed';
import { SlotFeed } from './slot-feed';

/** Kernel events for which the other branch is run on in one go. */
const sliceEvents = 500;
const ranks = { micro: 0, action: 1, milestone: 2 } as const;

/** Virtual time until which two branches of a lab are one and the same. */
export function partedAt(lab: Lab, a: string, b: string): number {
  const others = lineage(lab, b);
  let latest = 0;
  for (const [name, until] of lineage(lab, a)) latest = Math.max(latest, Math.min(until, others.get(name) ?? 0));
  return latest;
}

/** A branch and those it comes from, each with the time until which it is the same as that one. */
function lineage(lab: Lab, name: string): Map<string, number> {
  const until = new Map<string, number>();
  let time = Number.POSITIVE_INFINITY;
  for (let branch = lab.branchNamed(name); branch; branch = branch.parent && lab.branchNamed(branch.parent.name)) {
    until.set(branch.name, time);
    time = Math.min(time, branch.parent?.at ?? 0);
  }
  return until;
}

/**
 * A second branch at the cursor's virtual time, told of beside the current one. Its own cursor goes along, so that whoever
 * switches to it stands at the same time. When the learner switches, the two change their roles; a branch that he makes
 * meanwhile stands beside the one that it left.
 */
export class Beside {
  private readonly lab: Lab;
  private readonly tables: readonly string[];
  private current: Branch;
  private other: Branch;
  private branches: number;
  private rows = new RowFeed();
  private slots: SlotFeed;

  constructor(lab: Lab, other: Branch, tables: readonly string[]) {
    this.lab = lab;
    this.tables = tables;
    this.current = lab.branch;
    this.branches = lab.timeline.branches.length;
    this.other = other;
    this.rows.watch(tables);
    this.slots = new SlotFeed(other);
  }

  watch(tables: readonly string[]): void {
    this.rows.watch(tables);
  }

  private lookAt(branch: Branch): void {
    this.other = branch;
    this.slots = new SlotFeed(branch);
    this.rows = new RowFeed();
    this.rows.watch(this.tables);
  }

  /** Follows a switch of branches. */
  private follow(): void {
    const { lab, current } = this;
    const made = lab.timeline.branches.length > this.branches;
    this.branches = lab.timeline.branches.length;
    if (lab.branch === current) return;
    this.current = lab.branch;
    if (made || lab.branch === this.other) this.lookAt(current);
  }

  /** Whether the other branch has yet to be run until the cursor's time. Where playing is limited, so is this. */
  get behind(): boolean {
    const { kernel } = this.other.cluster;
    return this.lab.limit === undefined && !kernel.stop && kernel.nextAt() !== undefined && kernel.now < this.lab.at;
  }

  next(granularity: Granularity): BesideFrame {
    this.follow();
    const { lab, other } = this;
    const { kernel } = other.cluster;
    const oldest = kernel.trace.dropped;
    if (this.behind) other.runUntil(lab.at, sliceEvents);
    const parted = partedAt(lab, lab.branch.name, other.name);
    const shared = lab.at <= parted;
    const goal = shared ? lab.position : kernel.trace.positionOfTime(lab.at);
    const touched = other.view.moveTo(goal);
    // Dropping its oldest events took its cursor along.
    if (kernel.trace.dropped !== oldest) this.rows.touchAll();
    this.rows.touch(touched);
    const { position } = other.view;
    const { reset, slots } = this.slots.next(position);
    return {
      branch: other.name,
      partedAt: parted,
      position,
      length: kernel.trace.length,
      now: kernel.now,
      event: shared ? this.told(position) : this.lastSince(lab.findPrevious(granularity), position, granularity),
      slots,
      slotsReset: reset,
      rows: this.rows.next(other.view),
    };
  }

  private told(position: number): ToldEvent | undefined {
    const event = this.other.cluster.kernel.trace.at(position);
    return event && toldEvent(event, position);
  }

  /** The last event that the granularity shows after the time of a place in the current branch. */
  private lastSince(before: number, position: number, granularity: Granularity): ToldEvent | undefined {
    const after = this.lab.event(before)?.at ?? 0;
    const { trace } = this.other.cluster.kernel;
    for (let at = position; at >= 0; at--) {
      const event: TraceEvent | undefined = trace.at(at);
      if (!event || event.at <= after) return undefined;
      if (ranks[event.level] >= ranks[granularity]) return toldEvent(event, at);
    }
    return undefined;
  }
}
