// Models: k8s.io/apiserver pkg/registry/rest/table.go, pkg/printers/tablegenerator.go, meta/v1 Table
// Simplified: columns have no descriptions but that of the name.
// Not modelled: watches that answer in tables.
import { age, column, type PrintColumn } from '../api/kinds/columns';
import type { KindDefinition } from '../api/kinds/kind-definition';
import type { KubeObject } from '../api/meta';

const installed = new Map<string, readonly PrintColumn<never>[]>();

/** Adds the columns of kinds that do not bring them. Adding them again changes nothing. */
export function installColumns(columns: Readonly<Record<string, readonly PrintColumn<never>[]>>): void {
  for (const [resource, shown] of Object.entries(columns)) installed.set(resource, shown);
}

/** Every column of a kind, the name included. */
function columnsOf(kind: KindDefinition): readonly PrintColumn<KubeObject>[] {
  const own = kind.columns ?? (installed.get(kind.resource) as readonly PrintColumn<KubeObject>[] | undefined) ?? [age];
  if (kind.resource === 'events') return own;
  return [column('Name', (object) => kind.nameCell?.(object) ?? object.metadata.name ?? ''), ...own];
}

/** What a row carries beside its cells (`includeObject`). */
function rowObject(object: KubeObject, include: string): { readonly object?: unknown } {
  if (include === 'None') return {};
  if (include === 'Object') return { object };
  const { metadata } = object;
  return { object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata } };
}

/** `meta.k8s.io/v1` Table of one object or of the items of a list. `nowMicros`: microseconds since 1970. */
export function tableOf(
  kind: KindDefinition,
  objects: readonly KubeObject[],
  metadata: unknown,
  include: string,
  nowMicros: number,
): unknown {
  const columns = columnsOf(kind);
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: columns.map(({ name, type, priority }) => ({
      name,
      type,
      format: name === 'Name' ? 'name' : '',
      description: '',
      priority,
    })),
    rows: objects.map((object) => ({
      cells: columns.map(({ cell }) => cell(object, nowMicros)),
      ...rowObject(object, include),
    })),
  };
}
