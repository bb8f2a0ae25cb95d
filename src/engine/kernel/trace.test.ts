import { describe, expect, test } from 'vitest';
import { Trace } from './trace';

function grown(until: number, trace = new Trace('full', 1_000_000)): Trace {
  for (let seq = trace.length + 1; seq <= until; seq++) {
    const what = { verb: 'drop', subject: `balls/${seq % 3}`, level: 'micro', detail: { seq } } as const;
    trace.push({ seq, at: seq * 10, cause: seq - 1, actor: 'ball', target: undefined, ...what, changes: [] });
  }
  return trace;
}

const hashOf = (until: number) => grown(until).currentHash();

describe('the hash of a trace', () => {
  test('is that of all its events, whenever it was asked for and whatever was dropped meanwhile', () => {
    for (const asked of [[], [20], [20, 35], [60]]) {
      const trace = new Trace('full', 1_000_000);
      for (const until of [20, 35, 60]) {
        grown(until, trace);
        if (asked.includes(until)) trace.currentHash();
        if (until === 35) trace.dropBefore(30);
      }
      expect(trace.dropped).toBe(30);
      expect(trace.currentHash()).toBe(hashOf(60));
    }
  });

  test('of a branch is that of the events that it shares and of its own, whether that of the trunk was known or not', () => {
    for (const known of [0, 20, 40, 60]) {
      const trunk = grown(known);
      if (known > 0) trunk.currentHash();
      grown(60, trunk);
      trunk.dropBefore(10);
      const branch = trunk.prefix(40, 40);
      expect(branch.currentHash()).toBe(hashOf(40));
      expect(grown(70, branch).currentHash()).toBe(hashOf(70));
      expect(trunk.currentHash()).toBe(hashOf(60));
    }
  });
});
