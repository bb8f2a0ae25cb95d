import type { IndexedEvent } from '../../store/trace-index';
import type { EventDetail } from '../../worker/protocol';
import { type Bind, type Diagram, edgesOf, lightRules, nodesOf } from './diagram';
import { capsuleText } from './message';

/** `next`: the message is on its way there, or it is lit by the next event. */
export type State = 'idle' | 'visited' | 'now' | 'next' | 'failed';

/** Where marked events are, by the place of an element in `lightRules`. */
export interface LitEvents {
  lastOf(mark: number, position: number): number;
  at(position: number): readonly number[];
  nextAfter(position: number): number;
  lastFew(position: number, count: number): readonly number[];
}

interface DocumentInput {
  readonly diagram: Diagram;
  readonly bind: Bind;
  /** Absent until the Worker has answered. */
  readonly events: LitEvents | undefined;
  /** Of the cursor. */
  readonly position: number;
  /** What was lit before this position counts no longer: where the story that is told began. */
  readonly since?: number | undefined;
  /** From this position on nothing is known yet: the learner has not answered. */
  readonly fogFrom?: number | undefined;
  readonly event: IndexedEvent | undefined;
  readonly detail: EventDetail | undefined;
  /** Elements that the step is about. */
  readonly focus?: readonly string[] | undefined;
}

/** The message at the cursor. */
export interface DiagramMessage {
  /** Changes with each message: another one travels anew. */
  readonly key: string;
  /** The edge on which it travels, or the node at which it happens. */
  readonly at: string;
  readonly from: string;
  /** The same as `from` where nothing travels. */
  readonly to: string;
  readonly text: string;
  readonly failed: boolean;
}

export interface DocumentModel {
  readonly diagram: Diagram;
  readonly states: Readonly<Record<string, State>>;
  readonly message: DiagramMessage | undefined;
  /** The last edges on which something travelled, newest first: what stands in for motion. */
  readonly trail: readonly string[];
  readonly focus: readonly string[];
  readonly claims: ReadonlySet<string>;
  /** Elements that have been lit, and all that can be. */
  readonly lit: number;
  readonly lightable: number;
}

const trailLength = 5;

/** A diagram as it stands at the cursor. Cheap: it asks where marks are, and looks at no event but the one at the cursor. */
export function documentModel({
  diagram,
  bind,
  events,
  position,
  since = 0,
  fogFrom = Number.POSITIVE_INFINITY,
  event,
  detail,
  focus = [],
}: DocumentInput): DocumentModel {
  const ids = Object.keys(lightRules(bind));
  const edges = edgesOf(diagram);
  const byId = new Map(edges.map((edge) => [edge.id, edge]));
  const states: Record<string, State> = {};
  for (const node of nodesOf(diagram)) states[node.id] = 'idle';
  for (const edge of edges) states[edge.id] = 'idle';
  const idsAt = (at: number) => (events?.at(at) ?? []).flatMap((mark) => ids[mark] ?? []);

  let lit = 0;
  for (const [mark, id] of ids.entries()) {
    if (!events || events.lastOf(mark, position) < since) continue;
    states[id] = 'visited';
    lit++;
  }
  // Participants and states have no marks of their own: they have been there when a message or a transition of theirs has.
  if (diagram.kind !== 'flow')
    for (const edge of edges)
      if (states[edge.id] === 'visited') for (const end of [edge.from, edge.to]) states[end] = 'visited';

  const next = events?.nextAfter(position) ?? -1;
  if (next >= 0 && next < fogFrom) {
    for (const id of idsAt(next)) {
      if (states[id] === 'idle') states[id] = 'next';
    }
  }

  // At an open question what it is about stands dotted; nothing else is told of what comes.
  if (fogFrom < Number.POSITIVE_INFINITY)
    for (const id of focus) if (states[id] === 'idle' && !byId.has(id)) states[id] = 'next';

  const litNow = position >= since ? idsAt(position) : [];
  const failed = event?.failed ?? false;
  const now: State = failed ? 'failed' : 'now';
  const litEdges = litNow.flatMap((id) => byId.get(id) ?? []);
  const ends = new Set(litEdges.flatMap(({ from, to }) => [from, to]));
  for (const id of litNow) if (!byId.has(id) && !ends.has(id)) states[id] = now;
  // What is refused changes nothing at its receiver.
  for (const edge of litEdges) if (edge.to !== edge.from && !failed) states[edge.to] = 'next';
  for (const edge of litEdges) {
    states[edge.id] = now;
    // A state that is left is past, with the transition; whoever sends a message acts.
    states[edge.from] = diagram.kind === 'state' && edge.from !== edge.to ? 'visited' : now;
  }

  const [edge] = litEdges;
  const node = litNow.find((id) => !byId.has(id));
  const at = edge?.id ?? node;
  const message =
    event && at !== undefined
      ? {
          key: `${at}@${event.seq}`,
          at,
          from: edge?.from ?? at,
          to: edge?.to ?? at,
          text: capsuleText(event, detail?.position === position ? detail : undefined),
          failed,
        }
      : undefined;
  const recent = (events?.lastFew(position, 12) ?? []).filter((one) => one >= since);
  const trail = recent.flatMap((one) => idsAt(one).filter((id) => byId.has(id))).slice(0, trailLength);
  return {
    diagram,
    states,
    message,
    trail,
    focus,
    claims: new Set(Object.keys(bind.claims ?? {})),
    lit,
    lightable: ids.length,
  };
}

/** The same, once the message has arrived: its receiver has changed, and an object is in its new state. */
export function arrived(model: DocumentModel): DocumentModel {
  const { diagram, message, states } = model;
  if (!message || message.failed || states[message.to] !== 'next') return model;
  return { ...model, states: { ...states, [message.to]: diagram.kind === 'state' ? 'now' : 'visited' } };
}

/** The node that acts at the cursor: the sender of the message. */
export function actingNode({ message }: DocumentModel): string | undefined {
  return message?.from;
}
