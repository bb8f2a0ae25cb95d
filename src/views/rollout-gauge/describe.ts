import type { Ui } from '../../i18n/index';
import type { GaugeCell, GaugeModel, GaugeSet } from './model';

/** A cell, or some that are alike. */
export function describeCell(ui: Ui, model: GaugeModel, cell: GaugeCell, count: number): string {
  const words = ui.gauge;
  const name = model.sets.find(({ key }) => key === cell.set)?.name ?? cell.set;
  const state = cell.going ? `${words.states[cell.state]}, ${words.going}` : words.states[cell.state];
  if (count > 1) return ui.named(words.several(count, name), state);
  return ui.named(cell.pod ? `Pod ${cell.pod.split('/')[1] ?? cell.pod}` : words.place(name), state);
}

export function describeSet(ui: Ui, set: GaugeSet): string {
  const { roles, setSentence } = ui.gauge;
  return setSentence({ ...set, role: roles[set.role] });
}

/** The gauge in words: where the rollout stands between its bounds, then each ReplicaSet. */
export function describeGauge(
  ui: Ui,
  model: GaugeModel,
): { readonly summary: string; readonly items: readonly string[] } {
  const words = ui.gauge;
  const { bounds, available, pods, wanted, leaving } = model;
  const parts = [words.standing(model.name, available, pods)];
  if (bounds) parts.push(words.between(bounds.minAvailable, bounds.maxTotal));
  else if (model.strategy === 'Recreate') parts.push(words.recreate);
  const going = model.cells.filter((cell) => cell.going).length;
  const promised = model.cells.filter(({ state }) => state === 'promised').length;
  if (going > 0) parts.push(words.willGo(going));
  if (promised > 0) parts.push(words.willCome(promised));
  if (leaving.length > 0) parts.push(words.notCounted(leaving.length));
  if (wanted !== pods) parts.push(words.askedFor(wanted));
  return { summary: parts.join(ui.gauge.join), items: model.sets.map((set) => describeSet(ui, set)) };
}
