import type { Ui } from '../../i18n/index';
import { eventSentence, subjectName } from '../words';
import type { ObjectModel } from './model';

/** `Pod web-1, rv 1183` and what last changed it. */
export function describeObject(ui: Ui, model: ObjectModel): string {
  const name = subjectName(model.id);
  if (model.lines.length === 0) return ui.named(name, ui.object.gone);
  const change = model.lastChange ? eventSentence(ui, model.lastChange) : ui.object.noChange;
  return `${ui.list([name, ui.object.version(model.version)])}. ${ui.named(ui.object.lastChange, change)}`;
}
