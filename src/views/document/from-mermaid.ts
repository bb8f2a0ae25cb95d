import type {
  Diagram,
  DiagramEdge,
  DiagramNode,
  EdgeKind,
  FlowDiagram,
  NodeKind,
  SequenceDiagram,
  SequenceItem,
  StateDiagram,
  Subsystem,
} from './diagram';

/** What of a flowchart that Mermaid has parsed is read here. */
interface FlowDb {
  getVertices(): ReadonlyMap<string, { id: string; text?: string; type?: string; classes: readonly string[] }>;
  getEdges(): readonly {
    id?: string;
    start: string;
    end: string;
    text: string;
    stroke?: string;
    classes?: readonly string[];
  }[];
  getSubGraphs(): readonly { id: string; title: string; nodes: readonly string[]; classes: readonly string[] }[];
  getDirection(): string | undefined;
}

interface SequenceDb {
  getActors(): ReadonlyMap<string, { name: string; description: string }>;
  getActorKeys(): readonly string[];
  getMessages(): readonly { from?: string; to?: string; message: unknown; type?: number }[];
  readonly LINETYPE: Readonly<Record<string, number>>;
}

interface StateNode {
  readonly id: string;
  readonly label?: string;
  readonly description?: readonly string[];
  readonly shape: string;
  readonly parentId?: string;
  readonly isGroup: boolean;
  readonly cssClasses?: string;
}

interface StateDb {
  getData(): {
    readonly nodes: readonly StateNode[];
    readonly edges: readonly { readonly start: string; readonly end: string; readonly label?: string }[];
  };
  getDirection(): string | undefined;
}

interface Titled {
  getAccTitle?(): string;
  getAccDescription?(): string;
}

/** A diagram as Mermaid's own parser hands it over. */
export interface ParsedMermaid {
  readonly type: string;
  readonly db: unknown;
}

const subsystems = new Set<string>(['cp', 'node', 'net', 'sto', 'work']);
const nodeKinds = new Set<string>(['part', 'object', 'cache', 'queue', 'store', 'decision', 'machine', 'service']);
const edgeKinds = new Set<string>(['request', 'watch', 'rpc', 'packet', 'owns']);
const kindOfShape: Readonly<Record<string, NodeKind>> = {
  diamond: 'decision',
  hexagon: 'decision',
  cylinder: 'store',
  stadium: 'service',
};
const natural: Readonly<Record<NodeKind, Subsystem>> = {
  part: 'cp',
  object: 'work',
  cache: 'cp',
  queue: 'cp',
  store: 'sto',
  decision: 'cp',
  machine: 'node',
  service: 'net',
  state: 'work',
  start: 'work',
  end: 'work',
};

function nodeOf(id: string, shape: string, classes: readonly string[]): DiagramNode {
  const kind = (classes.find((name) => nodeKinds.has(name)) as NodeKind | undefined) ?? kindOfShape[shape] ?? 'part';
  const subsystem = classes.find((name) => subsystems.has(name)) as Subsystem | undefined;
  return { id, kind, subsystem: subsystem ?? natural[kind] };
}

function edgeKind(classes: readonly string[], dotted: boolean): EdgeKind {
  return (classes.find((name) => edgeKinds.has(name)) as EdgeKind | undefined) ?? (dotted ? 'owns' : 'request');
}

const namedSigns: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>' };

/** Signs that were written as entities, `#59;`: Mermaid keeps them apart from what ends a statement until it draws. */
function decoded(text: string): string {
  return text
    .replace(/ﬂ°°(\d+)¶ß/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/ﬂ°(\w+)¶ß/g, (whole, name: string) => namedSigns[name] ?? whole);
}

/** A label in which the document is wrong says both: `create it with 0 replicas ⚠ with what the surge allows`. */
export function labelWords(id: string, text: string): Record<string, string> {
  const [label = '', correction] = decoded(text)
    .split('⚠')
    .map((part) => part.trim());
  return { ...(label && { [id]: label }), ...(correction && { [`${id}!`]: correction }) };
}

function titleWords(db: Titled): Record<string, string> {
  const title = db.getAccTitle?.() ?? '';
  const description = db.getAccDescription?.() ?? '';
  return { ...(title && { title }), ...(description && { description }) };
}

function flow(id: string, db: FlowDb): FlowDiagram {
  const words = titleWords(db as Titled);
  const nodes = [...db.getVertices().values()].map((vertex) => {
    Object.assign(words, labelWords(vertex.id, vertex.text ?? vertex.id));
    return nodeOf(vertex.id, vertex.type ?? '', vertex.classes);
  });
  const edges = db.getEdges().map((edge, order): DiagramEdge => {
    const name = edge.id ?? `e${order + 1}`;
    Object.assign(words, labelWords(name, edge.text));
    return {
      id: name,
      from: edge.start,
      to: edge.end,
      kind: edgeKind(edge.classes ?? [], edge.stroke === 'dotted'),
    };
  });
  const regions = db.getSubGraphs().map((region) => {
    Object.assign(words, labelWords(region.id, region.title));
    const subsystem = region.classes.find((name) => subsystems.has(name)) as Subsystem | undefined;
    return {
      id: region.id,
      subsystem: subsystem ?? ('cp' as const),
      framed: !region.classes.includes('free'),
      nodes: [...region.nodes].sort(),
    };
  });
  const direction = db.getDirection() === 'LR' ? 'right' : 'down';
  return { kind: 'flow', id, direction, nodes, edges, regions, words: { en: words } };
}

const blocks = ['ALT', 'OPT', 'LOOP', 'PAR', 'CRITICAL', 'BREAK'] as const;
const parts = ['ALT_ELSE', 'PAR_AND', 'CRITICAL_OPTION'] as const;

function sequence(id: string, db: SequenceDb): SequenceDiagram {
  const words = titleWords(db as unknown as Titled);
  const participants = db.getActorKeys().map((key) => {
    Object.assign(words, labelWords(key, db.getActors().get(key)?.description ?? key));
    return nodeOf(key, '', []);
  });
  const line = db.LINETYPE;
  const dotted = new Set(
    Object.keys(line)
      .filter((name) => name.startsWith('DOTTED'))
      .map((name) => line[name]),
  );
  const arrows = new Set(
    Object.keys(line)
      .filter((name) => /^(SOLID|DOTTED)/.test(name))
      .map((name) => line[name]),
  );
  const items: SequenceItem[] = [];
  const open: string[] = [];
  const counts = { message: 0, note: 0, block: 0, part: 0 };
  for (const { from = '', to = '', message, type } of db.getMessages()) {
    const text = typeof message === 'string' ? message : '';
    const starts = blocks.find((name) => line[`${name}_START`] === type);
    if (type === line.NOTE) {
      const name = `n${++counts.note}`;
      Object.assign(words, labelWords(name, text));
      items.push({ item: 'note', id: name, over: [...new Set([from, to])] });
    } else if (starts) {
      const name = `b${++counts.block}`;
      open.push(name);
      Object.assign(words, labelWords(name, text));
      items.push({ item: 'open', id: name, block: starts.toLowerCase() });
    } else if (parts.some((name) => line[name] === type)) {
      const name = `p${++counts.part}`;
      Object.assign(words, labelWords(name, text));
      items.push({ item: 'else', id: name });
    } else if (blocks.some((name) => line[`${name}_END`] === type)) {
      items.push({ item: 'close', id: open.pop() ?? '' });
    } else if (arrows.has(type) && from && to) {
      const name = `m${++counts.message}`;
      Object.assign(words, labelWords(name, text));
      items.push({ item: 'message', id: name, from, to, kind: dotted.has(type) ? 'watch' : 'request' });
    }
  }
  return { kind: 'sequence', id, participants, items, words: { en: words } };
}

const shapesOfStates: Readonly<Record<string, NodeKind>> = {
  rect: 'state',
  rectWithTitle: 'state',
  choice: 'decision',
  stateStart: 'start',
  stateEnd: 'end',
};
const startName = 'root_start';
const endName = 'root_end';

function state(id: string, db: StateDb): StateDiagram {
  const words = titleWords(db as unknown as Titled);
  const { nodes: parsed, edges: ways } = db.getData();
  const nameOf = (name: string) => (name === startName ? 'start' : name === endName ? 'end' : name);
  const nodes: DiagramNode[] = [];
  const notes: { id: string; of: string }[] = [];
  const noteNames = new Set<string>();
  for (const { id: name, shape, label = '', description = [], parentId, isGroup, cssClasses = '' } of parsed) {
    if (shape === 'noteGroup') continue;
    if (shape === 'note') {
      const note = { id: `n${notes.length + 1}`, of: nameOf((parentId ?? '').replace(/----parent$/, '')) };
      notes.push(note);
      noteNames.add(name);
      Object.assign(words, labelWords(note.id, label));
      continue;
    }
    const kind = shapesOfStates[shape];
    if (!kind || isGroup || parentId) throw new Error(`${id}: '${name}' is a ${shape}, which has no picture`);
    const classes = cssClasses.split(' ');
    const subsystem = classes.find((one) => subsystems.has(one)) as Subsystem | undefined;
    nodes.push({ id: nameOf(name), kind, subsystem: subsystem ?? natural[kind] });
    if (kind === 'state') Object.assign(words, labelWords(name, [label, ...description].join(' ')));
  }
  const edges = ways
    .filter(({ start, end }) => !noteNames.has(start) && !noteNames.has(end))
    .map(({ start, end, label = '' }, order): DiagramEdge => {
      const name = `e${order + 1}`;
      Object.assign(words, labelWords(name, label));
      return { id: name, from: nameOf(start), to: nameOf(end), kind: 'request' };
    });
  const direction = db.getDirection() === 'LR' ? 'right' : 'down';
  return { kind: 'state', id, direction, nodes, edges, notes, words: { en: words } };
}

/** Turns Mermaid's parse into the model that the pictures draw. Throws for sorts of diagram that have no picture. */
export function fromMermaid(id: string, parsed: ParsedMermaid): Diagram {
  if (parsed.type.startsWith('flowchart')) return flow(id, parsed.db as FlowDb);
  if (parsed.type === 'sequence') return sequence(id, parsed.db as SequenceDb);
  if (parsed.type === 'stateDiagram') return state(id, parsed.db as StateDb);
  throw new Error(`${id}: a diagram of the sort '${parsed.type}' has no picture`);
}

/** The same diagram with the words of a further language, which must name the elements that the English ones name. */
export function withWords(diagram: Diagram, language: string, texts: Readonly<Record<string, string>>): Diagram {
  const words: Record<string, string> = {};
  for (const [id, text] of Object.entries(texts)) Object.assign(words, labelWords(id, text));
  const wanted = Object.keys(diagram.words.en ?? {});
  const missing = wanted.filter((id) => !(id in words));
  const unknown = Object.keys(words).filter((id) => !wanted.includes(id));
  if (missing.length > 0) throw new Error(`${diagram.id}.${language}.yaml has no words for ${missing.join(', ')}`);
  if (unknown.length > 0)
    throw new Error(`${diagram.id}.${language}.yaml names ${unknown.join(', ')}, which is not there`);
  return { ...diagram, words: { ...diagram.words, [language]: words } };
}
