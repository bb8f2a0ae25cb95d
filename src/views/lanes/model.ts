import type { LaneMessage, LaneStale, LaneStrip, LanesWindow, LaneWork } from '../../worker/protocol';
import { type Axis, axisOf } from './axis';

/** Widths of the picture's own coordinates: on a desk, and on a phone. */
export const laneWidths = { wide: 640, narrow: 352 } as const;

export type LaneKind = 'person' | 'apiserver' | 'process' | 'controller' | 'kubelet' | 'others';

/** A row with a wire: a process, or a controller within one. */
export interface Lane {
  readonly id: string;
  readonly kind: LaneKind;
  /** Process or controller, as the trace names it. */
  readonly actor: string;
  readonly top: number;
  readonly height: number;
  readonly wireY: number;
  /** Where its first strip begins. */
  readonly stripY: number;
  /** How many parts it stands for, where it stands for several. */
  readonly count: number;
}

export type When = 'past' | 'now' | 'future';

export interface DrawnMessage {
  readonly message: LaneMessage;
  readonly when: When;
  readonly sender: Lane;
  readonly receiver: Lane;
  readonly x1: number;
  readonly x2: number;
}

export interface DrawnSpan {
  readonly x1: number;
  readonly x2: number;
  readonly facts: string;
  readonly position: number;
  readonly at: number;
  readonly kind: 'known' | 'none' | 'gone' | 'stale';
  /** Of a stale span: how long it is so, as far as can be known here; microseconds. */
  readonly lasts: number;
  readonly when: When;
}

export interface DrawnStrip {
  readonly subject: string;
  readonly lane: Lane;
  readonly truth: boolean;
  readonly y: number;
  readonly spans: readonly DrawnSpan[];
}

export interface DrawnWork {
  readonly work: LaneWork;
  readonly lane: Lane;
  readonly x0: number;
  readonly x1: number;
  readonly x2: number;
  readonly row: number;
}

export interface LanesModel {
  readonly width: number;
  readonly height: number;
  readonly narrow: boolean;
  readonly axis: Axis;
  readonly lanes: readonly Lane[];
  readonly messages: readonly DrawnMessage[];
  readonly strips: readonly DrawnStrip[];
  readonly work: readonly DrawnWork[];
  /** Place of the cursor; nothing when it is outside the window. */
  readonly cursorX: number | undefined;
  /** From here on nothing may be known. */
  readonly fogX: number | undefined;
}

interface Input {
  readonly window: LanesWindow;
  /** Position of the cursor, and its virtual time. */
  readonly position: number;
  readonly at: number;
  /** Names of all nodes, in order. */
  readonly nodes: readonly string[];
  /** Objects followed, of which each lane keeps a strip's room. */
  readonly subjects: readonly string[];
  readonly narrow?: boolean;
  /** Of the picture where there is more room than its least. */
  readonly width?: number;
  /** Position of a gate. */
  readonly gate?: number | undefined;
}

const labelWidth = 138;
const headHeight = 26;
const stripHeight = 22;
const stripGap = 4;
/** Kubelets with a lane of their own. */
const kubeletLanes = 3;
const process = 'kube-controller-manager';
const alwaysShown = ['deployment-controller', 'replicaset-controller'] as const;
const maxControllers = 5;

function controllersOf(messages: readonly LaneMessage[]): string[] {
  const others = new Set<string>();
  for (const { kind, from, process: user } of messages)
    if (kind === 'request' && user === process && from !== process) others.add(from);
  for (const name of alwaysShown) others.delete(name);
  return [...alwaysShown, ...[...others].sort()].slice(0, maxControllers);
}

/** Nodes whose kubelets have lanes: all, when they are few; else those that have something to say here. */
function kubeletsOf(nodes: readonly string[], messages: readonly LaneMessage[], position: number): string[] {
  if (nodes.length <= kubeletLanes) return [...nodes];
  const weight = new Map<string, number>();
  for (const message of messages) {
    if (!message.process.startsWith('kubelet/')) continue;
    const node = message.process.slice('kubelet/'.length);
    weight.set(node, (weight.get(node) ?? 0) + (message.position === position ? 1_000 : 1));
  }
  const chosen = [...nodes].sort((a, b) => (weight.get(b) ?? 0) - (weight.get(a) ?? 0)).slice(0, kubeletLanes);
  return nodes.filter((node) => chosen.includes(node));
}

function lanesOf({ window, nodes, subjects, position, narrow = false }: Input): { lanes: Lane[]; height: number } {
  const lanes: Lane[] = [];
  let y = headHeight;
  const strips = Math.max(1, subjects.length) * (stripHeight + stripGap);
  const over = narrow ? 20 : 0;
  const add = (lane: Pick<Lane, 'kind' | 'actor'>, wire: number, stripY: number, height: number, count = 1): void => {
    const id = `lane/${lane.actor}`;
    lanes.push({
      ...lane,
      id,
      top: y,
      height: height + over,
      wireY: y + over + wire,
      stripY: y + over + stripY,
      count,
    });
    y += height + over;
  };
  add({ kind: 'person', actor: 'kubectl' }, 20, 30, 40);
  // On a phone names stand above the wires: the message at the cursor needs a line of its own below this one.
  add({ kind: 'apiserver', actor: 'kube-apiserver' }, strips + 20, 10, strips + (narrow ? 56 : 34));
  add({ kind: 'process', actor: process }, 18, 28, strips + 30);
  for (const actor of controllersOf(window.messages)) add({ kind: 'controller', actor }, 15, 24, 36);
  add({ kind: 'process', actor: 'kube-scheduler' }, 18, 28, strips + 32);
  const kubelets = kubeletsOf(nodes, window.messages, position);
  for (const node of kubelets) add({ kind: 'kubelet', actor: `kubelet/${node}` }, 18, 28, strips + 32);
  const rest = nodes.length - kubelets.length;
  if (rest > 0) add({ kind: 'others', actor: 'kubelet' }, 18, 28, 36, rest);
  return { lanes, height: y + 4 };
}

function whenOf(at: number, position: number): When {
  return at === position ? 'now' : at < position ? 'past' : 'future';
}

/** Spans of one strip between the two ends of the axis: what is known, then what of it is stale. */
function spansOf(strip: LaneStrip, axis: Axis, position: number, cursorX: number | undefined): DrawnSpan[] {
  const spans: DrawnSpan[] = [];
  const end = axis.xOf(axis.to);
  const push = (span: Omit<DrawnSpan, 'when'>, appears: number): void => {
    if (span.x2 <= span.x1 + 0.01) return;
    // What is after the cursor is a span of its own, since it is drawn as what is not yet.
    if (appears > position) spans.push({ ...span, when: 'future' });
    else if (cursorX !== undefined && span.x2 > cursorX && span.x1 < cursorX) {
      spans.push({ ...span, x2: cursorX, when: 'past' }, { ...span, x1: cursorX, facts: '', when: 'future' });
    } else spans.push({ ...span, when: cursorX !== undefined && span.x1 >= cursorX ? 'future' : 'past' });
  };
  const { versions } = strip;
  const [first] = versions;
  const nothing = { facts: '', position: -1, at: axis.from, kind: 'none' as const, lasts: 0 };
  if (strip.process !== '' && (!first || first.at > axis.from))
    push({ ...nothing, x1: axis.left, x2: first ? axis.xOf(first.at) : end }, -1);
  versions.forEach((version, i) => {
    const next = versions[i + 1];
    if (version.gone && strip.process === '') return;
    const x1 = axis.xOf(version.at);
    const x2 = next ? axis.xOf(next.at) : end;
    const { facts, at } = version;
    push(
      { x1, x2, facts, position: version.position, at, kind: version.gone ? 'gone' : 'known', lasts: 0 },
      version.position,
    );
  });
  for (const stale of strip.stale) push(staleSpan(stale, strip, axis, end), stale.fromPosition);
  return spans;
}

function staleSpan(stale: LaneStale, strip: LaneStrip, axis: Axis, end: number): Omit<DrawnSpan, 'when'> {
  const known = [...strip.versions].reverse().find(({ at }) => at <= stale.from);
  return {
    x1: axis.xOf(stale.from),
    x2: stale.to === undefined ? end : axis.xOf(stale.to),
    facts: known && !known.gone ? known.facts : '',
    position: stale.fromPosition,
    at: stale.from,
    kind: 'stale',
    lasts: (stale.to ?? axis.to) - stale.from,
  };
}

/** The lanes around the cursor: rows, time, messages, strips and work, in the picture's own coordinates. */
export function lanesModel(input: Input): LanesModel {
  const { window, position, at, subjects, narrow = false, gate } = input;
  const width = narrow ? laneWidths.narrow : Math.max(laneWidths.wide, input.width ?? 0);
  const { lanes, height } = lanesOf(input);
  const left = narrow ? 6 : labelWidth;
  const right = gate === undefined ? width - 12 : width - (narrow ? 90 : 150);
  const axis = axisOf(
    window.messages.flatMap(({ sentAt, arrivedAt }) => [sentAt, arrivedAt]),
    left,
    right,
  );
  const byActor = new Map(lanes.map((lane) => [lane.actor, lane]));
  const laneOf = (actor: string, user: string): Lane =>
    byActor.get(actor) ??
    byActor.get(user) ??
    (user.startsWith('kubelet/') ? byActor.get('kubelet') : undefined) ??
    (lanes[0] as Lane);

  const own = window.messages.find((message) => message.position === position);
  // A request is on its way while the cursor is on it: what it writes has just begun, and nobody has heard of it.
  const moment = own ? (own.kind === 'watch' ? own.arrivedAt : (own.sentAt + own.arrivedAt) / 2) : at;
  const inside = window.messages.length > 0 && moment >= axis.from && moment <= axis.to;
  const beyond = moment > axis.to && !window.later;
  const cursorX = inside ? axis.xOf(moment) : beyond ? axis.xOf(axis.to) : undefined;

  const messages = window.messages.map((message): DrawnMessage => {
    const [sender, receiver] = [laneOf(message.from, message.process), laneOf(message.to, message.process)];
    const [x1, x2] = [axis.xOf(message.sentAt), axis.xOf(message.arrivedAt)];
    const when = whenOf(message.position, position);
    // The requests of one sync are in the trace at once, and are sent one after the other.
    const later = when === 'past' && cursorX !== undefined && x1 > cursorX + 0.01;
    return { message, when: later ? 'future' : when, sender, receiver, x1, x2 };
  });

  const strips = window.strips.flatMap((strip): DrawnStrip[] => {
    const lane = byActor.get(strip.process === '' ? 'kube-apiserver' : strip.process);
    if (!lane || lane.kind === 'others') return [];
    const row = Math.max(0, subjects.indexOf(strip.subject));
    return [
      {
        subject: strip.subject,
        lane,
        truth: strip.process === '',
        y: lane.stripY + row * (stripHeight + stripGap),
        spans: spansOf(strip, axis, position, cursorX ?? (moment < axis.from ? axis.left : undefined)),
      },
    ];
  });

  return {
    width,
    height,
    narrow,
    axis,
    lanes,
    messages,
    strips,
    work: workOf(window.work, axis, byActor),
    cursorX,
    fogX: gate === undefined ? undefined : axis.xOf(axis.to) + 10,
  };
}

/** Work in rows under the wire, so that keys that are worked on at one time stand under each other. */
function workOf(work: readonly LaneWork[], axis: Axis, byActor: ReadonlyMap<string, Lane>): DrawnWork[] {
  const ends = new Map<string, number[]>();
  return work.flatMap((item): DrawnWork[] => {
    const lane = byActor.get(item.actor);
    if (!lane) return [];
    const x0 = axis.xOf(item.addedAt);
    const x1 = item.startedAt === undefined ? axis.xOf(axis.to) : axis.xOf(item.startedAt);
    const x2 = item.doneAt === undefined ? axis.xOf(axis.to) : axis.xOf(item.doneAt);
    const rows = ends.get(item.actor) ?? [];
    ends.set(item.actor, rows);
    let row = rows.findIndex((end) => end <= x0 + 0.5);
    if (row < 0) row = rows.length;
    if (row > 1) return [];
    rows[row] = Math.max(x2, x0 + 1);
    return [{ work: item, lane, x0, x1, x2, row }];
  });
}

/** `web-7c9` of `replicasets/default/web-7c9`. */
export function nameOf(subject: string): string {
  return subject.slice(subject.lastIndexOf('/') + 1);
}

const followed = new Set([
  'deployments',
  'replicasets',
  'pods',
  'nodes',
  'services',
  'endpointslices',
  'configmaps',
  'namespaces',
]);

/** The object that an event is about, if it is one that can be followed: `pods/default/web-1` of its binding, too. */
export function subjectOf(subject: string): string | undefined {
  const parts = subject.split('/');
  if (!followed.has(parts[0] as string)) return undefined;
  const count = parts[0] === 'nodes' || parts[0] === 'namespaces' ? 2 : 3;
  return parts.length >= count ? parts.slice(0, count).join('/') : undefined;
}
