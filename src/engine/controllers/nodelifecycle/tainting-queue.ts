// Models: pkg/controller/nodelifecycle/scheduler/rate_limited_queue.go (RateLimitedTimedQueue, UniqueQueue); client-go
//   util/flowcontrol NewTokenBucketRateLimiter with a burst of one
// Simplified: a node whose taint cannot be set is tried again with the next token; upstream puts it off by a nanosecond.
// Not modelled: —
import type { ZoneState } from './zones';

/** One zone: how it is, and its nodes that are to get a NoExecute taint, one token each. */
export interface ZoneRow {
  readonly state: ZoneState;
  /** Tokens a second; 0: never. */
  readonly rate: number;
  readonly tokens: number;
  /** Virtual time of `tokens`. */
  readonly at: number;
  /** Nodes in the order in which they were added. */
  readonly waiting: readonly string[];
  /** Nodes that are in the queue or were taken from it, and are not added again until they are ready. */
  readonly known: readonly string[];
}

export function newZone(rate: number, now: number): ZoneRow {
  return { state: 'Initial', rate, tokens: 1, at: now, waiting: [], known: [] };
}

const filled = ({ rate, tokens, at }: ZoneRow, now: number): number => Math.min(1, tokens + ((now - at) * rate) / 1e6);

/** TryAccept: the zone with one token less; `undefined` when there is none. */
export function spend(zone: ZoneRow, now: number): ZoneRow | undefined {
  const tokens = filled(zone, now);
  // Tenths of a second do not add up to a whole token exactly.
  return zone.rate > 0 && tokens > 1 - 1e-6 ? { ...zone, tokens: Math.max(0, tokens - 1), at: now } : undefined;
}

/** SwapLimiter: a limiter that had nothing to give makes the next one begin empty. */
export function withRate(zone: ZoneRow, rate: number, now: number): ZoneRow {
  const begun = spend(zone, now) === undefined ? 0 : 1;
  return { ...zone, rate, tokens: begun, at: now };
}

/** Virtual time of the next token; `undefined`: never. */
export function nextTokenAt(zone: ZoneRow, now: number): number | undefined {
  if (zone.rate <= 0) return undefined;
  return now + Math.ceil(((1 - filled(zone, now)) * 1e6) / zone.rate);
}

/** Adds a node that the queue does not know; the same zone otherwise. */
export function enqueue(zone: ZoneRow, node: string): ZoneRow {
  if (zone.known.includes(node)) return zone;
  return { ...zone, waiting: [...zone.waiting, node], known: [...zone.known, node] };
}

/** RemoveFromQueue: it had its turn, and is not added again. */
export function taken(zone: ZoneRow, node: string): ZoneRow {
  return { ...zone, waiting: zone.waiting.filter((other) => other !== node) };
}

/** Remove: the queue forgets a node; the same zone when it did not know it. */
export function forgotten(zone: ZoneRow, node: string): ZoneRow {
  if (!zone.known.includes(node)) return zone;
  const without = (list: readonly string[]) => list.filter((other) => other !== node);
  return { ...zone, waiting: without(zone.waiting), known: without(zone.known) };
}
