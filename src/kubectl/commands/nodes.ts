// Models: k8s.io/kubectl pkg/cmd/drain (cordon, uncordon), pkg/cmd/taint
// Simplified: —
// Not modelled: drain, which needs the eviction subresource.
import { type KindDefinition, type Node, pathOf } from '../../engine/index';
import { equalJson } from '../../shared/json';
import {
  allFlag,
  type Call,
  type CommandDefinition,
  dryRunFlag,
  dryRunOf,
  dryRunQuery,
  dryRunSuffix,
  fail,
  overwriteFlag,
  selectorFlag,
} from '../line/command';
import { getObject, listObjects, needKind, withKind, write } from '../line/resources';
import { resourceName } from '../wording';

const strategic = 'application/strategic-merge-patch+json';

/** Nodes by name or by selector. */
export function nodesOf(call: Call): { kind: KindDefinition; nodes: Node[] } {
  const kind = needKind('nodes');
  const names =
    call.args[0] === 'node' || call.args[0] === 'nodes' || call.args[0] === 'no' ? call.args.slice(1) : call.args;
  const labelSelector = call.flags.text('selector');
  if (names.length === 0 && labelSelector === undefined)
    fail(`USAGE: kubectl ${call.path} NODE [flags]\nSee 'kubectl ${call.path} -h' for help and examples`);
  if (names.length > 0 && labelSelector !== undefined)
    fail('error: cannot specify both a node name and a --selector option');
  const found =
    names.length > 0
      ? names.map((name) => getObject(call, kind, name.replace(/^nodes?\//, '')))
      : listObjects(call, kind, '', { labelSelector: labelSelector as string });
  return { kind, nodes: found.map((node) => withKind(kind, node)) as unknown as Node[] };
}

export function mark(call: Call, kind: KindDefinition, node: Node, unschedulable: boolean): void {
  const name = node.metadata.name ?? '';
  const done = unschedulable ? 'cordoned' : 'uncordoned';
  if ((node.spec?.unschedulable ?? false) === unschedulable) {
    call.out(`${resourceName(kind, name)} already ${done}`);
    return;
  }
  const dry = dryRunOf(call.flags);
  if (dry !== 'client')
    write(
      call,
      'PATCH',
      pathOf(kind, '', name),
      { spec: { unschedulable: unschedulable ? true : null } },
      { contentType: strategic, query: dryRunQuery(dry) },
    );
  call.out(`${resourceName(kind, name)} ${done}${dryRunSuffix(dry)}`);
}

function cordon(path: 'cordon' | 'uncordon', short: string): CommandDefinition {
  return {
    path,
    use: `kubectl ${path} NODE [options]`,
    short,
    flags: [selectorFlag, dryRunFlag],
    run(call) {
      const { kind, nodes } = nodesOf(call);
      for (const node of nodes) mark(call, kind, node, path === 'cordon');
    },
  };
}

export const cordonCommand = cordon('cordon', 'Mark node as unschedulable');
export const uncordonCommand = cordon('uncordon', 'Mark node as schedulable');

type Taint = NonNullable<NonNullable<Node['spec']>['taints']>[number];
const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

interface TaintChange {
  readonly add: Taint[];
  readonly remove: { readonly key: string; readonly effect: string }[];
}

function parseTaints(specs: readonly string[]): TaintChange {
  const add: Taint[] = [];
  const remove: { key: string; effect: string }[] = [];
  for (const spec of specs) {
    const [pair = '', effect = ''] = spec.replace(/-$/, '').split(':', 2);
    const [key = '', value = ''] = pair.split('=', 2);
    if (spec.endsWith('-')) {
      if (effect && !effects.includes(effect)) fail(`invalid taint effect: ${effect}, unsupported taint effect`);
      remove.push({ key, effect });
    } else {
      if (!effect || !key) fail(`invalid taint spec: ${spec}`);
      if (!effects.includes(effect)) fail(`invalid taint spec: ${spec}, unsupported taint effect`);
      add.push({ key, ...(value ? { value } : {}), effect });
    }
  }
  return { add, remove };
}

export const taintCommand: CommandDefinition = {
  path: 'taint',
  use: 'kubectl taint NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N [options]',
  short: 'Update the taints on one or more nodes',
  flags: [selectorFlag, allFlag, overwriteFlag, dryRunFlag],
  run(call) {
    const [type = '', ...rest] = call.args;
    const at = rest.findIndex((arg) => /[=:]|-$/.test(arg) && (/:/.test(arg) || /-$/.test(arg) || /=/.test(arg)));
    if (type === '' || (!['node', 'nodes', 'no'].includes(type) && !type.startsWith('node')))
      fail(
        type === ''
          ? 'at least one taint update is required'
          : `invalid resource type ${type}, only node types are supported`,
      );
    const specs = at < 0 ? [] : rest.slice(at);
    if (specs.length === 0) fail('at least one taint update is required');
    const { add, remove } = parseTaints(specs);
    const kind = needKind('nodes');
    const names = rest.slice(0, at);
    const nodes =
      call.flags.bool('all') || call.flags.has('selector')
        ? listObjects(
            call,
            kind,
            '',
            call.flags.has('selector') ? { labelSelector: call.flags.text('selector') as string } : {},
          )
        : names.map((name) => getObject(call, kind, name));
    if (nodes.length === 0) fail("at least one resource name must be specified since '--all' parameter is not set");
    const dry = dryRunOf(call.flags);
    for (const object of nodes) {
      const name = object.metadata.name ?? '';
      const before = (object as unknown as Node).spec?.taints ?? [];
      const clash = add.filter(({ key, effect }) =>
        before.some((taint) => taint.key === key && taint.effect === effect),
      );
      if (clash.length > 0 && !call.flags.bool('overwrite'))
        fail(
          `node ${name} already has ${clash.map(({ key }) => key).join(',')} taint(s) with same effect(s) and --overwrite is false`,
        );
      for (const { key, effect } of remove)
        if (!before.some((taint) => taint.key === key && (!effect || taint.effect === effect)))
          fail(`taint ${JSON.stringify(effect ? `${key}:${effect}` : key)} not found`);
      const kept = before.filter(
        (taint) =>
          !remove.some(({ key, effect }) => taint.key === key && (!effect || taint.effect === effect)) &&
          !add.some(({ key, effect }) => taint.key === key && taint.effect === effect),
      );
      const after = [...add, ...kept];
      const done = add.length > 0 && remove.length > 0 ? 'modified' : add.length > 0 ? 'tainted' : 'untainted';
      if (dry !== 'client' && !equalJson(before, after)) {
        const body = { spec: { taints: after.length > 0 ? after : null } };
        write(call, 'PATCH', pathOf(kind, '', name), body, {
          contentType: strategic,
          query: { fieldManager: 'kubectl-taint', fieldValidation: 'Strict', ...dryRunQuery(dry) },
        });
      }
      call.out(`${resourceName(kind, name)} ${done}${dryRunSuffix(dry)}`);
    }
  },
};
