import type { Ui } from '../../i18n/index';
import { spanText } from '../../ui/time';
import { messageLabel } from '../cluster/message-label';
import {
  type Drawing,
  fitText,
  hatch,
  type Mark,
  type Point,
  type RectMark,
  type Stop,
  textWidth,
} from '../drawing/marks';
import { actorName, subjectName } from '../words';
import { describeMessage, describeStrip } from './describe';
import { type DrawnMessage, type DrawnSpan, type DrawnStrip, type Lane, type LanesModel, nameOf } from './model';

const stripHeight = 20;

const accentOf = (lane: Lane): string =>
  lane.kind === 'kubelet' || lane.kind === 'others' ? 'var(--node)' : 'var(--cp)';

function laneName(ui: Ui, lane: Lane): string {
  if (lane.kind === 'others') return ui.lanes.others(lane.count);
  if (lane.kind === 'kubelet') return lane.actor.replace('/', ' ');
  return Object.hasOwn(ui.lanes.short, lane.actor) ? (ui.lanes.short[lane.actor] as string) : actorName(ui, lane.actor);
}

/** Rows, their names and wires; the API server's field, since it is where truth is. */
function laneMarks(ui: Ui, model: LanesModel): Mark[] {
  const { width, axis, narrow, cursorX } = model;
  const marks: Mark[] = [];
  const wireEnd = cursorX ?? axis.right;
  for (const lane of model.lanes) {
    if (lane.kind === 'apiserver') {
      const x = narrow ? 0 : axis.left - 6;
      marks.push({ kind: 'rect', x, y: lane.top + 2, w: width - x, h: lane.height - 4, r: 2, fill: 'var(--cp-t)' });
    }
  }
  for (const lane of model.lanes) {
    const inner = lane.kind === 'controller';
    const nameY = narrow ? lane.top + 15 : lane.kind === 'apiserver' ? lane.stripY + 15 : lane.wireY + 5;
    const room = narrow ? 220 : axis.left - (inner ? 18 : 8);
    const name = fitText(laneName(ui, lane), room, 13);
    if (lane.top > 30 && !inner && lane.kind !== 'apiserver')
      marks.push({ kind: 'line', from: [0, lane.top + 0.5], to: [width, lane.top + 0.5], stroke: 'var(--line)' });
    marks.push({ kind: 'text', at: [inner ? 10 : 0, nameY], text: name, weight: inner ? 400 : 600 });
    const sub =
      lane.kind === 'apiserver'
        ? ui.lanes.truth
        : model.strips.some((strip) => strip.lane === lane)
          ? ui.lanes.belief
          : '';
    if (sub) {
      const at: Point = narrow ? [textWidth(name, 13) + 12, nameY] : [0, nameY + 19];
      marks.push({ kind: 'text', at, text: sub, fill: lane.kind === 'apiserver' ? 'var(--cp)' : 'var(--ink-2)' });
    }
    const truth = lane.kind === 'apiserver';
    const wire = { stroke: truth ? 'var(--cp)' : 'var(--line-2)', width: inner ? 1.25 : 1.75 };
    marks.push({ kind: 'line', from: [axis.left, lane.wireY], to: [wireEnd, lane.wireY], ...wire });
    if (wireEnd < axis.right)
      marks.push({ kind: 'line', from: [wireEnd, lane.wireY], to: [axis.right, lane.wireY], ...wire, opacity: 0.4 });
  }
  return marks;
}

/** Time along the top: to scale within each stretch; a wait is a band with its length. */
function axisMarks(ui: Ui, model: LanesModel): Mark[] {
  const { axis, height } = model;
  const marks: Mark[] = [];
  let free = axis.left - 40;
  for (const gap of axis.gaps) {
    marks.push({
      kind: 'rect',
      x: gap.x + 2,
      y: 18,
      w: gap.width - 4,
      h: height - 20,
      fill: 'var(--sunk)',
      opacity: 0.75,
    });
    const text = spanText(gap.to - gap.from);
    const middle = gap.x + gap.width / 2;
    for (const side of [-2.5, 2.5])
      marks.push({
        kind: 'line',
        from: [middle + side - 2, 25],
        to: [middle + side + 2, 17],
        stroke: 'var(--ink-3)',
        width: 1.25,
      });
    const label = textWidth(text, 13) + 2 <= gap.width ? text : '';
    marks.push({
      kind: 'group',
      id: '',
      title: ui.lanes.idle(text),
      marks: label ? [{ kind: 'text', at: [middle, 13], text: label, anchor: 'middle', fill: 'var(--ink-3)' }] : [],
    });
  }
  const taken: (readonly [number, number])[] = axis.gaps
    .filter((gap) => textWidth(spanText(gap.to - gap.from), 13) + 2 <= gap.width)
    .map((gap) => [gap.x, gap.x + gap.width]);
  axis.ticks.forEach(({ x, offset }, i) => {
    marks.push({ kind: 'line', from: [x, 20], to: [x, height - 4], stroke: 'var(--line)' });
    const next = axis.ticks[i + 1];
    const last = !next || next.offset === 0;
    const bare = String(Number((offset / 1000).toFixed(1)));
    const text = last && offset > 0 ? `${bare} ms` : bare;
    const [from, to] = [x - textWidth(text, 13, true) / 2 - 3, x + textWidth(text, 13, true) / 2 + 3];
    if (from < free || to > model.width || taken.some(([a, b]) => a < to && from < b)) return;
    free = to;
    marks.push({ kind: 'text', at: [x, 13], text, mono: true, anchor: 'middle', fill: 'var(--ink-3)' });
  });
  return marks;
}

function arrow([x, y]: Point, from: Point, open: boolean, colour: string): Mark {
  const angle = Math.atan2(y - from[1], x - from[0]);
  const wing = (turn: number) =>
    `${(x - 8 * Math.cos(angle + turn)).toFixed(1)} ${(y - 8 * Math.sin(angle + turn)).toFixed(1)}`;
  const d = `M${wing(0.45)}L${x.toFixed(1)} ${y.toFixed(1)}L${wing(-0.45)}`;
  return open
    ? { kind: 'path', d, stroke: colour, width: 1.5 }
    : { kind: 'path', d: `${d}Z`, fill: colour, stroke: colour, width: 1 };
}

function colourOf({ message, sender, receiver }: DrawnMessage): string {
  if (message.failed) return 'var(--fail)';
  return accentOf(message.kind === 'watch' ? receiver : sender);
}

/** A message: its slope is its delay. A request goes up when it is committed and comes back as its answer. */
function messageMarks(ui: Ui, drawn: DrawnMessage): Mark {
  const { message, when, sender, receiver, x1, x2 } = drawn;
  const colour = colourOf(drawn);
  const opacity = when === 'future' ? 0.4 : 1;
  const width = when === 'now' ? 3 : when === 'future' ? 1.25 : 1.75;
  const watch = message.kind === 'watch';
  const start: Point = [x1, sender.wireY];
  const end: Point = watch ? [x2, receiver.wireY] : [x1, receiver.wireY];
  const dash = watch ? '7 4' : message.failed ? '5 3' : undefined;
  const marks: Mark[] = [
    { kind: 'line', from: start, to: end, stroke: colour, width, dash, opacity },
    { ...arrow(end, start, watch, colour), opacity } as Mark,
    {
      kind: 'circle',
      at: start,
      r: 3.5,
      fill: when === 'future' ? 'var(--surface)' : colour,
      stroke: colour,
      width: 1.25,
      opacity,
    },
  ];
  if (!watch && x2 > x1 + 1) {
    const back: Point = [x2, sender.wireY];
    marks.push({ kind: 'line', from: end, to: back, stroke: colour, width: 1, opacity: opacity * 0.55 });
    marks.push({ ...arrow(back, end, true, colour), width: 1, opacity: opacity * 0.7 } as Mark);
  }
  return { kind: 'group', id: `event/${message.position}`, title: describeMessage(ui, message, when), marks };
}

interface Plate {
  readonly from: number;
  readonly to: number;
}

/** What requests say, on plates on their senders' wires: as many as have room, the weightiest first. */
function labelMarks(model: LanesModel): Mark[] {
  const marks: Mark[] = [];
  const plates = new Map<string, Plate[]>();
  const dots = new Map<string, number[]>();
  const requests = model.messages.filter(({ message }) => message.kind === 'request');
  for (const { sender, x1 } of requests) {
    const list = dots.get(sender.id) ?? [];
    list.push(x1);
    dots.set(sender.id, list);
  }
  const weight = ({ message, when }: DrawnMessage) =>
    (when === 'future' ? 0 : 4) + (message.level === 'milestone' ? 2 : 0) + (message.failed ? 2 : 0);
  const inOrder = requests.filter(({ when }) => when !== 'now').sort((a, b) => weight(b) - weight(a));
  for (const drawn of inOrder) {
    const { message, sender, x1, when } = drawn;
    const taken = plates.get(sender.id) ?? [];
    plates.set(sender.id, taken);
    // Up to the next sender's dot on the wire, which must stay in sight.
    const nextDot = Math.min(...(dots.get(sender.id) ?? []).filter((x) => x > x1 + 2), model.axis.right + 8);
    const from = x1 + 7;
    const room = nextDot - 6 - from;
    const text = fitText(messageLabel(message), Math.min(room - 8, 190), 13, true);
    const to = from + textWidth(text, 13, true) + 8;
    if (text.length < 5 || taken.some((plate) => plate.from < to && from < plate.to)) continue;
    taken.push({ from, to });
    const y = sender.wireY;
    const fill = sender.kind === 'apiserver' ? 'var(--cp-t)' : 'var(--paper)';
    marks.push({ kind: 'rect', x: from, y: y - 9, w: to - from, h: 18, r: 3, fill });
    marks.push({
      kind: 'text',
      at: [from + 4, y + 4.5],
      text,
      mono: true,
      fill: when === 'future' ? 'var(--ink-3)' : 'var(--ink-2)',
    });
  }
  return marks;
}

function spanMarks(ui: Ui, span: DrawnSpan, strip: DrawnStrip, first: boolean): Mark[] {
  const { x1, x2, kind, when } = span;
  const box = { x: x1, y: strip.y, w: x2 - x1, h: stripHeight, r: 2 };
  const opacity = when === 'future' ? 0.35 : 1;
  const room = x2 - x1 - 14;
  const at: Point = [x1 + 8, strip.y + 14.5];
  if (strip.truth) {
    const hollow = when === 'future';
    const whole = `${nameOf(strip.subject)} ${span.facts}`;
    const text = first && textWidth(whole, 13, true) <= room ? whole : readable(span.facts, room, true);
    return [
      {
        kind: 'rect',
        ...box,
        fill: hollow ? 'var(--surface)' : 'var(--cp)',
        stroke: hollow ? 'var(--cp)' : 'var(--cp-t)',
        width: hollow ? 1 : 2,
        opacity: hollow ? 0.6 : 1,
      },
      ...(text
        ? [{ kind: 'text', at, text, mono: true, fill: hollow ? 'var(--ink-3)' : 'var(--on-solid)' } as const]
        : tightNumber(span, strip.y + 14.5)),
    ];
  }
  if (kind === 'stale') {
    const marks: Mark[] = [{ kind: 'rect', ...box, fill: hatch, stroke: 'var(--ink)', width: 1.25, opacity }];
    const span_ = spanText(Math.round(span.lasts));
    const long = span.facts ? ui.lanes.staleStill(span_, span.facts) : ui.lanes.stale(span_);
    const text = [long, ui.lanes.stale(span_)].find((candidate) => textWidth(candidate, 13) <= room - 4);
    if (text && when === 'past') {
      const w = textWidth(text, 13) + 8;
      marks.push({ kind: 'rect', x: x1 + 5, y: strip.y + 2.5, w, h: 15, r: 2, fill: 'var(--surface)' });
      marks.push({ kind: 'text', at: [x1 + 9, strip.y + 14.5], text, weight: 500 });
    }
    return marks;
  }
  const said = kind === 'none' ? ui.lanes.none(nameOf(strip.subject)) : kind === 'gone' ? ui.lanes.deleted : span.facts;
  const [from, to] = openPart(span, strip);
  const text = readable(said, to - from - 14);
  return [
    { kind: 'rect', ...box, fill: 'var(--surface)', stroke: 'var(--ink-2)', dash: '2 3', width: 1.25, opacity },
    ...(text
      ? [
          {
            kind: 'text',
            at: [from + 8, at[1]],
            text,
            fill: when === 'future' ? 'var(--ink-3)' : 'var(--ink-2)',
          } as const,
        ]
      : []),
  ];
}

/** The number of a piece that is too narrow for margins, in its middle: a write of this moment must not stay nameless. */
function tightNumber({ facts, x1, x2, when }: DrawnSpan, y: number): Mark[] {
  const number = replicasIn(facts);
  if (when === 'future' || !number || textWidth(number, 13, true) + 4 > x2 - x1) return [];
  return [
    { kind: 'text', at: [(x1 + x2) / 2, y], text: number, mono: true, anchor: 'middle', fill: 'var(--on-solid)' },
  ];
}

const replicasIn = (facts: string): string | undefined => /^replicas (\d+)/.exec(facts)?.[1];

/** What fits of some facts: all, the number that matters most, or the beginning; of a few letters nothing. */
function readable(text: string, room: number, mono = false): string {
  if (textWidth(text, 13, mono) <= room) return text;
  const cut = fitText(text, room, 13, mono);
  if (cut.length > 9) return cut;
  const number = replicasIn(text);
  if (number) return textWidth(number, 13, mono) <= room ? number : '';
  return cut.length > 6 ? cut : '';
}

/** The widest part of a span that nothing stale covers. */
function openPart({ x1, x2 }: DrawnSpan, strip: DrawnStrip): readonly [number, number] {
  let best: readonly [number, number] = [x1, x1];
  let from = x1;
  const consider = (to: number): void => {
    if (to - from > best[1] - best[0]) best = [from, to];
  };
  for (const stale of strip.spans) {
    if (stale.kind !== 'stale' || stale.x2 <= from || stale.x1 >= x2) continue;
    consider(stale.x1);
    from = stale.x2;
  }
  consider(x2);
  return best;
}

/** A strip with all its spans; what is stale lies over what is known. */
function stripMarks(ui: Ui, strip: DrawnStrip): Mark {
  const marks: Mark[] = [];
  let named = false;
  for (const span of strip.spans) {
    marks.push(...spanMarks(ui, span, strip, !named));
    if (strip.truth && span.x2 - span.x1 > 60) named = true;
  }
  return { kind: 'group', id: stripId(strip), title: describeStrip(ui, strip), marks };
}

const stripId = (strip: DrawnStrip): string => `strip/${strip.lane.actor}/${strip.subject}`;

/** A bar, of which what is right of the cursor is not yet. */
function bar(
  x1: number,
  x2: number,
  y: number,
  look: Pick<RectMark, 'fill' | 'stroke'>,
  cursorX: number | undefined,
): Mark[] {
  const cut = Math.min(x2, Math.max(x1, cursorX ?? x2));
  const part = (from: number, to: number, opacity: number): Mark[] =>
    to - from < 0.5 ? [] : [{ kind: 'rect', x: from, y, w: to - from, h: 5, r: 1, width: 1, opacity, ...look }];
  return [...part(x1, cut, 1), ...part(cut, x2, 0.35)];
}

/** Keys on their way through the queues: hollow while they wait, filled while they are worked on. */
function workMarks(model: LanesModel): Mark[] {
  return model.work.map(({ work, lane, x0, x1, x2, row }): Mark => {
    const y = lane.wireY + 5 + row * 7;
    const waits = bar(x0, x1, y, { fill: 'var(--surface)', stroke: 'var(--cp)' }, model.cursorX);
    const works = bar(x1, Math.max(x2, x1 + 2), y, { fill: 'var(--cp)' }, model.cursorX);
    return { kind: 'group', id: '', title: subjectName(work.key), marks: [...waits, ...works] };
  });
}

/** The message at the cursor, in ink: a dot on its way, and what it says. */
function nowMarks(model: LanesModel): Mark[] {
  const drawn = model.messages.find(({ when }) => when === 'now');
  if (!drawn) return [];
  const { message, sender, receiver, x1, x2 } = drawn;
  const end: Point = message.kind === 'watch' ? [x2, receiver.wireY] : [x1, receiver.wireY];
  const path = `M${x1} ${sender.wireY}L${end[0]} ${end[1]}`;
  const text = fitText(messageLabel(message), model.width - 80, 13, true);
  const w = textWidth(text, 13, true) + 42;
  // In the gap between the API server's wire and what is next to it, beside the line, on the side that has room.
  const api = sender.kind === 'apiserver' ? sender : receiver;
  const other = sender.kind === 'apiserver' ? receiver : sender;
  const y = other.wireY > api.wireY ? api.wireY + 16 : other.wireY + 18;
  const along = (y - sender.wireY) / (end[1] - sender.wireY || 1);
  const middle: Point = [x1 + (end[0] - x1) * along, y];
  const left = middle[0] + 14 + w <= model.width ? middle[0] + 14 : Math.max(2, middle[0] - 14 - w);
  const side = left > middle[0] ? left : left + w;
  return [
    { kind: 'line', from: middle, to: [side, y], stroke: 'var(--ink)', width: 1.5 },
    {
      kind: 'rect',
      x: left,
      y: y - 12,
      w,
      h: 24,
      r: 12,
      fill: message.failed ? 'var(--fail)' : 'var(--ink)',
      stroke: 'var(--paper)',
      width: 2,
    },
    { kind: 'sign', sign: message.failed ? 'x' : 'mail', at: [left + 11, y - 7.5], size: 15, stroke: 'var(--paper)' },
    { kind: 'text', at: [left + 32, y + 4.5], text, mono: true, weight: 500, fill: 'var(--paper)' },
    { kind: 'travel', key: `travel/${message.position}`, path, r: 6.5, end },
  ];
}

function cursorMarks(model: LanesModel): Mark[] {
  const x = model.cursorX;
  if (x === undefined) return [];
  return [
    { kind: 'line', from: [x, 20], to: [x, model.height - 4], stroke: 'var(--ink)', width: 2 },
    { kind: 'path', d: `M${x - 7} 17h14l-7 9z`, fill: 'var(--ink)' },
  ];
}

function fogMarks(ui: Ui, model: LanesModel): Mark[] {
  const x = model.fogX;
  if (x === undefined) return [];
  const { width, height } = model;
  const lines = ui.lanes.gate.split(/(?<=[,，])\s*/);
  const middle = (x + width) / 2;
  return [
    { kind: 'rect', x, y: 20, w: width - x, h: height - 24, fill: 'var(--sunk)' },
    { kind: 'rect', x: x - 6, y: 20, w: 12, h: height - 24, r: 3, fill: 'var(--pen)', opacity: 0.55 },
    { kind: 'line', from: [x, 20], to: [x, height - 4], stroke: 'var(--ink)', width: 1.25, dash: '3 3' },
    { kind: 'sign', sign: 'eye-off', at: [middle - 9, height / 2 - 30], size: 18, stroke: 'var(--ink-3)' },
    ...lines.map((line, i): Mark => {
      const text = fitText(line, width - x - 16, 13);
      return { kind: 'text', at: [middle + 3, height / 2 + 6 + i * 19], text, anchor: 'middle', fill: 'var(--ink-3)' };
    }),
  ];
}

export function drawLanes(ui: Ui, model: LanesModel): Drawing {
  const stops: Stop[] = [];
  for (const { message, when, sender, receiver, x1, x2 } of model.messages) {
    const [x, y] = message.kind === 'watch' ? [x2, receiver.wireY] : [x1, sender.wireY];
    stops.push({
      id: `event/${message.position}`,
      box: { x: x - 6, y: y - 6, w: 12, h: 12 },
      name: describeMessage(ui, message, when),
    });
  }
  for (const strip of model.strips) {
    const { left, right } = model.axis;
    stops.push({
      id: stripId(strip),
      box: { x: left, y: strip.y, w: right - left, h: stripHeight },
      name: describeStrip(ui, strip),
    });
  }
  // Messages pass behind the strips; the one at the cursor is above everything.
  const [now, others] = [
    model.messages.filter(({ when }) => when === 'now'),
    model.messages.filter(({ when }) => when !== 'now'),
  ];
  const marks: Mark[] = [
    ...laneMarks(ui, model),
    ...axisMarks(ui, model),
    ...others.map((drawn) => messageMarks(ui, drawn)),
    ...now.map((drawn) => messageMarks(ui, drawn)),
    ...workMarks(model),
    ...labelMarks(model),
    ...model.strips.map((strip) => stripMarks(ui, strip)),
    ...fogMarks(ui, model),
    ...cursorMarks(model),
    ...nowMarks(model),
  ];
  return { width: model.width, height: model.height, marks, stops };
}

/** What is followed, as the page names it. */
export function subjectsText(ui: Ui, subjects: readonly string[]): string {
  return ui.list(subjects.map(subjectName));
}
