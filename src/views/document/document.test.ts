import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import deploy0 from '../../../content/documents/deployment/diagrams/deploy-0.bind';
import deploy1 from '../../../content/documents/deployment/diagrams/deploy-1.bind';
import deploy2 from '../../../content/documents/deployment/diagrams/deploy-2.bind';
import { ui as en } from '../../../content/languages/en/ui';
import { ui as zh } from '../../../content/languages/zh/ui';
import type { TraceEvent } from '../../engine/index';
import { MarkedEvents } from '../../store/mark-index';
import type { IndexedEvent } from '../../store/trace-index';
import { isFailure, noteOf } from '../../worker/event-note';
import { Marks } from '../../worker/marks';
import type { Box } from '../drawing/marks';
import { deploymentText, RealRun } from '../testing/real-run';
import { describeDiagram, describeElement } from './describe';
import {
  type Bind,
  type Diagram,
  edgesOf,
  type FlowDiagram,
  lightRules,
  nodesOf,
  type SequenceDiagram,
} from './diagram';
import { drawDiagram, layoutOf } from './draw';
import { flowLayout, ranks } from './layout';
import { actingNode, arrived, type DocumentModel, documentModel } from './model';
import { sequenceLayout } from './sequence-layout';
import { diagramSvg } from './svg';
import { labelWidth, wrapText } from './wrap';

const compiled = (id: string) =>
  JSON.parse(readFileSync(`content/documents/deployment/diagrams/${id}.generated.json`, 'utf8')) as Diagram;
const overview = { diagram: compiled('deploy-0') as FlowDiagram, bind: deploy0 as Bind };
const change = { diagram: compiled('deploy-1') as SequenceDiagram, bind: deploy1 as Bind };
const recreate = { diagram: compiled('deploy-2') as FlowDiagram, bind: deploy2 as Bind };
type Bound = typeof overview | typeof change;

/** One run and what its events light. */
class Told {
  readonly run: RealRun;
  private readonly found = new Map<string, MarkedEvents>();

  constructor(run: RealRun) {
    this.run = run;
  }

  events({ diagram, bind }: Bound): MarkedEvents {
    let events = this.found.get(diagram.id);
    if (!events) {
      events = new MarkedEvents();
      const marks = new Marks();
      marks.watch(diagram.id, lightRules(bind));
      marks.follow(this.run.lab.branch);
      while (!marks.caughtUp) for (const chunk of marks.next()) events.append(chunk);
      this.found.set(diagram.id, events);
    }
    return events;
  }

  at(
    bound: Bound,
    position: number,
    more: { since?: number; fogFrom?: number; focus?: readonly string[] } = {},
  ): DocumentModel {
    const event = this.run.lab.event(position) as TraceEvent;
    return documentModel({
      ...bound,
      ...more,
      events: this.events(bound),
      position,
      event: { ...event, position, failed: isFailure(event), note: noteOf(event) } as unknown as IndexedEvent,
      detail: this.run.lab.detail(position),
    });
  }

  position(holds: (event: TraceEvent) => boolean, after = -1): number {
    for (let position = after + 1; position < this.run.lab.length; position++)
      if (holds(this.run.lab.event(position) as TraceEvent)) return position;
    throw new Error('no such event in this run');
  }
}

let rolling: Told;
let replaced: Told;
let imageAt: number;
beforeAll(async () => {
  const image = (run: RealRun) => {
    const payload = {
      resource: 'deployments',
      namespace: 'default',
      name: 'web',
      container: 'web',
      image: 'nginx:1.30',
    };
    return run.lab.command({ to: 'kubectl', type: 'setImage', payload }).position;
  };
  const one = (await RealRun.start()).apply(deploymentText(4));
  imageAt = image(one);
  rolling = new Told(one.toRest());
  const other = (await RealRun.start()).apply(deploymentText(3, 'nginx:1.29', '  strategy: {type: Recreate}\n'));
  image(other);
  replaced = new Told(other.toRest());
});

const shrinks = (event: TraceEvent) =>
  event.actor === 'deployment-controller' &&
  event.verb === 'api.update' &&
  event.changes.some(({ table }) => table === 'api/replicasets');

describe('the overview at the write that makes the old ReplicaSet smaller', () => {
  it('has the sender now, the way now, and the object next until the message has arrived', () => {
    const model = rolling.at(overview, rolling.position(shrinks, imageAt));
    expect(model.states).toMatchObject({ F: 'now', e4: 'now', C: 'next', G: 'visited', e1: 'visited' });
    expect(arrived(model).states.C).toBe('visited');
    expect(model.message).toMatchObject({ at: 'e4', from: 'F', to: 'C', failed: false });
    expect(model.message?.text).toMatch(/^PUT rs\/web-[0-9a-z]+ {2}4 → 3$/);
    expect(actingNode(model)).toBe('F');
  });

  it('counts only what has happened since the story began', () => {
    const position = rolling.position(shrinks, imageAt);
    const since = rolling.at(overview, position, { since: imageAt });
    // No Pod has been touched since the new image; before that, four were made.
    expect(since.states).toMatchObject({ I: 'idle', D: 'idle', e7: 'idle' });
    expect(rolling.at(overview, position).states).toMatchObject({ I: 'visited', e7: 'visited' });
    expect(since.lit).toBeLessThan(rolling.at(overview, position).lit);
  });

  it('shows nothing of what comes next once that is fogged, but for what the question is about', () => {
    const position = rolling.position(({ verb, actor }) => verb === 'command' && actor === 'kubectl');
    const open = rolling.at(overview, position);
    expect(Object.values(open.states)).toContain('next');
    const fogged = rolling.at(overview, position, { fogFrom: position + 1 });
    expect(Object.values(fogged.states).filter((state) => state === 'next')).toEqual([]);
    expect(fogged.states.A).toBe('now');
    const asked = rolling.at(overview, position, { fogFrom: position + 1, focus: ['A', 'C'] });
    expect(Object.entries(asked.states).filter(([, state]) => state === 'next')).toEqual([['C', 'next']]);
  });
});

describe('the deletion of a Pod', () => {
  it('is the act of the node that creates and deletes Pods: what a learner is asked to point at', () => {
    const position = rolling.position(
      ({ verb, actor }) => verb === 'api.delete' && actor === 'replicaset-controller',
      imageAt,
    );
    const model = rolling.at(overview, position);
    expect(actingNode(model)).toBe('I');
    expect(model.states).toMatchObject({ I: 'now', e7: 'now', D: 'next' });
  });
});

describe('a write that is refused', () => {
  it('is failed at its sender and on its way, and no state of having been there', () => {
    const position = rolling.position(
      (event) => event.actor === 'deployment-controller' && isFailure(event) && event.verb === 'api.update',
    );
    const model = rolling.at(change, position);
    expect(model.states).toMatchObject({ m14: 'failed', DC: 'failed', API: 'visited' });
    expect(model.message).toMatchObject({ failed: true, text: 'PUT deploy/web/status  409' });
    expect(arrived(model)).toBe(model);
  });
});

describe('a decision', () => {
  it('says the sum that it came to', () => {
    const decided = (side: string) =>
      rolling.position(
        ({ verb, detail }) => verb === 'sync.decide' && (detail as { side?: string }).side === side,
        imageAt,
      );
    // 4 replicas, 25 % and 25 %: one more, one less.
    expect(rolling.at(overview, decided('old')).message).toMatchObject({ at: 'e8', text: '5 − 3 − 1 = 1' });
    expect(rolling.at(overview, decided('delete')).message).toMatchObject({ at: 'e9', text: '4 → 3' });
  });
});

describe('the sequence of a change', () => {
  it('goes through the branch that the strategy takes', () => {
    const end = (told: Told) => told.at(change, told.run.lab.length - 1).states;
    expect(end(rolling)).toMatchObject({ m6: 'visited', m7: 'visited', m8: 'idle', m9: 'idle' });
    expect(end(replaced)).toMatchObject({ m6: 'idle', m7: 'idle', m8: 'visited', m9: 'visited' });
  });

  it('tells a ReplicaSet that the controller changed from one whose status changed', () => {
    const created = rolling.position(
      ({ verb, subject }) => verb === 'api.create' && subject.startsWith('replicasets/'),
      imageAt,
    );
    const cause = (rolling.run.lab.event(created) as TraceEvent).seq;
    // The scheduler keeps ReplicaSets too: what it hears is no part of this story.
    const heard = rolling.position(
      ({ verb, cause: of, target }) => verb === 'watch.deliver' && of === cause && target === 'kube-controller-manager',
      created,
    );
    expect(rolling.at(change, heard).message).toMatchObject({ at: 'm10', from: 'API', to: 'RC' });
  });
});

describe('Recreate', () => {
  it('goes from three old Pods to none, and only then to the new ones', () => {
    const begun = replaced.position(({ verb }) => verb === 'command', 0);
    const first = replaced.position(shrinks, begun);
    expect(replaced.at(recreate, first, { since: first }).states).toMatchObject({
      A: 'now',
      e1: 'now',
      B: 'next',
      C: 'idle',
      e2: 'idle',
    });
    const order = ['A', 'e1', 'B', 'e2', 'C'].map((id) => {
      const mark = Object.keys(lightRules(recreate.bind)).indexOf(id);
      return replaced.events(recreate).lastOf(mark, replaced.run.lab.length);
    });
    expect([...order].sort((a, b) => a - b)).toEqual(order);
    expect(new Set(order).size).toBe(4);
  });
});

describe('a jump in a long trace', () => {
  it('asks for no event but the one at the cursor', () => {
    const events = rolling.events(overview);
    let asked = 0;
    const counting = {
      lastOf: (mark: number, position: number) => {
        asked++;
        return events.lastOf(mark, position);
      },
      at: (position: number) => events.at(position),
      nextAfter: (position: number) => events.nextAfter(position),
      lastFew: (position: number, count: number) => events.lastFew(position, count),
    };
    documentModel({
      ...overview,
      events: counting,
      position: rolling.run.lab.length - 1,
      event: undefined,
      detail: undefined,
    });
    expect(asked).toBe(Object.keys(lightRules(overview.bind)).length);
  });
});

const overlap = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

describe.each(['en', 'zh'])('laid out in %s', (language) => {
  it.each([overview, recreate])(
    'no node of $diagram.id covers another, and each label has its room beside the tick',
    ({ diagram, bind }) => {
      const { nodes, edges, width, height } = flowLayout(diagram, bind, language);
      for (const node of nodes) {
        expect(nodes.filter((other) => other !== node && overlap(node, other))).toEqual([]);
        expect(node.x + node.w).toBeLessThanOrEqual(width);
        expect(node.y + node.h).toBeLessThanOrEqual(height);
        for (const line of node.lines) expect(labelWidth(line, 14)).toBeLessThanOrEqual(node.w - 12 - 26);
      }
      for (const { points } of edges)
        for (const [i, [x, y]] of points.entries())
          if (i > 0) expect(x === points[i - 1]?.[0] || y === points[i - 1]?.[1]).toBe(true);
    },
  );

  it('no words of the sequence cover others, and all of it is within the picture', () => {
    const { messages, notes, width, height } = sequenceLayout(change.diagram, language);
    const boxes = [...messages.map(({ words }) => words), ...notes];
    for (const box of boxes) {
      expect(boxes.filter((other) => other !== box && overlap(box, other))).toEqual([]);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.w).toBeLessThanOrEqual(width + 1);
      expect(box.y + box.h).toBeLessThanOrEqual(height);
    }
  });

  it('a state changes no place', () => {
    const [before, after] = [imageAt, rolling.run.lab.length - 1].map((position) => {
      const model = rolling.at(overview, position);
      return drawDiagram(layoutOf(overview.diagram, overview.bind, language), model, 'whole', {
        language,
        nameOf: (id) => id,
      });
    });
    expect(before?.stops.map(({ box }) => box)).toEqual(after?.stops.map(({ box }) => box));
  });
});

describe('a diagram that nobody has placed', () => {
  it('has each node behind those that lead to it, and comes to an end where edges lead back', () => {
    const edges = [
      ['A', 'B'],
      ['B', 'C'],
      ['C', 'A'],
      ['A', 'D'],
    ].map(([from, to], i) => ({ id: `e${i}`, from: from as string, to: to as string, kind: 'request' as const }));
    const nodes = ['A', 'B', 'C', 'D'].map((id) => ({ id, kind: 'part' as const, subsystem: 'cp' as const }));
    const diagram: FlowDiagram = { kind: 'flow', id: 'x', direction: 'down', nodes, edges, regions: [], words: {} };
    const cells = ranks(diagram);
    expect(new Set(Object.values(cells).map(String)).size).toBe(4);
    const { nodes: placed } = flowLayout(diagram, { edges: {} }, 'en');
    for (const node of placed) expect(placed.filter((other) => other !== node && overlap(node, other))).toEqual([]);
    const straight = ranks({ ...diagram, edges: edges.filter(({ id }) => id !== 'e2') });
    expect(straight).toEqual({ A: [0, 0], B: [0, 1], C: [0, 2], D: [1, 1] });
  });
});

describe('a label', () => {
  it('breaks between words and between Chinese signs, never before their punctuation', () => {
    expect(wrapText('create, update ReplicaSet', 118)).toEqual(['create, update', 'ReplicaSet']);
    expect(wrapText('旧副本集，一二', 14 * 5)).toEqual(['旧副本集，', '一二']);
    expect(wrapText('Deployment 控制器', 102)).toEqual(['Deployment', '控制器']);
    expect(wrapText('', 100)).toEqual([]);
    expect(wrapText('unbreakable', 10)).toEqual(['unbreakable']);
  });
});

describe('in words', () => {
  it('says the message first, then every part and how it stands, in both languages', () => {
    const model = rolling.at(overview, rolling.position(shrinks, imageAt));
    const english = describeDiagram(en, model, 'en');
    expect(english.summary).toContain('How a Deployment becomes Pods');
    expect(english.items[0]?.text).toMatch(/^create, update ReplicaSet to ReplicaSet: PUT rs\/web-/);
    expect(english.items).toHaveLength(1 + nodesOf(overview.diagram).length + edgesOf(overview.diagram).length);
    const chinese = describeDiagram(zh, model, 'zh');
    expect(chinese.items.map(({ id }) => id)).toEqual(english.items.map(({ id }) => id));
    expect(describeElement(zh, model, 'zh', 'F')).toBe('创建或更新副本集（此刻、文档与集群在这里不一致）');
  });

  it('says where document and cluster differ, and what the cluster does', () => {
    const model = rolling.at(change, imageAt);
    expect(describeElement(en, model, 'en', 'm6')).toBe(
      'Deployment controller to API server: the document says “create the new ReplicaSet with 0 replicas”; the cluster: already with what the surge allows (has happened)',
    );
  });
});

describe('as a file', () => {
  it('is an SVG with real words, a title and a description, and without script or link', () => {
    const palette = { '--ink': '#111', '--paper': '#fff', '--surface': '#fff' };
    for (const bound of [overview, change]) {
      const model = rolling.at(bound, rolling.position(shrinks, imageAt));
      const text = diagramSvg(en, model, bound.bind, 'en', palette);
      expect(text).toContain('ReplicaSet controller'.split(' ')[0] as string);
      expect(text).toContain(`diagram ${bound.diagram.id}`);
      expect(text).toMatch(/<title id="title">.+<\/title><desc id="desc">/);
      expect(text).not.toMatch(/<script|href=|var\(--/);
      expect(text).not.toContain('NaN');
    }
  });
});

describe('the near form', () => {
  it.each([
    ['overview', () => overview],
    ['sequence', () => change],
  ])('of the %s shows the sender and the receiver of the message at the cursor, within 343 px', (_, bound) => {
    const model = rolling.at(bound(), rolling.position(shrinks, imageAt));
    const { diagram, bind } = bound();
    const drawing = drawDiagram(layoutOf(diagram, bind, 'en'), model, 'near', { language: 'en', nameOf: (id) => id });
    expect(drawing.width).toBe(343);
    expect(drawing.stops.map(({ id }) => id)).toEqual([model.message?.from, model.message?.to]);
    for (const { box } of drawing.stops) expect(box.x + box.w).toBeLessThanOrEqual(343);
  });

  it('shows what the step is about where there is no message', () => {
    const model = { ...rolling.at(overview, imageAt), message: undefined, focus: ['F', 'C'] };
    const drawing = drawDiagram(layoutOf(overview.diagram, overview.bind, 'en'), model, 'near', {
      language: 'en',
      nameOf: (id) => id,
    });
    expect(drawing.stops.map(({ id }) => id)).toEqual(['F', 'C']);
  });
});
