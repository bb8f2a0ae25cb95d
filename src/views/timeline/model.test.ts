import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ui as en } from '../../../content/languages/en/ui';
import { TraceIndex } from '../../store/trace-index';
import type { Granularity, TraceChunk } from '../../worker/protocol';
import { shownPositions, traceListModel, visibleRows } from '../trace-list/model';
import { eventSentence } from '../words';
import { evenAxis, laneOf, marksOf, slicedAxis, sliceEdges } from './model';

const strings = ['', 'kubectl', 'kube-scheduler', 'kubelet/node-1', 'command', 'api.create', 'pods/default/web'];

function indexOf(events: readonly { level: number; actor: number; failed?: number }[]): TraceIndex {
  const column = (pick: (event: (typeof events)[number], i: number) => number) => events.map(pick);
  const chunk: TraceChunk = {
    branch: 'main',
    from: 0,
    seq: Float64Array.from(column((_, i) => i + 1)),
    at: Float64Array.from(column((_, i) => i)),
    cause: Float64Array.from(column((_, i) => i)),
    level: Uint8Array.from(column(({ level }) => level)),
    failed: Uint8Array.from(column(({ failed = 0 }) => failed)),
    actor: Uint32Array.from(column(({ actor }) => actor)),
    target: Uint32Array.from(column(() => 0)),
    verb: Uint32Array.from(column(() => 5)),
    subject: Uint32Array.from(column(() => 6)),
    note: Uint32Array.from(column(() => 0)),
  };
  const index = new TraceIndex(strings);
  index.append(chunk);
  return index;
}

const index = indexOf([
  { level: 2, actor: 1 },
  { level: 0, actor: 2 },
  { level: 1, actor: 2, failed: 1 },
  { level: 2, actor: 3 },
]);

test('each event stands in the lane of the part that acts', () => {
  expect(marksOf(index, evenAxis(index.shownPositions(0)), 100)).toEqual([
    { x: 0, kind: 'milestone', lane: 'you' },
    { x: 1 / 3, kind: 'tick', lane: 'scheduler' },
    { x: 2 / 3, kind: 'failure', lane: 'scheduler' },
    { x: 1, kind: 'milestone', lane: 'kubelets' },
  ]);
  expect(laneOf('deployment-controller', 'controller.sync')).toBe('controllers');
});

test('a hundred thousand events are drawn as at most one mark a lane and column, the weightiest', () => {
  const large = indexOf(Array.from({ length: 100_000 }, (_, i) => ({ level: i === 500 ? 2 : 0, actor: 2 })));
  const marks = marksOf(large, evenAxis(large.shownPositions(0)), 300);
  expect(marks.length).toBeLessThanOrEqual(301);
  expect(marks.filter(({ kind }) => kind === 'milestone').length).toBe(1);
});

test('a place along the line and the event there are the inverse of each other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5_000 }), fc.nat(), (count, n) => {
      const order = n % count;
      const axis = evenAxis(Array.from({ length: count }, (_, position) => position));
      expect(axis.order(axis.place(order))).toBe(order);
    }),
  );
});

const listed = (granularity: Granularity, position: number, filter = '') => {
  const positions = shownPositions(index, granularity, filter, (event) => eventSentence(en, event));
  const model = traceListModel(index, positions, position);
  return { ...model, positions: Array.from({ length: model.rows }, (_, row) => model.positionAt(row)) };
};

test('the list shows a granularity, and the event at the cursor whatever its level', () => {
  expect(listed('milestone', 3)).toMatchObject({ positions: [0, 3], current: 1, aside: false });
  expect(listed('milestone', 2)).toMatchObject({ positions: [0, 2, 3], current: 1, aside: true, matching: 2 });
  expect(listed('milestone', 2, 'kubectl')).toMatchObject({ positions: [0, 2], current: 1, aside: true, matching: 1 });
  expect(listed('micro', -1)).toMatchObject({ current: -1, aside: false, rows: 4 });
});

test('the list is filtered by all words, in any order and case', () => {
  expect(listed('micro', 3, 'WEB kubelet').positions).toEqual([3]);
  expect(listed('micro', -1, 'nothing').positions).toEqual([]);
});

test('the filter finds what the list says, not only the names that the trace has', () => {
  expect(listed('micro', -1, 'scheduler creates').positions).toEqual([1, 2]);
  expect(listed('micro', -1, 'kubelet on').positions).toEqual([3]);
});

test('only rows in sight are made, whatever their number', () => {
  expect(visibleRows(26_000, 260, 26, 100_000)).toEqual({ from: 994, to: 1016 });
  expect(visibleRows(0, 260, 26, 3)).toEqual({ from: 0, to: 3 });
});

test('in a lesson each step has a slice of the line, which stays where it is when the next one is reached', () => {
  const shown = Array.from({ length: 30 }, (_, position) => position);
  const early = slicedAxis(shown.slice(0, 12), sliceEdges(4), [9]);
  const late = slicedAxis(shown, sliceEdges(4), [9, 14, 29]);
  for (let order = 0; order <= 9; order++) expect(late.place(order)).toBe(early.place(order));
  expect(early.place(9)).toBe(1 / 4);
  expect(late.place(14)).toBe(2 / 4);
  expect(late.place(29)).toBe(3 / 4);
  for (let order = 0; order < 30; order++) expect(late.order(late.place(order))).toBe(order);
});

test('behind the gate of an open question there is nothing to see', () => {
  const shown = Array.from({ length: 30 }, (_, position) => position);
  const gated = slicedAxis(shown, sliceEdges(4), [9, 14], 13);
  expect(gated.positions.at(-1)).toBe(13);
  expect(gated.order(1)).toBe(13);
});

test('the slice of the current step is wide enough for its name, and the line stays whole', () => {
  expect(sliceEdges(4)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(sliceEdges(1, 0)).toEqual([0, 1]);
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), (count, at) => {
      const edges = sliceEdges(count, at % count);
      const widths = edges.slice(1).map((edge, slice) => edge - (edges[slice] as number));
      expect(edges.at(-1)).toBeCloseTo(1);
      expect(widths[at % count]).toBeCloseTo(Math.max(0.34, 1 / count));
      expect(Math.min(...widths)).toBeGreaterThan(0.5 / count);
    }),
    { seed: 5 },
  );
});
