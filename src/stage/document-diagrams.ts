import { useEffect, useMemo, useState } from 'react';
import type { Part } from '../lessons/ui/Ask';
import { type Bind, type Diagram, nodesOf, wordsOf } from '../views/document/diagram';
import type { DiagramRun } from '../worker/scenario/types';

const diagrams = import.meta.glob<{ readonly default: Diagram }>('../../content/documents/*/diagrams/*.generated.json');
const binds = import.meta.glob<{ readonly default: Bind }>('../../content/documents/*/diagrams/*.bind.ts');
const runs = import.meta.glob<{ readonly default: DiagramRun }>('../../content/documents/*/diagrams/*.run.ts');

/** A diagram with what ties it to the cluster. */
interface BoundDiagram {
  readonly diagram: Diagram;
  readonly bind: Bind;
}

const folder = (document: string) => `../../content/documents/${document}/diagrams/`;

/** A document's diagram, by the document's folder. */
export interface FigureName {
  readonly document: string;
  readonly id: string;
}

const namesIn = (paths: Readonly<Record<string, unknown>>): FigureName[] =>
  Object.keys(paths)
    .flatMap((path) => {
      const [, document, id] = /documents\/([^/]+)\/diagrams\/([^/.]+)\./.exec(path) ?? [];
      return document !== undefined && id !== undefined ? [{ document, id }] : [];
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** Every diagram that the cluster can light, in order. */
export const figures: readonly FigureName[] = namesIn(binds);

/** Those that have a run of their own: what lights them whole. */
export const figuresWithRun: readonly FigureName[] = namesIn(runs);

/** What lights a diagram whole; nothing when it has no run of its own. */
export async function loadRun({ document, id }: FigureName): Promise<DiagramRun | undefined> {
  return (await runs[`${folder(document)}${id}.run.ts`]?.())?.default;
}

/** Fetches a diagram, which is a file of its own; nothing when there is none of that name. */
async function loadDiagram(document: string, id: string): Promise<BoundDiagram | undefined> {
  const [diagram, bind] = await Promise.all([
    diagrams[`${folder(document)}${id}.generated.json`]?.(),
    binds[`${folder(document)}${id}.bind.ts`]?.(),
  ]);
  return diagram && bind && { diagram: diagram.default, bind: bind.default };
}

/** A document's diagram; nothing while it is on its way, or when there is none of that name. */
export function useDiagram(document: string, id: string | undefined): BoundDiagram | undefined {
  const [bound, setBound] = useState<BoundDiagram>();
  useEffect(() => {
    if (id === undefined) return;
    let wanted = true;
    void loadDiagram(document, id).then((loaded) => {
      if (wanted) setBound(loaded);
    });
    return () => {
      wanted = false;
    };
  }, [document, id]);
  return bound?.diagram.id === id ? bound : undefined;
}

/** Parts of a diagram, for a question that is answered on it. */
export function useParts(document: string, id: string | undefined, language: string): readonly Part[] | undefined {
  const bound = useDiagram(document, id);
  return useMemo(
    () =>
      bound &&
      nodesOf(bound.diagram).map((node) => ({
        id: node.id,
        label: wordsOf(bound.diagram, language, node.id) || node.id,
      })),
    [bound, language],
  );
}
