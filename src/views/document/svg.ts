import type { Ui } from '../../i18n/index';
import { type Palette, svgDocument } from '../drawing/svg-document';
import { describeDiagram, describeElement } from './describe';
import type { Bind } from './diagram';
import { wordsOf } from './diagram';
import { drawDiagram, layoutOf } from './draw';
import type { DocumentModel } from './model';

/** The diagram at the cursor as a file. */
export function diagramSvg(ui: Ui, model: DocumentModel, bind: Bind, language: string, palette: Palette): string {
  const { diagram } = model;
  const nameOf = (id: string) => describeElement(ui, model, language, id);
  const drawing = drawDiagram(layoutOf(diagram, bind, language), model, 'whole', { language, nameOf });
  const { summary, items } = describeDiagram(ui, model, language);
  const about = {
    title: wordsOf(diagram, language, 'title') || diagram.id,
    description: [wordsOf(diagram, language, 'description') || summary, ...items.map(({ text }) => text)].join('\n'),
    source: ui.diagram.source(diagram.id),
  };
  return svgDocument(drawing, about, palette);
}
