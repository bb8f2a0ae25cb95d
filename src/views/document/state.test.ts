import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import phasesBind from '../../../content/documents/kubelet/diagrams/kubelet-4.bind';
import phasesRun from '../../../content/documents/kubelet/diagrams/kubelet-4.run';
import { ui as en } from '../../../content/languages/en/ui';
import { ui as zh } from '../../../content/languages/zh/ui';
import { MarkedEvents } from '../../store/mark-index';
import type { IndexedEvent } from '../../store/trace-index';
import { isFailure, noteOf } from '../../worker/event-note';
import { Marks } from '../../worker/marks';
import { perform } from '../../worker/scenario/perform';
import type { Box, Mark } from '../drawing/marks';
import { RealRun } from '../testing/real-run';
import { describeDiagram, describeElement } from './describe';
import { type Bind, edgesOf, lightRules, type StateDiagram } from './diagram';
import { drawDiagram, layoutOf } from './draw';
import { flowLayout } from './layout';
import { arrived, documentModel } from './model';
import { diagramSvg } from './svg';
import { mermaidText } from './to-mermaid';

const diagram = JSON.parse(
  readFileSync('content/documents/kubelet/diagrams/kubelet-4.generated.json', 'utf8'),
) as StateDiagram;
const bind: Bind = phasesBind;

let run: RealRun;
let events: MarkedEvents;
beforeAll(async () => {
  run = await RealRun.start(1);
  perform(run.lab, phasesRun);
  events = new MarkedEvents();
  const marks = new Marks();
  marks.watch('x', lightRules(bind));
  marks.follow(run.lab.branch);
  while (!marks.caughtUp) for (const chunk of marks.next()) events.append(chunk);
});

/** The last event that lit an edge. */
const litAt = (edge: string) => events.lastOf(Object.keys(lightRules(bind)).indexOf(edge), run.lab.length);

function at(position: number) {
  const event = run.lab.event(position);
  if (!event) throw new Error('no such event');
  return documentModel({
    diagram,
    bind,
    events,
    position,
    event: { ...event, position, failed: isFailure(event), note: noteOf(event) } as unknown as IndexedEvent,
    detail: run.lab.detail(position),
  });
}

describe('a Pod that goes from one phase to another', () => {
  it('leaves the first when the status is written, and is in the second when the message has arrived', () => {
    const model = at(litAt('e3'));
    expect(model.states).toMatchObject({
      Running: 'visited',
      e3: 'now',
      Succeeded: 'next',
      Failed: 'idle',
      e1: 'visited',
    });
    expect(arrived(model).states.Succeeded).toBe('now');
    expect(model.message).toMatchObject({
      at: 'e3',
      from: 'Running',
      to: 'Succeeded',
      text: 'PATCH po/ends-well/status',
    });
  });

  it('begins with its creation and is gone with its deletion', () => {
    const [first] = events.lastFew(litAt('e2'), 20).slice(-1);
    expect(at(first ?? -1).states).toMatchObject({ start: 'visited', e1: 'now', Pending: 'next', Running: 'idle' });
    expect(at(litAt('e5')).states).toMatchObject({ Failed: 'visited', e5: 'now', end: 'next' });
    expect(at(run.lab.length - 1)).toMatchObject({ lit: 6, lightable: 6 });
  });

  it('stays Running when its program ends badly and is started anew (claim 76)', () => {
    const pod = run.lab.branch.view.table('api/pods').get('default/starts-again') as {
      status: {
        phase: string;
        containerStatuses: { restartCount: number; lastState: { terminated: { exitCode: number } } }[];
      };
    };
    expect(pod.status.phase).toBe('Running');
    expect(pod.status.containerStatuses[0]?.restartCount).toBeGreaterThan(0);
    expect(pod.status.containerStatuses[0]?.lastState.terminated.exitCode).toBe(1);
    const failed = [...Array(run.lab.length).keys()].filter((position) => events.at(position).includes(3));
    expect(failed.map((position) => run.lab.event(position)?.subject)).toEqual(['pods/default/ends-badly/status']);
  });
});

describe('in words', () => {
  it('names beginning and end, and says where document and cluster differ', () => {
    const model = at(litAt('e3'));
    const { summary, items } = describeDiagram(en, model, 'en');
    expect(summary).toMatch(/^Phases of a Pod\. 3 of 6 parts have happened/);
    expect(items.map(({ id }) => id)).toEqual([
      'message',
      ...diagram.nodes.map(({ id }) => id),
      ...edgesOf(diagram).map(({ id }) => id),
    ]);
    expect(describeElement(en, model, 'en', 'e1')).toBe('the beginning to Pending: created (has happened)');
    expect(describeElement(zh, model, 'zh', 'e4')).toBe(
      'Running 到 Failed：文档说“失败”；集群做的：全部结束，其中有异常退出，且都不再启动（将到）',
    );
  });
});

const overlap = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

const textsOf = (marks: readonly Mark[]): string[] =>
  marks.flatMap((mark) => (mark.kind === 'group' ? textsOf(mark.marks) : mark.kind === 'text' ? [mark.text] : []));

/** Plates of labels: what stands between nodes. */
const platesOf = (marks: readonly Mark[]): Box[] =>
  marks.flatMap((mark) =>
    mark.kind === 'group' && mark.id === ''
      ? mark.marks.flatMap((one) => (one.kind === 'rect' && one.r === 3 ? [one] : []))
      : [],
  );

describe.each(['en', 'zh'])('laid out in %s', (language) => {
  const options = { language, nameOf: (id: string) => id };

  it('no label covers a node or another label, and all is within the picture', () => {
    const drawing = drawDiagram(layoutOf(diagram, bind, language), at(litAt('e3')), 'whole', options);
    const boxes = [...drawing.stops.map(({ box }) => box), ...platesOf(drawing.marks)];
    expect(boxes).toHaveLength(6 + 4);
    for (const box of boxes) {
      expect(boxes.filter((other) => other !== box && overlap(box, other))).toEqual([]);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.w).toBeLessThanOrEqual(drawing.width);
      expect(box.y + box.h).toBeLessThanOrEqual(drawing.height);
    }
  });

  it.each(['e1', 'e2', 'e3', 'e4', 'e5', 'e6'])('the message on %s covers neither a state nor a label', (edge) => {
    const drawing = drawDiagram(layoutOf(diagram, bind, language), at(litAt(edge)), 'whole', options);
    const capsule = drawing.marks.find((mark) => mark.kind === 'rect' && mark.r === 12) as Box | undefined;
    const dot = drawing.marks.find((mark) => mark.kind === 'travel');
    if (!capsule || dot?.kind !== 'travel') throw new Error('no message');
    const point = { x: dot.end[0] - 7, y: dot.end[1] - 7, w: 14, h: 14 };
    const boxes = [...drawing.stops.map(({ box }) => box), ...platesOf(drawing.marks), point];
    expect(boxes.filter((box) => overlap(capsule, box))).toEqual([]);
    expect(capsule.x).toBeGreaterThanOrEqual(0);
    expect(capsule.x + capsule.w).toBeLessThanOrEqual(drawing.width);
  });

  it('ways that part and ways that meet share no stretch', () => {
    const { edges } = flowLayout(diagram, bind, language);
    const ends = edges.flatMap(({ points }) => [points[0], points[points.length - 1]].map(String));
    // Both ends of Running’s two ways, and the other four, are places of their own.
    expect(new Set(ends).size).toBe(ends.length);
  });
});

describe('states that nobody has placed', () => {
  it('have a note beside its state, a way back to itself beside that, and twins’ labels on either side', () => {
    const edge = (id: string, from: string, to: string) => ({ id, from, to, kind: 'request' as const });
    const node = (id: string) => ({ id, kind: 'state' as const, subsystem: 'node' as const });
    const worker: StateDiagram = {
      kind: 'state',
      id: 'x',
      direction: 'down',
      nodes: [node('A'), node('B')],
      edges: [edge('e1', 'A', 'A'), edge('e2', 'A', 'B'), edge('e3', 'A', 'B')],
      notes: [{ id: 'n1', of: 'A' }],
      words: {
        en: { A: 'SyncPod', B: 'done', e1: 'failed, again', e2: 'graceful end', e3: 'forced', n1: 'sandbox, volumes' },
      },
    };
    const { nodes, edges, notes, width } = flowLayout(worker, { edges: {} }, 'en');
    const [a, b] = nodes;
    const [note] = notes;
    if (!a || !b || !note) throw new Error('not placed');
    expect(note.x).toBeGreaterThan(a.x + a.w + 100);
    expect(note.x + note.w).toBeLessThanOrEqual(width);
    expect(b.y).toBeGreaterThan(a.y + a.h);
    const middle = a.x + a.w / 2;
    const [loop, left, right] = edges.map(({ label }) => label?.at[0] ?? 0) as [number, number, number];
    expect(loop).toBeGreaterThan(a.x + a.w);
    expect(loop).toBeLessThan(note.x);
    expect(left).toBeLessThan(middle);
    expect(right).toBeGreaterThan(middle);
  });
});

describe('taken away', () => {
  it('as SVG has every word, and neither script nor unknown colours', () => {
    const text = diagramSvg(en, at(litAt('e4')), bind, 'en', {
      '--ink': '#111',
      '--paper': '#fff',
      '--surface': '#fff',
    });
    for (const word of ['Succeeded', 'created', 'failure']) expect(text).toContain(word);
    expect(text).not.toMatch(/<script|href=|var\(--|NaN/);
  });

  it('as Mermaid has the states of its parts as classes', () => {
    const text = mermaidText(diagram, 'zh', at(litAt('e3')).states);
    expect(text).toMatch(/^stateDiagram-v2\n/);
    expect(text).toContain('Running --> Failed: 失败 ⚠ 全部结束');
    expect(text).toMatch(/class Pending,Running visited\n {2}class Succeeded next/);
  });
});

describe('the near form', () => {
  it('shows the state that is left and the one that is reached', () => {
    const model = at(litAt('e4'));
    const drawing = drawDiagram(layoutOf(diagram, bind, 'en'), model, 'near', { language: 'en', nameOf: (id) => id });
    expect(drawing.stops.map(({ id }) => id)).toEqual(['Running', 'Failed']);
    expect(textsOf(drawing.marks).join(' ')).toContain('all have ended');
    const born = drawDiagram(layoutOf(diagram, bind, 'en'), at(litAt('e1')), 'near', {
      language: 'en',
      nameOf: (id) => id,
    });
    expect(born.stops.map(({ box }) => box.w)).toEqual([22, 186]);
  });
});
