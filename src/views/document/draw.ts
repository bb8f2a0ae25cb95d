import type { Drawing } from '../drawing/marks';
import type { Bind, Diagram } from './diagram';
import { type DrawOptions, drawFlow } from './draw-flow';
import { drawFocus } from './draw-focus';
import { drawSequence } from './draw-sequence';
import { type FlowLayout, flowLayout } from './layout';
import type { DocumentModel } from './model';
import { type SequenceLayout, sequenceLayout } from './sequence-layout';

export type DiagramLayout = FlowLayout | SequenceLayout;

/** Places everything; the same in each state, so once for a diagram and a language. */
export function layoutOf(diagram: Diagram, bind: Bind, language: string): DiagramLayout {
  return diagram.kind === 'sequence' ? sequenceLayout(diagram, language) : flowLayout(diagram, bind, language);
}

/** `whole`: the diagram; `near`: the message with its two ends, for a phone. */
export type DiagramForm = 'whole' | 'near';

/** The diagram as it stands, as marks. */
export function drawDiagram(
  layout: DiagramLayout,
  model: DocumentModel,
  form: DiagramForm,
  options: DrawOptions & { readonly trail?: boolean },
): Drawing {
  const { diagram } = model;
  if (form === 'near') return drawFocus(diagram, layout, model, options);
  if (diagram.kind === 'sequence') return drawSequence(diagram, layout as SequenceLayout, model, options);
  return drawFlow(diagram, layout as FlowLayout, model, options);
}
