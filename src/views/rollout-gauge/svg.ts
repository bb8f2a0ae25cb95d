import type { Ui } from '../../i18n/index';
import { type Palette, svgDocument } from '../drawing/svg-document';
import { describeGauge } from './describe';
import { drawGauge, type GaugeForm } from './draw';
import type { GaugeModel } from './model';

/** The gauge as a file. `source`: where it comes from, a line under it. */
export function gaugeSvg(ui: Ui, model: GaugeModel, form: GaugeForm, source: string, palette: Palette): string {
  const { summary, items } = describeGauge(ui, model);
  const about = { title: ui.gauge.name(model.name), description: [summary, ...items].join('\n'), source };
  return svgDocument(drawGauge(ui, model, form), about, palette);
}
