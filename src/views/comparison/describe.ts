import type { Ui } from '../../i18n/index';
import { cardWords, nodeWords, podWords } from '../cluster/describe';
import { subjectName } from '../words';
import type { ClusterComparison, DifferentObject } from './model';

/** One object, and what each side says of it. */
export interface ComparedRow {
  readonly id: string;
  readonly name: string;
  readonly sides: readonly [string, string];
}

function sideWords(ui: Ui, object: DifferentObject, side: 0 | 1): string {
  const it = object.sides[side];
  if (!it) return ui.compare.absent;
  if (object.kind === 'pod') return podWords(ui, object.sides[side] as NonNullable<(typeof object.sides)[0]>);
  if (object.kind === 'node') return nodeWords(ui, object.sides[side] as NonNullable<(typeof object.sides)[0]>);
  return cardWords(ui, object.sides[side] as NonNullable<(typeof object.sides)[0]>);
}

export function describeRows(ui: Ui, { objects }: ClusterComparison): ComparedRow[] {
  return objects.map((object) => ({
    id: object.id,
    name: subjectName(object.id),
    sides: [sideWords(ui, object, 0), sideWords(ui, object, 1)],
  }));
}

/** The whole in a sentence: how many Pods only one has, and how many objects stand otherwise. `names`: of the branches. */
export function describeComparison(ui: Ui, { objects }: ClusterComparison, names: readonly [string, string]): string {
  if (objects.length === 0) return ui.compare.same;
  const counts = { pods: [0, 0] as [number, number], others: [0, 0] as [number, number], changed: 0 };
  for (const { kind, sides } of objects) {
    const [left, right] = sides;
    if (left && right) counts.changed++;
    else counts[kind === 'pod' ? 'pods' : 'others'][left ? 0 : 1]++;
  }
  const words: string[] = [];
  for (const side of [0, 1] as const) {
    const parts: string[] = [];
    if (counts.pods[side] > 0) parts.push(ui.compare.pods(counts.pods[side]));
    if (counts.others[side] > 0) parts.push(ui.compare.objects(counts.others[side]));
    if (parts.length > 0) words.push(ui.compare.only(names[side], ui.list(parts)));
  }
  if (counts.changed > 0) words.push(ui.compare.otherwise(counts.changed));
  return ui.compare.differ(words);
}
