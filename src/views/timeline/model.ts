import type { TraceIndex } from '../../store/trace-index';

/** Lanes of the time line, one a group of parts. */
export const laneNames = ['you', 'apiserver', 'controllers', 'scheduler', 'kubelets'] as const;
export type LaneName = (typeof laneNames)[number];

export interface Mark {
  /** Place along the line, 0 to 1. */
  readonly x: number;
  readonly kind: 'tick' | 'milestone' | 'failure';
  readonly lane: LaneName;
}

/** The lane that an event is drawn in: that of the part that acts. */
export function laneOf(actor: string, verb: string): LaneName {
  if (actor === 'kubectl' || actor === 'fault' || verb === 'command') return 'you';
  const part = actor.split('/')[0];
  if (part === 'kube-scheduler') return 'scheduler';
  if (part === 'kubelet' || part === 'containerd' || part === 'cni' || part === 'pods') return 'kubelets';
  return part === 'kube-apiserver' || actor === 'cluster' || actor === 'kernel' ? 'apiserver' : 'controllers';
}

/** Where the shown events lie along the line, from 0 to 1. */
export interface Axis {
  /** Positions of the events that are shown, in order. */
  readonly positions: readonly number[];
  /** Place of the event that is the n-th shown; of -1, the place before all of them. */
  place(order: number): number;
  /** The n-th shown event nearest to a place. */
  order(place: number): number;
}

/** All events side by side. Places go by order and not by time: a burst of forty messages within 30 ms must be seen too. */
export function evenAxis(positions: readonly number[]): Axis {
  const last = positions.length - 1;
  return {
    positions,
    place: (order) => cursorPlace(order, positions.length),
    order: (place) => Math.max(0, Math.min(last, Math.round(place * last))),
  };
}

/**
 * Slices of one width, one a step of a lesson; with `wide`, that one has a share of the line in which its name can stand.
 * What comes out is where they begin, and the end of the last, 0 to 1.
 */
export function sliceEdges(count: number, wide?: number): number[] {
  const widest = wide === undefined ? 0 : Math.max(wideShare, 1 / count);
  const others = (1 - widest) / (wide === undefined || count === 1 ? count : count - 1);
  return Array.from({ length: count + 1 }, (_, at) =>
    wide !== undefined && at > wide ? (at - 1) * others + widest : at * others,
  );
}

const wideShare = 0.34;

/**
 * The line in slices, one a step of a lesson: what is known already never moves when more becomes known.
 * `ends`: the last position of each slice that has been reached; events behind the last of them lie in the slice after it.
 */
export function slicedAxis(
  shown: readonly number[],
  edges: readonly number[],
  ends: readonly number[],
  gate?: number,
): Axis {
  const slices = edges.length - 1;
  const positions = gate === undefined ? shown : shown.filter((position) => position <= gate);
  // First order of each slice, and one after the last of all.
  const starts = [0];
  let order = 0;
  for (const end of ends.slice(0, slices - 1)) {
    while (order < positions.length && (positions[order] as number) <= end) order++;
    starts.push(order);
  }
  starts.push(positions.length);
  const place = (of: number): number => {
    if (of < 0) return 0;
    let slice = 0;
    while (slice < starts.length - 2 && of >= (starts[slice + 1] as number)) slice++;
    const [from = 0, until = 0] = [starts[slice], starts[slice + 1]];
    const [left = 0, right = 1] = [edges[slice], edges[slice + 1]];
    return left + ((right - left) * (of - from + 1)) / Math.max(1, until - from + (slice < ends.length ? 0 : 1));
  };
  return {
    positions,
    place,
    order: (wanted) => {
      let best = 0;
      for (let i = 0; i < positions.length; i++)
        if (Math.abs(place(i) - wanted) < Math.abs(place(best) - wanted)) best = i;
      return best;
    },
  };
}

/** Marks of the events on an axis, at most one a lane and column, the weightiest of those that fall together. */
export function marksOf(index: TraceIndex, axis: Axis, columns: number): Mark[] {
  const { positions } = axis;
  const weight = { tick: 1, milestone: 2, failure: 3 } as const;
  const best = new Map<string, Mark>();
  for (let i = 0; i < positions.length; i++) {
    const event = index.at(positions[i] as number);
    if (!event) continue;
    const x = axis.place(i);
    const kind = event.failed ? 'failure' : event.level === 2 ? 'milestone' : 'tick';
    const lane = laneOf(event.actor, event.verb);
    const id = `${lane} ${Math.round(x * columns)}`;
    const known = best.get(id);
    if (!known || weight[known.kind] < weight[kind]) best.set(id, { x, kind, lane });
  }
  return [...best.values()];
}

/** Where the cursor stands along the line, 0 to 1. */
export function cursorPlace(current: number, count: number): number {
  if (count <= 1) return current < 0 ? 0 : 0.5;
  return Math.max(0, Math.min(1, current / (count - 1)));
}
