import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PodSlots } from './pod-slots';

const pod = (uid: string, nodeName?: string) => ({
  metadata: { uid },
  spec: nodeName === undefined ? {} : { nodeName },
});
const change = (before: unknown, after: unknown) => [{ table: 'api/pods', key: 'default/x', before, after }];

describe('places of Pods', () => {
  test('a Pod waits in one place and is bound to another, and never moves there', () => {
    const slots = new PodSlots();
    slots.feed(change(undefined, pod('a')));
    slots.feed(change(pod('a'), pod('a', 'n')));
    slots.feed(change(pod('a', 'n'), { ...pod('a', 'n'), status: {} }));
    expect(slots.take()).toEqual([
      ['a/waiting', 0],
      ['a', 0],
    ]);
  });

  test('a new Pod takes the first free place; the others stay', () => {
    const slots = new PodSlots();
    for (const uid of ['a', 'b', 'c']) slots.feed(change(undefined, pod(uid, 'n')));
    slots.feed(change(pod('b', 'n'), undefined));
    slots.feed(change(undefined, pod('d', 'n')));
    slots.feed(change(undefined, pod('e', 'm')));
    expect(slots.take().slice(3)).toEqual([
      ['d', 1],
      ['e', 0],
    ]);
  });

  test('no two Pods of a node ever share a place', () => {
    const steps = fc.array(
      fc.record({ uid: fc.constantFrom('a', 'b', 'c', 'd', 'e'), node: fc.constantFrom('', 'n', 'm') }),
    );
    fc.assert(
      fc.property(steps, (list) => {
        const slots = new PodSlots();
        const alive = new Map<string, string>();
        const place = new Map<string, number>();
        for (const { uid, node } of list) {
          const bound = alive.get(uid);
          // A Pod is created, bound once, and removed.
          if (bound === undefined) {
            alive.set(uid, node);
            slots.feed(change(undefined, pod(uid, node)));
          } else if (bound === '' && node !== '') {
            alive.set(uid, node);
            slots.feed(change(pod(uid), pod(uid, node)));
          } else {
            alive.delete(uid);
            slots.feed(change(pod(uid, bound), undefined));
          }
          for (const [id, slot] of slots.take()) place.set(id, slot);
          const taken = [...alive].map(([id, at]) => `${at} ${place.get(at === '' ? `${id}/waiting` : id)}`);
          expect(new Set(taken).size).toBe(taken.length);
        }
      }),
    );
  });
});
