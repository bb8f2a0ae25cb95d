/**
 * Models: pkg/printers/internalversion/printers.go: how the columns of a Table are made; what several kinds share.
 * Simplified: -
 * Not modelled: -
 */
import { parseTime } from '../../../shared/time';
import { humanDuration } from '../human-duration';
import type { KubeObject } from '../meta';
import { selectorFromLabelSelector, selectorText } from '../selectors';
import type { LabelSelector, PodSpec, PodTemplateSpec } from '../types';

/** Null: there is nothing to show. */
type Cell = string | number | boolean | null;

/** One column of `kubectl get`, as the server's Table has it. */
export interface PrintColumn<T> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'number' | 'date';
  /** 0: always shown; 1: with `-o wide`. */
  readonly priority: number;
  cell(object: T, nowMicros: number): Cell;
}

/** A column of text, or of numbers when `type` says so. */
export function column<T>(
  name: string,
  cell: (object: T, nowMicros: number) => Cell,
  type: PrintColumn<T>['type'] = 'string',
): PrintColumn<T> {
  return { name, type, priority: 0, cell };
}

export function count<T>(name: string, cell: (object: T) => number): PrintColumn<T> {
  return column(name, cell, 'integer');
}

/** A column that only `-o wide` shows. */
export function wide<T>(name: string, cell: (object: T, nowMicros: number) => Cell): PrintColumn<T> {
  return { name, type: 'string', priority: 1, cell };
}

/** How long ago a time was; `<unknown>` without one. */
export function since(time: string | undefined, nowMicros: number): string {
  const at = time === undefined || time === null ? undefined : parseTime(time);
  return at === undefined ? '<unknown>' : humanDuration(nowMicros - at);
}

export const age: PrintColumn<KubeObject> = column('Age', (object, nowMicros) =>
  since(object.metadata.creationTimestamp, nowMicros),
);

export const orNone = (text: string | undefined | null): string => text || '<none>';

/** A label selector in one line; `<none>` when it is absent or empty. */
export function selectorCell(selector: LabelSelector | undefined): string {
  const parsed = selectorFromLabelSelector(selector).selector;
  if (parsed === undefined) return '<error>';
  return orNone(selector == null ? '' : selectorText(parsed));
}

/** A map in one line; `<none>` when it is empty. */
export function mapCell(map: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.keys(map ?? {})
    .sort()
    .map((key) => `${key}=${map?.[key]}`);
  return orNone(pairs.join(','));
}

const containersOf = (spec: PodSpec | undefined) => spec?.containers ?? [];

/** The two columns of a workload that name its containers and their images, with `-o wide`. */
export function containerColumns<T>(template: (object: T) => PodTemplateSpec | undefined): readonly PrintColumn<T>[] {
  return [
    wide('Containers', (object) =>
      containersOf(template(object)?.spec)
        .map(({ name }) => name)
        .join(','),
    ),
    wide('Images', (object) =>
      containersOf(template(object)?.spec)
        .map(({ image }) => image ?? '')
        .join(','),
    ),
  ];
}
