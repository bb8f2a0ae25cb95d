import { causesOf, predicateTest, type TracePredicate } from '../../engine/index';
import type { Lab } from '../lab';
import type { Anchor, AnchorSearch } from './types';

/** Virtual time that a search may pass: longer than a progress deadline of 10 minutes. */
const searchMicros = 20 * 60e6;
const searchEvents = 200_000;

function anchorAt(lab: Lab, position: number): Anchor | undefined {
  const event = lab.event(position);
  return event && { position, seq: event.seq, at: event.at };
}

/** The event that a predicate means; the engine runs as far as that takes. The cursor stays. */
export function findAnchor(lab: Lab, { predicate, after }: AnchorSearch): Anchor | undefined {
  const { kernel } = lab.branch.cluster;
  const limitAt = kernel.now + searchMicros;
  let position = Math.max(after + 1, lab.oldest);
  let left = predicate.nth ?? 1;
  const test = predicateTest(predicate, causesOf(lab.branch.cluster.kernel.trace));
  for (let handled = 0; handled < searchEvents; handled++) {
    for (; position < lab.length; position++) {
      const event = lab.event(position);
      if (event && test(event) && --left === 0) return anchorAt(lab, position);
    }
    const next = kernel.nextAt();
    if (next === undefined || next > limitAt || kernel.stop || !lab.branch.step()) return undefined;
  }
  return undefined;
}

/** Positions of all events so far, behind a position, that a predicate matches. */
export function matchesSoFar(lab: Lab, predicate: TracePredicate, after: number): number[] {
  const found: number[] = [];
  const test = predicateTest(predicate, causesOf(lab.branch.cluster.kernel.trace));
  for (let position = Math.max(after + 1, lab.oldest); position < lab.length; position++) {
    const event = lab.event(position);
    if (event && test(event)) found.push(position);
  }
  return found;
}
