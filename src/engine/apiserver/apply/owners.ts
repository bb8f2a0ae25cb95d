// Models: k8s.io/apimachinery pkg/util/managedfields (FieldManager, buildManagerInfo, conflict.go),
//   sigs.k8s.io/structured-merge-diff merge/update.go (Updater)
// Simplified: owners are kept from an object's first server-side apply on; what was there before then belongs to
//   `before-first-apply`, as upstream has it for objects without owners.
// Not modelled: fields of other versions of a kind; the bound on the number of updaters.
import { formatTime } from '../../../shared/time';
import type { ManagedFieldsEntry } from '../../api/types';
import { both, type Comparison, type FieldSet, fromFieldsV1, toFieldsV1, union, without } from './field-set';

/** One manager of an object and the fields that it owns. */
export interface Owner {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

export interface Conflict {
  readonly owner: Owner;
  readonly path: string;
}

export function ownersOf(entries: readonly ManagedFieldsEntry[] | undefined): Owner[] {
  return (entries ?? []).map((entry) => ({
    manager: entry.manager ?? '',
    operation: entry.operation === 'Apply' ? 'Apply' : 'Update',
    apiVersion: entry.apiVersion ?? '',
    subresource: entry.subresource ?? '',
    time: entry.time,
    fields: fromFieldsV1(entry.fieldsV1),
  }));
}

const order = (a: Owner, b: Owner): number => {
  const key = ({ operation, time, manager, apiVersion, subresource }: Owner) =>
    [operation, time ?? '', manager, apiVersion, subresource].join('\n');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
};

/** As stored: appliers first, then by time and name; those who own nothing are gone. */
export function entriesOf(owners: readonly Owner[]): ManagedFieldsEntry[] {
  return owners
    .filter(({ fields }) => fields.size > 0)
    .sort(order)
    .map(({ manager, operation, apiVersion, subresource, time, fields }) => ({
      manager,
      operation,
      apiVersion,
      ...(time === undefined ? {} : { time }),
      fieldsType: 'FieldsV1',
      fieldsV1: toFieldsV1(fields),
      ...(subresource === '' ? {} : { subresource }),
    }));
}

export const isSame = (a: Owner, b: Pick<Owner, 'manager' | 'operation' | 'subresource'>): boolean =>
  a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource;

/** Which fields of others a write changes. */
export function conflictsOf(owners: readonly Owner[], writer: Owner, { changed }: Comparison): Conflict[] {
  return owners
    .filter((owner) => !isSame(owner, writer))
    .flatMap((owner) => [...both(owner.fields, changed)].sort().map((path) => ({ owner, path })));
}

/** The owners after a write: what it changed is taken from the others, what it removed belongs to nobody. */
export function afterWrite(owners: readonly Owner[], writer: Owner, { changed, removed }: Comparison): Owner[] {
  const gone = union(changed, removed);
  const others = owners
    .filter((owner) => !isSame(owner, writer))
    .map((owner) => ({ ...owner, fields: without(owner.fields, gone) }));
  return [...others, writer];
}

/** The owner entry of an update, with what it changed beside what it owned before. */
export function updaterAfter(owners: readonly Owner[], updater: Omit<Owner, 'fields'>, change: Comparison): Owner {
  const before = owners.find((owner) => isSame(owner, updater));
  const fields = without(union(before?.fields ?? new Set(), change.changed), without(change.removed, change.changed));
  return { ...updater, fields };
}

/** The name in messages: `"tool"`, `"kubectl-edit" using v1`. */
export function ownerText({ manager, operation, apiVersion, subresource, time }: Owner): string {
  const name = JSON.stringify(manager) + (subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`);
  if (operation === 'Apply') return name;
  return `${name} using ${apiVersion}${time === undefined ? '' : ` at ${time}`}`;
}

export const timeOf = (nowMicros: number): string => formatTime(nowMicros);
