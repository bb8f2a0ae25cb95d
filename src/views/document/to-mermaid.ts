import {
  type Diagram,
  type DiagramEdge,
  type DiagramNode,
  type FlowDiagram,
  type SequenceDiagram,
  type StateDiagram,
  wordsOf,
} from './diagram';
import type { State } from './model';

/** Looks of the states for a page that draws the text with Mermaid: those of the light theme. */
const classDefinitions: Readonly<Record<Exclude<State, 'idle'>, string>> = {
  visited: 'fill:#eaeaf8,stroke:#2f2fa6,stroke-width:2px',
  now: 'fill:#2f2fa6,stroke:#2f2fa6,stroke-width:3px,color:#ffffff',
  next: 'fill:#ffffff,stroke:#2f2fa6,stroke-width:2px,stroke-dasharray:2 3',
  failed: 'fill:#fce6ed,stroke:#c8104a,stroke-width:2px,stroke-dasharray:5 3',
};

const entities: Readonly<Record<string, string>> = { '#': '#35;', ';': '#59;', '"': '#quot;' };
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');
const quoted = (text: string) => `"${oneLine(text.replace(/[#;"]/g, (sign) => entities[sign] ?? sign))}"`;
/** Words of messages and transitions stand bare: what would end a statement or begin a remark is written as an entity. */
const bare = (text: string) => oneLine(text.replace(/[#;]/g, (sign) => entities[sign] ?? sign));

function both(diagram: Diagram, language: string, id: string): string {
  const [label, correction] = [wordsOf(diagram, language, id), wordsOf(diagram, language, `${id}!`)];
  return correction ? `${label} ⚠ ${correction}` : label;
}

function titles(diagram: Diagram, language: string): string[] {
  const [title, description] = ['title', 'description'].map((id) => wordsOf(diagram, language, id));
  return [...(title ? [`  accTitle: ${title}`] : []), ...(description ? [`  accDescr: ${description}`] : [])];
}

function grouped<T>(
  items: readonly T[],
  classOf: (item: T) => string | undefined,
  idOf: (item: T) => string,
): string[] {
  const names = new Map<string, string[]>();
  for (const item of items) {
    const name = classOf(item);
    if (name) names.set(name, [...(names.get(name) ?? []), idOf(item)]);
  }
  return [...names].map(([name, ids]) => `  class ${ids.join(',')} ${name}`);
}

function flowText(diagram: FlowDiagram, language: string, states: Readonly<Record<string, State>>): string {
  const node = ({ id }: DiagramNode) => `${id}[${quoted(both(diagram, language, id))}]`;
  const inRegion = new Set(diagram.regions.flatMap(({ nodes }) => nodes));
  const edge = ({ id, from, to }: DiagramEdge) => {
    const label = both(diagram, language, id);
    return `  ${from} ${id}@-->${label ? `|${quoted(label)}|` : ''} ${to}`;
  };
  const stateOf = ({ id }: { readonly id: string }) => (states[id] === 'idle' ? undefined : states[id]);
  const idOf = ({ id }: { readonly id: string }) => id;
  const used = new Set(diagram.nodes.flatMap((one) => stateOf(one) ?? []));
  return [
    `flowchart ${diagram.direction === 'right' ? 'LR' : 'TD'}`,
    ...titles(diagram, language),
    ...diagram.regions.flatMap((region) => [
      `  subgraph ${region.id}[${quoted(both(diagram, language, region.id))}]`,
      ...diagram.nodes.filter(({ id }) => region.nodes.includes(id)).map((one) => `    ${node(one)}`),
      '  end',
    ]),
    ...diagram.nodes.filter(({ id }) => !inRegion.has(id)).map((one) => `  ${node(one)}`),
    ...diagram.edges.map(edge),
    ...grouped(diagram.nodes, ({ kind }) => kind, idOf),
    ...grouped(diagram.nodes, ({ subsystem }) => subsystem, idOf),
    ...grouped(diagram.edges, ({ kind }) => kind, idOf),
    ...grouped(diagram.regions, ({ framed }) => (framed ? undefined : 'free'), idOf),
    ...grouped(diagram.nodes, stateOf, idOf),
    ...[...used].map((state) => `  classDef ${state} ${classDefinitions[state as Exclude<State, 'idle'>]}`),
  ].join('\n');
}

/** Mermaid has no classes for messages and transitions: how they stand is a remark. */
function remark(id: string, states: Readonly<Record<string, State>>): string[] {
  const state = states[id] ?? 'idle';
  return state === 'idle' ? [] : [`  %% ${id}: ${state}`];
}

function stateText(diagram: StateDiagram, language: string, states: Readonly<Record<string, State>>): string {
  const words = (id: string) => bare(both(diagram, language, id));
  const named = diagram.nodes.filter(({ kind }) => kind === 'state');
  const choices = diagram.nodes.filter(({ kind }) => kind === 'decision');
  const nameOf = (id: string) => ([...named, ...choices].some((node) => node.id === id) ? id : '[*]');
  const stateOf = ({ id }: { readonly id: string }) => (states[id] === 'idle' ? undefined : states[id]);
  const idOf = ({ id }: { readonly id: string }) => id;
  const used = new Set(named.flatMap((one) => stateOf(one) ?? []));
  return [
    'stateDiagram-v2',
    ...titles(diagram, language),
    `  direction ${diagram.direction === 'right' ? 'LR' : 'TB'}`,
    ...named.map(({ id }) => `  state ${quoted(both(diagram, language, id))} as ${id}`),
    ...choices.map(({ id }) => `  state ${id} <<choice>>`),
    ...diagram.edges.flatMap(({ id, from, to }) => {
      const label = words(id);
      return [...remark(id, states), `  ${nameOf(from)} --> ${nameOf(to)}${label && `: ${label}`}`];
    }),
    ...diagram.notes.map(({ id, of }) => `  note right of ${of} : ${words(id)}`),
    ...grouped(named, ({ subsystem }) => subsystem, idOf),
    ...grouped(named, stateOf, idOf),
    ...[...used].map((state) => `  classDef ${state} ${classDefinitions[state as Exclude<State, 'idle'>]}`),
  ].join('\n');
}

function sequenceText(diagram: SequenceDiagram, language: string, states: Readonly<Record<string, State>>): string {
  const words = (id: string) => bare(both(diagram, language, id));
  const lines = diagram.items.flatMap((item): string[] => {
    switch (item.item) {
      case 'message': {
        return [
          ...remark(item.id, states),
          `  ${item.from}${item.kind === 'watch' ? '-->>' : '->>'}${item.to}: ${words(item.id)}`,
        ];
      }
      case 'note':
        return [`  Note over ${item.over.join(',')}: ${words(item.id)}`];
      case 'open':
        return [`  ${item.block} ${words(item.id)}`];
      case 'else':
        return [`  else ${words(item.id)}`];
      default:
        return ['  end'];
    }
  });
  return [
    'sequenceDiagram',
    ...titles(diagram, language),
    ...diagram.participants.map(({ id }) => `  participant ${id} as ${words(id)}`),
    ...lines,
  ].join('\n');
}

/** A diagram as Mermaid text in one language, with how its parts stand as classes. */
export function mermaidText(diagram: Diagram, language: string, states: Readonly<Record<string, State>>): string {
  switch (diagram.kind) {
    case 'flow':
      return `${flowText(diagram, language, states)}\n`;
    case 'state':
      return `${stateText(diagram, language, states)}\n`;
    case 'sequence':
      return `${sequenceText(diagram, language, states)}\n`;
  }
}
