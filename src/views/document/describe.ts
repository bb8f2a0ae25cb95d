import type { Ui } from '../../i18n/index';
import { type Diagram, edgesOf, nodesOf, wordsOf } from './diagram';
import type { DocumentModel } from './model';

/** What an element is called; where states begin and end there are no words on the picture. */
function namesOf(ui: Ui, diagram: Diagram, language: string): (id: string) => string {
  return (id) => {
    const kind = nodesOf(diagram).find((node) => node.id === id)?.kind;
    return kind === 'start' || kind === 'end' ? ui.diagram[kind] : wordsOf(diagram, language, id);
  };
}

/** An element's own words: a node's label, `from to: label` for an edge, with what the cluster does where it differs. */
function labelOf(ui: Ui, { diagram }: DocumentModel, language: string, id: string): string {
  const words = namesOf(ui, diagram, language);
  const correction = words(`${id}!`);
  const label = correction ? ui.diagram.corrected(words(id), correction) : words(id);
  const edge = edgesOf(diagram).find((one) => one.id === id);
  return edge ? ui.diagram.edge(words(edge.from), words(edge.to), label) : label;
}

/** An element and how it stands. */
export function describeElement(ui: Ui, model: DocumentModel, language: string, id: string): string {
  const label = labelOf(ui, model, language, id);
  const disputed = model.claims.has(id) && !wordsOf(model.diagram, language, `${id}!`);
  const state = ui.diagram.states[model.states[id] ?? 'idle'];
  return ui.diagram.step(label, disputed ? ui.list([state, ui.diagram.disputed]) : state);
}

/** The diagram in words: what it is about, the message at the cursor, then its parts and ways in their order. */
export function describeDiagram(
  ui: Ui,
  model: DocumentModel,
  language: string,
): { readonly summary: string; readonly items: readonly { readonly id: string; readonly text: string }[] } {
  const { diagram, message, lit, lightable } = model;
  const words = namesOf(ui, diagram, language);
  const items = [...(diagram.kind === 'sequence' ? [] : nodesOf(diagram)), ...edgesOf(diagram)].map(({ id }) => ({
    id,
    text: describeElement(ui, model, language, id),
  }));
  if (diagram.kind === 'state')
    for (const { id, of } of diagram.notes) items.push({ id, text: ui.diagram.note(words(of), words(id)) });
  if (message) {
    const text = ui.diagram.message(words(message.from), words(message.to), message.text);
    items.unshift({ id: 'message', text });
  }
  return { summary: ui.diagram.summary(words('title') || diagram.id, lit, lightable), items };
}
