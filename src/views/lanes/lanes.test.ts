import { beforeAll, describe, expect, test } from 'vitest';
import { ui as en } from '../../../content/languages/en/ui';
import { ui as zh } from '../../../content/languages/zh/ui';
import { Lanes } from '../../worker/lanes';
import type { LanesQuery } from '../../worker/protocol';
import { deploymentText, RealRun } from '../testing/real-run';
import { axisOf, idleMicros } from './axis';
import { describeLanes } from './describe';
import { drawLanes } from './draw';
import { type LanesModel, lanesModel, subjectOf } from './model';
import { lanesSvg } from './svg';

describe('the axis', () => {
  test('what happens closely is to scale, and a wait is as short as any other', () => {
    const ms = (n: number) => n * 1000;
    const axis = axisOf([0, ms(5), ms(10), ms(3_000), ms(3_010), ms(90_000)], 100, 600);
    expect(axis.gaps.map(({ from, to }) => [from, to])).toEqual([
      [ms(10), ms(3_000)],
      [ms(3_010), ms(90_000)],
    ]);
    expect(axis.gaps[0]?.width).toBeCloseTo(axis.gaps[1]?.width ?? 0);
    expect(axis.xOf(ms(10)) - axis.xOf(ms(5))).toBeCloseTo(axis.xOf(ms(5)) - axis.xOf(0));
    expect(axis.xOf(0)).toBe(100);
    expect(axis.xOf(ms(90_000))).toBeCloseTo(600);
  });

  test('later is never further left, whatever the moments', () => {
    for (let seed = 1; seed < 40; seed++) {
      let at = 0;
      const moments = Array.from({ length: 20 }, (_, i) => {
        at += ((seed * 7919 + i * 104_729) % 5) * ((seed + i) % 3 === 0 ? idleMicros : 900);
        return at;
      });
      const axis = axisOf(moments, 0, 500);
      const places = moments.map((moment) => axis.xOf(moment));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(Math.max(...places)).toBeLessThanOrEqual(500.01);
    }
  });

  test('one moment alone, or none, is no axis that breaks', () => {
    expect(axisOf([], 0, 100).xOf(5)).toBeLessThanOrEqual(100);
    expect(axisOf([7], 0, 100).ticks.length).toBe(1);
  });
});

describe('the lanes of a rollout', () => {
  let run: RealRun;
  let lanes: Lanes;
  let created: number;
  const nodes = ['node-1', 'node-2', 'node-3'];
  const model = (position: number, query: Partial<LanesQuery> = {}, more: { gate?: number; narrow?: boolean } = {}) => {
    const subjects = query.subjects ?? [subjectOf(run.lab.event(position)?.subject ?? '') ?? ''];
    const window = lanes.window({ around: position, before: 14, after: 10, granularity: 'action', ...query, subjects });
    return lanesModel({ window, position, at: run.lab.event(position)?.at ?? 0, nodes, subjects, ...more });
  };
  beforeAll(async () => {
    run = await RealRun.start();
    run.apply(deploymentText(4));
    const from = run.lab.length;
    run.apply(deploymentText(4, 'nginx:1.30'));
    lanes = new Lanes(run.lab.branch);
    run.goTo(({ verb, subject }) => verb === 'api.create' && subject.startsWith('replicasets/'), from);
    created = run.lab.position;
  });

  test('each process has a lane, the controllers their own wires within theirs, and each message goes between two of them', () => {
    const { lanes: rows, messages } = model(created);
    expect(rows.map(({ actor }) => actor)).toEqual([
      'kubectl',
      'kube-apiserver',
      'kube-controller-manager',
      'deployment-controller',
      'replicaset-controller',
      'kube-scheduler',
      'kubelet/node-1',
      'kubelet/node-2',
      'kubelet/node-3',
    ]);
    for (const { sender, receiver } of messages) {
      expect(sender).not.toBe(receiver);
      expect([sender.actor, receiver.actor]).toContain('kube-apiserver');
    }
    const own = messages.find(({ when }) => when === 'now');
    expect(own?.sender.actor).toBe('deployment-controller');
  });

  test('the slope is the delay: the longer a message takes, the further right it arrives', () => {
    const { messages, axis } = model(created);
    for (const { message, x1, x2 } of messages) {
      expect(x1).toBeCloseTo(axis.xOf(message.sentAt));
      expect(x2).toBeGreaterThan(x1);
    }
  });

  test('no watch event is delivered before its write was committed, and none leaves before its request', () => {
    const { messages } = model(created, { before: 60, after: 60 });
    for (const { message } of messages) {
      if (message.kind !== 'watch') continue;
      const written = messages.find(
        (other) => other.message.kind === 'request' && other.message.sentAt === message.sentAt,
      );
      if (written) expect(written.message.position).toBeLessThan(message.position);
      expect(message.arrivedAt).toBeGreaterThan(message.sentAt);
    }
  });

  test('a strip ends at the cursor: what is later is drawn as not yet', () => {
    const { strips, cursorX } = model(created);
    expect(cursorX).toBeDefined();
    const truth = strips.find((strip) => strip.truth);
    expect(truth?.spans.map(({ when }) => when)).toContain('past');
    for (const strip of strips) {
      for (const span of strip.spans) {
        if (span.when === 'past') expect(span.x2).toBeLessThanOrEqual((cursorX ?? 0) + 0.01);
        else expect(span.x1).toBeGreaterThanOrEqual((cursorX ?? 0) - 0.01);
      }
    }
  });

  test('the stale area reaches from the write to the delivery', () => {
    const later = created + 60;
    const subject = subjectOf(run.lab.event(created)?.subject ?? '') ?? '';
    const { strips, axis, messages } = model(later, { around: created, subjects: [subject] });
    const belief = strips.find(({ lane }) => lane.actor === 'kube-controller-manager');
    const stale = belief?.spans.find(({ kind }) => kind === 'stale');
    const heard = messages.find(({ message }) => message.kind === 'watch' && message.subject === subject);
    expect(stale?.x1).toBeCloseTo(axis.xOf(heard?.message.sentAt ?? -1));
    expect(stale?.x2).toBeGreaterThanOrEqual((heard?.x2 ?? 0) - 0.01);
    expect(stale?.lasts).toBeGreaterThanOrEqual(4_000);
  });

  test('a gate hides everything after it, and says so', () => {
    const gated = model(created, { until: created }, { gate: created });
    expect(gated.messages.every(({ message }) => message.position <= created)).toBe(true);
    expect(gated.fogX).toBeDefined();
    const texts = JSON.stringify(drawLanes(en, gated).marks);
    for (const line of en.lanes.gate.split(', ')) expect(texts).toContain(line);
    expect(JSON.stringify(drawLanes(en, model(created)).marks)).not.toContain('answer first');
  });

  test('what has just been written is named, however narrow its piece is: by its number alone', () => {
    const [strip] = model(created).strips.filter(({ truth }) => truth);
    if (!strip) throw new Error('no strip');
    const [span] = strip.spans;
    if (!span) throw new Error('no span');
    const piece = (width: number, when: 'past' | 'future') => ({
      ...model(created),
      messages: [],
      strips: [{ ...strip, spans: [{ ...span, facts: 'replicas 4 · ready 1', x1: 200, x2: 200 + width, when }] }],
    });
    const drawn = (width: number, when: 'past' | 'future' = 'past') =>
      JSON.stringify(drawLanes(en, piece(width, when)).marks).includes('"text":"4"');
    expect(drawn(17)).toBe(true);
    expect(drawn(6)).toBe(false);
    expect(drawn(17, 'future')).toBe(false);
  });

  test('rows stay where they are while the cursor moves on', () => {
    const rows = (m: LanesModel) => JSON.stringify(m.lanes.map(({ actor, wireY }) => [actor, wireY]));
    const seen = new Set<string>();
    for (let step = 0; step < 80; step += 4) seen.add(rows(model(created + step)));
    expect(seen.size).toBe(1);
  });

  test('of many nodes only kubelets with something to say have lanes, the others share one', () => {
    const many = Array.from({ length: 30 }, (_, i) => `node-${i + 1}`);
    const window = lanes.window({ around: created, before: 20, after: 40, granularity: 'action', subjects: [] });
    const { lanes: rows } = lanesModel({ window, position: created, at: 0, nodes: many, subjects: [] });
    const kubelets = rows.filter(({ kind }) => kind === 'kubelet' || kind === 'others');
    expect(kubelets.map(({ kind, count }) => [kind, count])).toEqual([
      ['kubelet', 1],
      ['kubelet', 1],
      ['kubelet', 1],
      ['others', 27],
    ]);
  });

  test('the same in words, in both languages', () => {
    const here = model(created);
    const english = describeLanes(en, here).items.map(({ text }) => text);
    expect(english.join('\n')).toMatch(/Deployment controller asks: POST replicaset\/web-\w+, answered after 5 ms/);
    expect(english.join('\n')).toMatch(/ReplicaSet web-\w+ in controller manager: no web-\w+ from/);
    const chinese = describeLanes(zh, here).items.map(({ text }) => text);
    expect(chinese.length).toBe(english.length);
    expect(chinese.join('\n')).toMatch(/请求：POST replicaset\/web-\w+，5 ms 后得到回答/);
  });

  test('every stop of the arrow keys is a message or a strip with a name', () => {
    const { stops } = drawLanes(en, model(created));
    expect(new Set(stops.map(({ id }) => id)).size).toBe(stops.length);
    for (const { name, id } of stops) {
      expect(name).not.toBe('');
      expect(id).toMatch(/^(event\/\d+|strip\/)/);
    }
  });

  test('nothing is drawn outside the picture, on a desk and on a phone', () => {
    for (const narrow of [false, true]) {
      const drawing = drawLanes(en, model(created, {}, { narrow }));
      const boxes = drawing.marks.flatMap((mark) => (mark.kind === 'rect' ? [mark] : []));
      for (const { x, w, y, h } of boxes) {
        expect(x).toBeGreaterThanOrEqual(-1);
        expect(x + w).toBeLessThanOrEqual(drawing.width + 1);
        expect(y + h).toBeLessThanOrEqual(drawing.height + 1);
      }
    }
  });

  test('the picture leaves the page as a file', () => {
    const file = lanesSvg(en, model(created), 'Clusterglass', { '--cp': '#2f2fa6' });
    expect(file).toContain('<title id="title">Lanes</title>');
    expect(file).toContain('id="hatch"');
    expect(file).not.toMatch(/var\(|<script|href/);
  });
});

test('an object can be followed by any event that is about it', () => {
  expect(subjectOf('pods/default/web-1/status')).toBe('pods/default/web-1');
  expect(subjectOf('nodes/node-1/status')).toBe('nodes/node-1');
  expect(subjectOf('default/web')).toBeUndefined();
  expect(subjectOf('pods')).toBeUndefined();
  expect(subjectOf('leases/kube-node-lease/node-1')).toBeUndefined();
});
