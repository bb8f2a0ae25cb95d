import { beforeEach, describe, expect, test } from 'vitest';
import type { Frame, LabState, TraceChunk } from '../worker/protocol';
import { forgetFrames, takeFrame, useLab } from './lab-store';
import { lastNotAbove, TraceIndex } from './trace-index';

const state = (more: Partial<LabState> = {}): LabState => ({
  branch: 'main',
  branches: [],
  position: 0,
  length: 0,
  earliest: -1,
  due: undefined,
  at: 0,
  now: 0,
  settled: true,
  stop: undefined,
  player: { playing: false, speed: 1, granularity: 'action' },
  ...more,
});

function chunk(
  from: number,
  events: readonly { level?: number; cause?: number; verb?: number }[],
  branch = 'main',
): TraceChunk {
  const numbers = (pick: (event: (typeof events)[number], i: number) => number) => events.map(pick);
  return {
    branch,
    from,
    seq: Float64Array.from(numbers((_, i) => from + i + 1)),
    at: Float64Array.from(numbers((_, i) => (from + i) * 10)),
    cause: Float64Array.from(numbers(({ cause = 0 }) => cause)),
    level: Uint8Array.from(numbers(({ level = 1 }) => level)),
    failed: Uint8Array.from(numbers(() => 0)),
    actor: Uint32Array.from(numbers(() => 1)),
    target: Uint32Array.from(numbers(() => 0)),
    verb: Uint32Array.from(numbers(({ verb = 2 }) => verb)),
    subject: Uint32Array.from(numbers(() => 0)),
    note: Uint32Array.from(numbers(() => 0)),
  };
}

function frame(more: Partial<Frame> = {}): Frame {
  return {
    kind: 'frame',
    strings: [],
    trace: undefined,
    slots: [],
    slotsReset: false,
    marks: [],
    beside: undefined,
    rows: { reset: false, fresh: [], changes: [] },
    state: state(),
    ...more,
  };
}

describe('the index', () => {
  const index = new TraceIndex(['', 'kubectl', 'command']);
  index.append(chunk(0, [{ level: 2 }, { level: 0, cause: 1 }, { level: 1, cause: 2 }]));
  index.append(
    chunk(3, [
      { level: 2, cause: 3 },
      { level: 0, cause: 4 },
    ]),
  );

  test('grows and is read by position or by number', () => {
    expect(index.length).toBe(5);
    expect(index.at(3)).toMatchObject({ position: 3, seq: 4, at: 30, actor: 'kubectl', verb: 'command', level: 2 });
    expect(index.at(5)).toBeUndefined();
    expect(index.positionOfSeq(4)).toBe(3);
    expect(index.positionOfSeq(9)).toBe(-1);
  });

  test('shows the events of a granularity, also those that come later', () => {
    expect(index.shownPositions(2)).toEqual([0, 3]);
    expect(index.shownPositions(1)).toEqual([0, 2, 3]);
    index.append(chunk(5, [{ level: 2, cause: 5 }]));
    expect(index.shownPositions(2)).toEqual([0, 3, 5]);
  });

  test('walks the causes of an event to the command at the root', () => {
    expect(index.why(4).map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1]);
  });

  test('holds more than it first had room for', () => {
    const large = new TraceIndex(['']);
    for (let from = 0; from < 5_000; from += 500) large.append(chunk(from, Array(500).fill({})));
    expect(large.at(4_999)?.seq).toBe(5_000);
  });

  test('lets go of the events that the Worker no longer keeps, and reads the others as before', () => {
    const long = new TraceIndex(['', 'kubectl', 'command']);
    long.append(chunk(0, Array(100).fill({ level: 2 })));
    expect(long.shownPositions(2)).toHaveLength(100);
    long.dropBefore(60);
    long.append(chunk(100, [{ level: 2 }, { level: 0 }]));
    expect([long.base, long.length]).toEqual([60, 102]);
    expect(long.at(59)).toBeUndefined();
    expect([60, 99, 101].map((position) => long.at(position)?.seq)).toEqual([61, 100, 102]);
    expect(long.positionOfSeq(61)).toBe(60);
    expect(long.shownPositions(2)).toEqual(Array.from({ length: 41 }, (_, i) => 60 + i));
  });

  test('begins anew where events were dropped before they were told', () => {
    const late = new TraceIndex(['', 'kubectl', 'command']);
    late.append(chunk(0, [{ level: 2 }, { level: 2 }]));
    late.append(chunk(50, [{ level: 2 }]));
    expect([late.base, late.length]).toEqual([50, 51]);
    expect(late.at(1)).toBeUndefined();
    expect(late.at(50)?.seq).toBe(51);
    expect(late.shownPositions(2)).toEqual([50]);
  });

  test('the last element not above a value', () => {
    expect([-1, 0, 1, 4, 9].map((value) => lastNotAbove([0, 3, 5], value))).toEqual([-1, 0, 0, 1, 2]);
  });
});

describe('frames', () => {
  beforeEach(forgetFrames);

  test('change only the tables that they name; rows keep their identity', () => {
    const pod = { metadata: { name: 'a' } };
    takeFrame(
      frame({
        rows: {
          reset: false,
          fresh: [
            [1, pod],
            [2, {}],
          ],
          changes: [
            ['api/pods', 'a', 1],
            ['api/nodes', 'n', 2],
          ],
        },
      }),
    );
    const before = useLab.getState().rows;
    takeFrame(frame({ rows: { reset: false, fresh: [], changes: [['api/pods', 'a', 0]] } }));
    const after = useLab.getState().rows;
    expect(after['api/nodes']).toBe(before['api/nodes']);
    expect(after['api/pods']?.size).toBe(0);
    takeFrame(frame({ rows: { reset: false, fresh: [], changes: [['api/pods', 'a', 1]] } }));
    expect(useLab.getState().rows['api/pods']?.get('a')).toBe(pod);
  });

  test('a reset forgets rows and their numbers', () => {
    takeFrame(frame({ rows: { reset: false, fresh: [[1, 'x']], changes: [['t', 'k', 1]] } }));
    takeFrame(frame({ rows: { reset: true, fresh: [[1, 'y']], changes: [['t', 'k', 1]] } }));
    expect([...(useLab.getState().rows.t ?? [])]).toEqual([['k', 'y']]);
  });

  test('another branch begins a new index and new places', () => {
    takeFrame(frame({ strings: ['kubectl', 'command'], trace: chunk(0, [{}, {}]), slots: [['u', 0]] }));
    expect(useLab.getState().indexLength).toBe(2);
    takeFrame(
      frame({
        trace: chunk(0, [{}], 'branch-1'),
        slotsReset: true,
        marks: [],
        slots: [['v', 1]],
        state: state({ branch: 'branch-1' }),
      }),
    );
    const { index, slots } = useLab.getState();
    expect(index.length).toBe(1);
    expect(index.at(0)?.verb).toBe('command');
    expect([...slots]).toEqual([['v', 1]]);
  });
});
