import type { Bind, Diagram } from '../views/document/diagram';

const diagrams = import.meta.glob<{ readonly default: Diagram }>('../../content/documents/*/diagrams/*.generated.json');
const binds = import.meta.glob<{ readonly default: Bind }>('../../content/documents/*/diagrams/*.bind.ts');

/** A diagram with what ties it to the cluster. */
export interface BoundDiagram {
  readonly diagram: Diagram;
  readonly bind: Bind;
}

const folder = (document: string) => `../../content/documents/${document}/diagrams/`;

/** Ids of a document's diagrams, in order. */
export function diagramIds(document: string): string[] {
  const before = folder(document);
  return Object.keys(binds)
    .filter((path) => path.startsWith(before))
    .map((path) => path.slice(before.length).replace(/\.bind\.ts$/, ''))
    .sort();
}

/** Fetches a diagram, which is a file of its own; nothing when there is none of that name. */
export async function loadDiagram(document: string, id: string): Promise<BoundDiagram | undefined> {
  const [diagram, bind] = await Promise.all([
    diagrams[`${folder(document)}${id}.generated.json`]?.(),
    binds[`${folder(document)}${id}.bind.ts`]?.(),
  ]);
  return diagram && bind && { diagram: diagram.default, bind: bind.default };
}
