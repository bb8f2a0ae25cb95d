import type { TracePredicate } from '../../engine/index';

/** What a diagram of a document is, once its Mermaid text has been read: shape without words, and the words beside it. */

/** What a node stands for; says its shape. */
export type NodeKind =
  | 'part'
  | 'object'
  | 'cache'
  | 'queue'
  | 'store'
  | 'decision'
  | 'machine'
  | 'service'
  | 'state'
  /** Where an object begins and where it ends to be: a dot, and a dot in a ring, without words. */
  | 'start'
  | 'end';

/** What passes along an edge; says its line. */
export type EdgeKind = 'request' | 'watch' | 'rpc' | 'packet' | 'owns';

/** Where it belongs; says its accent. */
export type Subsystem = 'cp' | 'node' | 'net' | 'sto' | 'work';

export interface DiagramNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly subsystem: Subsystem;
}

export interface DiagramEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
}

export interface DiagramRegion {
  readonly id: string;
  readonly subsystem: Subsystem;
  /** Drawn as a frame; otherwise its nodes stand free. */
  readonly framed: boolean;
  readonly nodes: readonly string[];
}

interface DiagramWords {
  /** By language, then by id. `title` and `description` are the diagram's own; `m6!` is what the cluster does at `m6`. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Graph extends DiagramWords {
  readonly id: string;
  readonly direction: 'down' | 'right';
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

export interface FlowDiagram extends Graph {
  readonly kind: 'flow';
  readonly regions: readonly DiagramRegion[];
}

/** States that an object goes through; its edges are how it comes from one to another. */
export interface StateDiagram extends Graph {
  readonly kind: 'state';
  /** What is said beside a state. */
  readonly notes: readonly { readonly id: string; readonly of: string }[];
}

/** Nodes on a grid, and ways between them. */
export type GraphDiagram = FlowDiagram | StateDiagram;

/** A line of a sequence diagram, from top to bottom. */
export type SequenceItem =
  | ({ readonly item: 'message' } & DiagramEdge)
  | { readonly item: 'note'; readonly id: string; readonly over: readonly string[] }
  /** `alt`, `opt`, `loop` … begins, with its first part's name. */
  | { readonly item: 'open'; readonly id: string; readonly block: string }
  /** The next part of it. */
  | { readonly item: 'else'; readonly id: string }
  | { readonly item: 'close'; readonly id: string };

export interface SequenceDiagram extends DiagramWords {
  readonly kind: 'sequence';
  readonly id: string;
  readonly participants: readonly DiagramNode[];
  readonly items: readonly SequenceItem[];
}

export type Diagram = FlowDiagram | StateDiagram | SequenceDiagram;

/** Which events light an element: any that one of the predicates means. */
export type LightRules = Readonly<Record<string, readonly TracePredicate[]>>;

/** What ties a diagram to the cluster: data only, no code, no numbers of events, no times. */
export interface Bind {
  /** Column and row of each node; without it, nodes are laid out by rank. */
  readonly place?: Readonly<Record<string, readonly [column: number, row: number]>>;
  readonly nodes?: LightRules;
  readonly edges: LightRules;
  /** Elements about which the document and the cluster disagree, and the number of the claim. */
  readonly claims?: Readonly<Record<string, number>>;
}

/** Edges of a flowchart, transitions between states, messages of a sequence. */
export function edgesOf(diagram: Diagram): readonly DiagramEdge[] {
  if (diagram.kind !== 'sequence') return diagram.edges;
  return diagram.items.flatMap((item) => (item.item === 'message' ? [item] : []));
}

export function nodesOf(diagram: Diagram): readonly DiagramNode[] {
  return diagram.kind === 'sequence' ? diagram.participants : diagram.nodes;
}

/** The words of an element in a language; English where that has none, nothing where there are none at all. */
export function wordsOf(diagram: Diagram, language: string, id: string): string {
  return diagram.words[language]?.[id] ?? diagram.words.en?.[id] ?? '';
}

/** Frames around nodes. */
export function regionsOf(diagram: Diagram): readonly DiagramRegion[] {
  return diagram.kind === 'flow' ? diagram.regions : [];
}

/** What a bind file gives a place on the grid. */
export function placeableIds(diagram: Diagram): readonly string[] {
  if (diagram.kind === 'sequence') return [];
  const notes = diagram.kind === 'state' ? diagram.notes : [];
  return [...diagram.nodes, ...notes].map(({ id }) => id);
}

/**
 * Elements that can be lit: of a flowchart nodes and edges; of a sequence its messages and of states the transitions,
 * whose ends light with them.
 */
export function lightableIds(diagram: Diagram): readonly string[] {
  const edges = edgesOf(diagram).map(({ id }) => id);
  return diagram.kind === 'flow' ? [...diagram.nodes.map(({ id }) => id), ...edges] : edges;
}

/** Every predicate list of a bind file, by element. */
export function lightRules(bind: Bind): LightRules {
  return { ...bind.nodes, ...bind.edges };
}
