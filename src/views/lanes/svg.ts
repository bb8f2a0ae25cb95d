import type { Ui } from '../../i18n/index';
import { type Palette, svgDocument } from '../drawing/svg-document';
import { describeLanes } from './describe';
import { drawLanes } from './draw';
import type { LanesModel } from './model';

/** The lanes as a file. `source`: where the picture comes from, a line under it. */
export function lanesSvg(ui: Ui, model: LanesModel, source: string, palette: Palette): string {
  const { summary, items } = describeLanes(ui, model);
  const about = { title: ui.lanes.name, description: [summary, ...items.map(({ text }) => text)].join('\n'), source };
  return svgDocument(drawLanes(ui, model), about, palette);
}
