// Models: k8s.io/kubectl pkg/cmd/get (get.go, customcolumn.go, sorter.go), k8s.io/cli-runtime pkg/printers
// Simplified: —
// Not modelled: go-template, files of templates and columns, kyaml.
import type { KindDefinition, KubeObject } from '../../engine/index';
import { resourceName } from '../wording';
import { fail } from './command';
import { cellAt, jsonPath } from './json-path';
import { table } from './tab-writer';
import { printJson, printYaml } from './yaml-print';

interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly priority: number;
}

/** `meta.k8s.io/v1` Table, as the server sends it. */
export interface ServerTable {
  readonly columnDefinitions: readonly ColumnDefinition[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object?: unknown }[];
  readonly metadata?: { readonly resourceVersion?: string };
}

const formats =
  'custom-columns, custom-columns-file, go-template, go-template-file, json, jsonpath, jsonpath-as-json, jsonpath-file, kyaml, name, template, templatefile, wide, yaml';

/** `-o` taken apart. */
export function formatOf(output: string | undefined): { readonly form: string; readonly template: string } {
  const [form = '', template = ''] = (output ?? '').split(/=(.*)/s);
  if (['', 'wide', 'yaml', 'json', 'name'].includes(form)) return { form, template };
  if (form === 'custom-columns' && template === '') fail('custom-columns format specified but no custom columns given');
  if (form === 'jsonpath' && template === '') fail('template format specified but no template given');
  if (form === 'custom-columns' || form === 'jsonpath') return { form, template };
  return fail(
    `unable to match a printer suitable for the output format ${JSON.stringify(output)}, allowed formats are: ${formats}`,
  );
}

/** Without what only `--show-managed-fields` shows. */
export function shownObject(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata as KubeObject['metadata'] & { managedFields?: unknown };
  return { ...object, metadata } as KubeObject;
}

/** Objects in any form but a table's. `single`: the answer to a request for one object, which is in no list. */
export function printObjects(
  { form, template }: { readonly form: string; readonly template: string },
  found: readonly { readonly kind: KindDefinition; readonly object: KubeObject }[],
  single: boolean,
): string[] {
  if (form === 'name') return found.map(({ kind, object }) => resourceName(kind, object.metadata.name ?? ''));
  if (form === 'custom-columns')
    return customColumns(
      template,
      found.map(({ object }) => object),
    );
  const objects = found.map(({ object }) => shownObject(object));
  const whole =
    single && objects.length === 1
      ? objects[0]
      : { apiVersion: 'v1', items: objects, kind: 'List', metadata: { resourceVersion: '' } };
  if (form === 'yaml') return [printYaml(whole).replace(/\n$/, '')];
  if (form === 'json') return [printJson(whole)];
  const printed = jsonPath(template, whole);
  if ('error' in printed) fail(`error parsing jsonpath ${template}, ${printed.error}`);
  return printed.text === '' ? [] : [printed.text.replace(/\n$/, '')];
}

function customColumns(spec: string, objects: readonly unknown[]): string[] {
  const columns = spec.split(',').map((column) => {
    const colon = column.indexOf(':');
    if (colon < 0 || colon === column.length - 1)
      fail(`unexpected custom-columns spec: ${column}, expected <header>:<json-path-expr>`);
    return { header: column.slice(0, colon), path: column.slice(colon + 1) };
  });
  const rows = objects.map((object) => columns.map(({ path }) => cellAt(path, object)));
  return [table([columns.map(({ header }) => header), ...rows])];
}

export interface TableOptions {
  readonly wide: boolean;
  readonly withNamespace: boolean;
  readonly withKind: boolean;
  readonly showLabels: boolean;
  readonly noHeaders: boolean;
  readonly labelColumns: readonly string[];
}

interface RowObject {
  readonly metadata?: { readonly namespace?: string; readonly labels?: Readonly<Record<string, string>> };
}

function labelsCell(labels: Readonly<Record<string, string>> | undefined): string {
  const keys = Object.keys(labels ?? {}).sort();
  return keys.length === 0 ? '<none>' : keys.map((key) => `${key}=${labels?.[key]}`).join(',');
}

/** The rows of a server's table as `kubectl get` prints them, the header first unless it is left out. */
export function tableRows(kind: KindDefinition, server: ServerTable, options: TableOptions): string[][] {
  const shown = server.columnDefinitions
    .map((definition, index) => ({ ...definition, index }))
    .filter(({ priority }) => priority === 0 || options.wide);
  const rows = server.rows.map(({ cells, object }) => {
    const { metadata = {} } = (object ?? {}) as RowObject;
    const row = shown.map(({ index, name }) => {
      const cell = String(cells[index] ?? '<none>').split('\n')[0] as string;
      return options.withKind && name === 'Name' ? resourceName(kind, cell) : cell;
    });
    return [
      ...(options.withNamespace ? [metadata.namespace ?? ''] : []),
      ...row,
      ...options.labelColumns.map((label) => metadata.labels?.[label] ?? ''),
      ...(options.showLabels ? [labelsCell(metadata.labels)] : []),
    ];
  });
  if (options.noHeaders) return rows;
  const header = [
    ...(options.withNamespace ? ['NAMESPACE'] : []),
    ...shown.map(({ name }) => name.toUpperCase()),
    ...options.labelColumns.map((label) => (label.split('/').at(-1) ?? label).toUpperCase()),
    ...(options.showLabels ? ['LABELS'] : []),
  ];
  return [header, ...rows];
}
