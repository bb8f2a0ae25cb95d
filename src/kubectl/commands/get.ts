// Models: k8s.io/kubectl pkg/cmd/get (get.go)
// Simplified: the rows of a watch are made with the server's columns, as a server that answers watches in tables would send them.
// Not modelled: --raw, --chunk-size, --field-manager, --server-print=false.

import type { Status } from '../../engine/index';
import {
  compareQuantities,
  extensions,
  type KindDefinition,
  type KubeObject,
  parseQuantity,
  pathOf,
} from '../../engine/index';
import {
  allNamespacesFlag,
  type Call,
  type CommandDefinition,
  Failure,
  fail,
  flag,
  outputFlag,
  type Step,
  selectorFlag,
} from '../line/command';
import { valuesAt } from '../line/json-path';
import { formatOf, printObjects, type ServerTable, shownObject, type TableOptions, tableRows } from '../line/output';
import { type Chosen, choose, where, withKind } from '../line/resources';
import { table as textTable } from '../line/tab-writer';
import { printJson, printYaml } from '../line/yaml-print';

const asTable =
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json';

interface Watching {
  /** Widths of the columns so far: later rows stand under the first. */
  readonly widths: readonly number[];
}

function optionsOf(call: Call, chosen: readonly Chosen[]): TableOptions {
  return {
    wide: call.flags.text('output') === 'wide',
    withNamespace: call.flags.bool('all-namespaces'),
    withKind: new Set(chosen.map(({ kind }) => kind)).size > 1 || call.flags.bool('show-kind'),
    showLabels: call.flags.bool('show-labels'),
    noHeaders: call.flags.bool('no-headers'),
    labelColumns: call.flags.list('label-columns').flatMap((labels) => labels.split(',')),
  };
}

function queryOf(call: Call): Record<string, string> {
  const labelSelector = call.flags.text('selector');
  const fieldSelector = call.flags.text('field-selector');
  return { ...(labelSelector ? { labelSelector } : {}), ...(fieldSelector ? { fieldSelector } : {}) };
}

/** One request; what is missing is collected, so that the rest is still printed. */
function ask(call: Call, { kind, name }: Chosen, accept: string, errors: Failure['errors'][number][]): unknown {
  const everywhere = call.flags.bool('all-namespaces');
  if (name !== undefined && everywhere && kind.namespaced)
    fail('a resource cannot be retrieved by name across all namespaces');
  if (name !== undefined && call.flags.has('selector')) fail('name cannot be provided when a selector is specified');
  const sub = call.flags.text('subresource') ?? '';
  const path = pathOf(kind, everywhere ? '' : where(kind, call.namespace), name ?? '', sub);
  const sorting = call.flags.has('sort-by');
  const query = {
    ...(name === undefined ? queryOf(call) : {}),
    ...(name === undefined && !sorting ? { limit: '500' } : {}),
    ...(sorting && accept === asTable ? { includeObject: 'Object' } : {}),
  };
  const answer = call.session.request({ method: 'GET', path, query, accept, trusted: false });
  for (const warning of answer.warnings) call.err(`Warning: ${warning}`);
  if (answer.code < 400) return answer.body;
  const status = answer.body as Status;
  if (!(call.flags.bool('ignore-not-found') && status.reason === 'NotFound')) errors.push({ status });
  return undefined;
}

type Sortable = { readonly key: unknown };

function compareKeys({ key: a }: Sortable, { key: b }: Sortable): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a), String(b)];
  const [x, y] = [parseQuantity(left).quantity, parseQuantity(right).quantity];
  if (x !== undefined && y !== undefined) return compareQuantities(x, y);
  return left < right ? -1 : left > right ? 1 : 0;
}

function sortBy<T>(call: Call, items: readonly T[], objectOf: (item: T) => unknown): readonly T[] {
  const path = call.flags.text('sort-by');
  if (path === undefined || path === '' || items.length === 0) return items;
  const keyed = items.map((item) => {
    const found = valuesAt(path, objectOf(item));
    if ('error' in found) fail(`error parsing jsonpath ${path}, ${found.error}`);
    return { item, key: found.values[0] };
  });
  if (keyed.every(({ key }) => key === undefined))
    fail(`couldn't find any field with path "{${path.replace(/^\{|\}$/g, '')}}" in the list of objects`);
  return keyed.sort(compareKeys).map(({ item }) => item);
}

function printRows(call: Call, rows: readonly (readonly string[])[], widths: readonly number[] = []): number[] {
  if (rows.length === 0) return [...widths];
  const kept = (rows[0] as readonly string[]).map((_, i) =>
    Math.max(widths[i] ?? 6, ...rows.map((row) => (row[i] as string).length + 3)),
  );
  if (widths.length === 0) call.out(textTable(rows));
  else {
    for (const row of rows)
      call.out(row.map((cell, i) => (i < row.length - 1 ? cell.padEnd(kept[i] as number) : cell)).join(''));
  }
  return kept;
}

function noneFound(call: Call, chosen: readonly Chosen[]): void {
  const namespaced = chosen.some(({ kind }) => kind.namespaced);
  call.err(
    namespaced && !call.flags.bool('all-namespaces')
      ? `No resources found in ${call.namespace} namespace.`
      : 'No resources found',
  );
}

function watchOf(call: Call, { kind, name }: Chosen, version: string): void {
  const everywhere = call.flags.bool('all-namespaces');
  const query = name === undefined ? queryOf(call) : { fieldSelector: `metadata.name=${name}` };
  call.watch(kind, everywhere ? '' : where(kind, call.namespace), {
    ...query,
    resourceVersion: version,
    watch: 'true',
  });
}

function printsTable(form: string): boolean {
  return form === '' || form === 'wide';
}

function run(call: Call) {
  const format = formatOf(call.flags.text('output'));
  if (call.args.length === 0) {
    fail(
      `Required resource not specified.\nUse "kubectl api-resources" for a complete list of supported resources.\nSee 'kubectl get -h' for help and examples`,
    );
  }
  const chosen = choose(call.args);
  const watching = call.flags.bool('watch') || call.flags.bool('watch-only');
  if (watching && chosen.length > 1) fail('you may only specify a single resource type');
  const options = optionsOf(call, chosen);
  const errors: Failure['errors'][number][] = [];
  if (!printsTable(format.form)) {
    const found: { kind: KindDefinition; object: KubeObject }[] = [];
    let version = '';
    for (const one of chosen) {
      const body = ask(call, one, 'application/json', errors) as (KubeObject & { items?: KubeObject[] }) | undefined;
      if (body === undefined) continue;
      version = body.metadata.resourceVersion ?? '';
      for (const object of one.name === undefined ? (body.items ?? []) : [body])
        found.push({ kind: one.kind, object: withKind(one.kind, object) });
    }
    const sorted = sortBy(call, found, ({ object }) => object);
    const single = chosen.length === 1 && chosen[0]?.name !== undefined;
    const empty = single && found.length === 0;
    if (!empty && !call.flags.bool('watch-only') && !(watching && found.length === 0)) {
      const each = watching ? sorted.map((one) => [one]) : [sorted];
      for (const some of each) for (const text of printObjects(format, some, single || watching)) call.out(text);
    }
    if (errors.length > 0) throw new Failure(errors);
    return watching ? begin(call, chosen[0] as Chosen, version, []) : undefined;
  }
  let printed = 0;
  let widths: number[] = [];
  let version = '';
  for (const one of chosen) {
    const table = ask(call, one, asTable, errors) as ServerTable | undefined;
    if (table === undefined) continue;
    version = table.metadata?.resourceVersion ?? '';
    if (table.rows.length === 0 || call.flags.bool('watch-only')) continue;
    const rows = sortBy(call, table.rows, ({ object }) => object);
    if (printed++ > 0) call.out('');
    widths = printRows(call, tableRows(one.kind, { ...table, rows }, options));
  }
  if (errors.length > 0) throw new Failure(errors);
  if (printed === 0 && !watching && !call.flags.bool('ignore-not-found')) noneFound(call, chosen);
  return watching ? begin(call, chosen[0] as Chosen, version, widths) : undefined;
}

function begin(call: Call, one: Chosen, version: string, widths: readonly number[]) {
  watchOf(call, one, version);
  const state: Watching = { widths };
  return { state };
}

function step(call: Call, state: Watching, happened: Step) {
  if (happened.sort !== 'watch') return { state };
  const chosen = choose(call.args);
  const kind = (chosen[0] as Chosen).kind;
  const format = formatOf(call.flags.text('output'));
  const object = withKind(kind, happened.object);
  if (format.form === 'yaml') {
    call.out(`---\n${printYaml(shownObject(object)).replace(/\n$/, '')}`);
    return { state };
  }
  if (format.form === 'json') {
    call.out(printJson(shownObject(object)));
    return { state };
  }
  if (!printsTable(format.form)) {
    for (const text of printObjects(format, [{ kind, object }], true)) call.out(text);
    return { state };
  }
  const server = extensions().tableOf(kind, [object], {}, 'Metadata', call.session.epochMicros) as ServerTable;
  const options = optionsOf(call, chosen);
  const header = state.widths.length === 0;
  const rows = tableRows(kind, server, { ...options, noHeaders: options.noHeaders || !header });
  return { state: { ...state, widths: printRows(call, rows, state.widths) } };
}

export const getCommand: CommandDefinition = {
  path: 'get',
  use: 'kubectl get (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...) [flags]',
  short: 'Display one or many resources',
  flags: [
    allNamespacesFlag,
    { ...outputFlag, usage: 'Output format. One of: (json, yaml, name, wide, jsonpath, custom-columns)' },
    selectorFlag,
    flag('text', 'field-selector', 'Selector (field query) to filter on'),
    flag('bool', 'watch', 'After listing/getting the requested object, watch for changes', { short: 'w' }),
    flag('bool', 'watch-only', 'Watch for changes to the requested object(s), without listing/getting first'),
    flag('bool', 'show-labels', 'When printing, show all labels as the last column'),
    flag('bool', 'show-kind', 'If present, list the resource type for the requested object(s)'),
    flag('bool', 'no-headers', "When using the default or custom-column output format, don't print headers"),
    flag('list', 'label-columns', 'Labels that are going to be presented as columns', { short: 'L' }),
    flag('text', 'sort-by', 'Sort list types using this field specification (JSONPath)'),
    flag(
      'bool',
      'ignore-not-found',
      'If set to true, suppresses NotFound error for specific objects that do not exist',
    ),
    flag('text', 'subresource', 'If specified, gets the subresource of the requested object'),
  ],
  run,
  step,
};
