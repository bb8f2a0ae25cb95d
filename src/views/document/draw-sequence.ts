import type { Drawing, Mark, Stop } from '../drawing/marks';
import { type SequenceDiagram, wordsOf } from './diagram';
import type { DrawOptions } from './draw-flow';
import type { DocumentModel } from './model';
import { type PlacedMessage, type PlacedParticipant, type SequenceLayout, sequenceLine } from './sequence-layout';
import {
  accentOf,
  badgeMarks,
  capsuleMarks,
  capsuleWidth,
  edgeMarks,
  lookOf,
  ringMark,
  shapeMarks,
  shortened,
  wayThrough,
} from './strokes';

const headSize = 14;

function participantMarks(
  diagram: SequenceDiagram,
  placed: PlacedParticipant,
  model: DocumentModel,
  chosen: boolean,
): Mark[] {
  const node = diagram.participants.find(({ id }) => id === placed.id);
  if (!node) return [];
  const state = model.states[placed.id] ?? 'idle';
  const look = chosen
    ? {
        ...lookOf('now', node.subsystem),
        stroke: 'var(--pen-ink)',
        width: 2,
        fill: 'var(--pen)',
        text: 'var(--pen-ink)',
      }
    : lookOf(state, node.subsystem);
  const marks: Mark[] = [];
  if (state === 'now' && !chosen) marks.push(ringMark(placed, node.kind, accentOf(node.subsystem)));
  marks.push(...shapeMarks(node.kind, placed, look));
  const first = placed.y + placed.h / 2 - ((placed.lines.length - 1) * 17) / 2 + 4.8;
  marks.push(
    ...placed.lines.map(
      (text, i): Mark => ({
        kind: 'text',
        at: [placed.lane, first + i * 17],
        text,
        size: headSize,
        weight: state === 'now' ? 600 : 500,
        anchor: 'middle',
        fill: look.text,
      }),
    ),
  );
  if (state === 'now' && !chosen) marks.push(...badgeMarks([placed.x + placed.w - 8, placed.y], 'play'));
  if (state === 'failed' && !chosen) marks.push(...badgeMarks([placed.x + placed.w - 8, placed.y], 'x'));
  return marks;
}

const inside = (y: number, { y: top, h }: { readonly y: number; readonly h: number }) => y > top && y < top + h;

/** The words of a message: what the document says, and below it what the cluster does where the two differ. */
function wordMarks(
  { label, correction, words, edge }: PlacedMessage,
  self: boolean,
  visited: boolean,
  now: boolean,
  ground: string,
): Mark[] {
  const left = words.x + 13;
  const anchor = self ? 'start' : 'middle';
  const x = self ? left : words.x + words.w / 2;
  const top = words.y + 14;
  const weight = now ? 600 : 400;
  const marks: Mark[] = [
    { kind: 'rect', x: words.x, y: words.y, w: words.w, h: words.h, r: 3, fill: ground },
    ...label.map(
      (text, i): Mark => ({
        kind: 'text',
        at: [correction.length > 0 && !self ? left + 6 : x, top + i * sequenceLine],
        text,
        size: 13,
        weight,
        anchor: correction.length > 0 ? 'start' : anchor,
        fill: correction.length > 0 ? 'var(--ink-2)' : 'var(--ink)',
      }),
    ),
    ...correction.map(
      (text, i): Mark => ({
        kind: 'text',
        at: [self ? left : left + 6, top + (label.length + i) * sequenceLine],
        text,
        size: 13,
        weight: now ? 600 : 500,
        anchor: 'start',
      }),
    ),
  ];
  if (correction.length > 0) {
    const sign = (name: 'triangle-alert' | 'box', line: number): Mark => ({
      kind: 'sign',
      sign: name,
      at: [left - 12, top + line * sequenceLine - 11],
      size: 13,
      stroke: name === 'box' ? 'var(--ink)' : 'var(--ink-2)',
    });
    marks.push(sign('triangle-alert', 0), sign('box', label.length));
  } else if (visited && edge.from !== edge.to) {
    marks.push({ kind: 'sign', sign: 'check', at: [words.x + words.w - 8, top - 10], size: 12, stroke: 'var(--cp)' });
  }
  return marks;
}

/** Dot and capsule of the message at the cursor: the capsule stands where no words are, beside the line's end. */
function messageMarks(layout: SequenceLayout, { message }: DocumentModel): Mark[] {
  const placed = layout.messages.find(({ edge }) => edge.id === message?.at);
  if (!message || !placed) return [];
  const { points } = placed;
  const way = shortened(points, 17);
  const rest = way[way.length - 1] as readonly [number, number];
  const w = capsuleWidth(message.text);
  const xs = points.map(([x]) => x);
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const self = placed.edge.from === placed.edge.to;
  const right = self ? placed.words.x + placed.words.w + 8 : high + 22;
  const onRight = !self && right + w <= layout.width;
  const left = onRight ? right : Math.max(0, low - 22 - w);
  const anchor = onRight ? high : low;
  return [
    {
      kind: 'line',
      from: [anchor, placed.y],
      to: [onRight ? left + 2 : left + w - 2, placed.y],
      stroke: 'var(--ink)',
      width: 1.5,
    },
    { kind: 'travel', key: message.key, path: wayThrough(way), r: 7, end: rest },
    ...capsuleMarks(message.text, left, placed.y, message.failed),
  ];
}

/** State of the group of heads, by which the page finds them to keep them in sight. */
export const headsState = 'heads';

function headMarks(
  diagram: SequenceDiagram,
  layout: SequenceLayout,
  model: DocumentModel,
  nameOf: (id: string) => string,
  chosen: string | undefined,
): Mark[] {
  const height = Math.max(...layout.participants.map(({ y, h }) => y + h)) + 8;
  return [
    { kind: 'rect', x: 0, y: 0, w: layout.width, h: height, fill: 'var(--paper)' },
    ...layout.participants.map(
      (placed): Mark => ({
        kind: 'group',
        id: placed.id,
        title: nameOf(placed.id),
        state: model.states[placed.id],
        marks: participantMarks(diagram, placed, model, chosen === placed.id),
      }),
    ),
  ];
}

/** A sequence at the cursor: lanes, messages, notes, and frames around what happens in one case or the other. */
export function drawSequence(
  diagram: SequenceDiagram,
  layout: SequenceLayout,
  model: DocumentModel,
  { language, nameOf, chosen }: DrawOptions,
): Drawing {
  const words = (id: string) => wordsOf(diagram, language, id);
  const marks: Mark[] = [];
  for (const { x, y, w, h } of layout.blocks)
    marks.push({ kind: 'rect', x, y, w, h, r: 3, fill: 'var(--surface)', stroke: 'var(--line-2)', width: 1 });
  for (const { x, from, to } of layout.lifelines)
    marks.push({ kind: 'line', from: [x, from], to: [x, to], stroke: 'var(--line-2)', width: 1, dash: '2 4' });
  for (const { block, x, w, parts } of layout.blocks) {
    for (const [i, part] of parts.entries()) {
      if (i > 0)
        marks.push({
          kind: 'line',
          from: [x, part.y],
          to: [x + w, part.y],
          stroke: 'var(--line-2)',
          width: 1,
          dash: '5 4',
        });
      const tag = i === 0 ? block : 'else';
      marks.push(
        { kind: 'rect', x, y: part.y, w: 46, h: 22, r: 3, fill: 'var(--sunk)', stroke: 'var(--line-2)', width: 1 },
        {
          kind: 'text',
          at: [x + 23, part.y + 15.5],
          text: tag,
          size: 13,
          mono: true,
          anchor: 'middle',
          fill: 'var(--ink-2)',
        },
        { kind: 'text', at: [x + 54, part.y + 16], text: words(part.id), size: 13, weight: 600 },
      );
    }
  }
  for (const { lines, x, y, w, h } of layout.notes) {
    marks.push(
      { kind: 'rect', x, y, w, h, r: 2, fill: 'var(--sunk)', stroke: 'var(--line-2)', width: 1 },
      ...lines.map(
        (text, i): Mark => ({
          kind: 'text',
          at: [x + w / 2, y + 18 + i * sequenceLine],
          text,
          size: 13,
          anchor: 'middle',
          fill: 'var(--ink-2)',
        }),
      ),
    );
  }
  for (const placed of layout.messages) {
    const { edge, points } = placed;
    const state = model.states[edge.id] ?? 'idle';
    const self = edge.from === edge.to;
    const ground = layout.blocks.some((block) => inside(placed.y, block)) ? 'var(--surface)' : 'var(--paper)';
    const subsystem = diagram.participants.find(({ id }) => id === edge.from)?.subsystem ?? 'cp';
    marks.push({
      kind: 'group',
      id: edge.id,
      title: nameOf(edge.id),
      state,
      marks: [
        ...wordMarks(placed, self, state === 'visited', state === 'now', ground),
        ...edgeMarks(edge.kind, state, subsystem, points),
      ],
    });
  }
  marks.push(...messageMarks(layout, model));
  marks.push({
    kind: 'group',
    id: '',
    title: '',
    state: headsState,
    marks: headMarks(diagram, layout, model, nameOf, chosen),
  });
  const stops: Stop[] = [
    ...layout.participants.map((placed) => ({ id: placed.id, box: placed, name: nameOf(placed.id) })),
    ...layout.messages.map(({ edge, words: box }) => ({ id: edge.id, box, name: nameOf(edge.id) })),
  ];
  return { width: layout.width, height: layout.height, marks, stops };
}
