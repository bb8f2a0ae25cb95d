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

/**
 * Marks of all events of at least a level, at most one a lane and column, the weightiest of those that fall together.
 * Places go by the order of events and not by time: a burst of forty messages within 30 ms must be seen too.
 */
export function marksOf(index: TraceIndex, level: 0 | 1 | 2, columns: number): Mark[] {
  const positions = index.shownPositions(level);
  const count = positions.length;
  const weight = { tick: 1, milestone: 2, failure: 3 } as const;
  const best = new Map<string, Mark>();
  for (let i = 0; i < count; i++) {
    const event = index.at(positions[i] as number);
    if (!event) continue;
    const x = count === 1 ? 0.5 : i / (count - 1);
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

/** Place among `count` shown events of a point along the line. */
export function placeAt(x: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.round(x * (count - 1))));
}
