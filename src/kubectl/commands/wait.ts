// Models: k8s.io/kubectl pkg/cmd/wait (condition.go, delete.go, json.go, create.go)
// Simplified: several objects are waited for at once.
// Not modelled: --local, files.
import { type KindDefinition, type KubeObject, pathOf, type Status } from '../../engine/index';
import {
  allFlag,
  allNamespacesFlag,
  type Call,
  type CommandDefinition,
  type Ended,
  Failure,
  fail,
  flag,
  type Step,
  selectorFlag,
} from '../line/command';
import { valuesAt } from '../line/json-path';
import { choose, kindNamed, targets, where, withKind } from '../line/resources';
import { resourceName } from '../wording';

const defaultTimeoutMicros = 30e6;

interface Awaited {
  readonly resource: string;
  readonly name: string;
  readonly namespace: string;
  readonly stream: string;
}

interface WaitState {
  readonly pending: readonly Awaited[];
}

type Test = (object: KubeObject | undefined) => boolean;

function conditionTest(text: string): Test {
  const [name = '', wanted = 'true'] = text.split('=', 2);
  return (object) => {
    const { status, metadata } = (object ?? { metadata: {} }) as KubeObject & {
      status?: {
        observedGeneration?: number;
        conditions?: readonly { type: string; status: string; observedGeneration?: number }[];
      };
    };
    const found = status?.conditions?.find(({ type }) => type.toLowerCase() === name.toLowerCase());
    if (!found) return false;
    const observed = found.observedGeneration ?? status?.observedGeneration;
    if (observed !== undefined && observed < (metadata.generation ?? 0)) return false;
    return found.status.toLowerCase() === wanted.toLowerCase();
  };
}

function jsonTest(text: string): Test {
  const match = /^(\{.*\}|[^=]+)(?:=(.*))?$/s.exec(text);
  const [, path = '', wanted] = match ?? [];
  if (!path) fail('jsonpath expression cannot be empty');
  return (object) => {
    const found = object === undefined ? { values: [] } : valuesAt(path, object);
    if ('error' in found) fail(found.error);
    const [value] = found.values;
    return value !== undefined && (wanted === undefined || String(value) === wanted.replace(/^(['"])(.*)\1$/, '$2'));
  };
}

function testOf(text: string | undefined): { test: Test; sort: 'condition' | 'delete' | 'create' } {
  if (text === undefined) fail('required flag(s) "for" not set');
  const condition = /^condition=(.+)$/i.exec(text)?.[1];
  if (condition !== undefined) return { test: conditionTest(condition), sort: 'condition' };
  const path = /^jsonpath=(.+)$/is.exec(text)?.[1];
  if (path !== undefined) return { test: jsonTest(path), sort: 'condition' };
  if (text.toLowerCase() === 'delete') return { test: (object) => object === undefined, sort: 'delete' };
  if (text.toLowerCase() === 'create') return { test: (object) => object !== undefined, sort: 'create' };
  return fail(`unrecognized condition: ${JSON.stringify(text)}`);
}

/** Looks at one object, and watches it when it is not yet so. */
function begin(call: Call, kind: KindDefinition, namespace: string, name: string, test: Test): Awaited | undefined {
  const fieldSelector = `metadata.name=${name}`;
  const answer = call.session.request({
    method: 'GET',
    path: pathOf(kind, namespace),
    query: { fieldSelector, limit: '500', resourceVersion: '0' },
    trusted: false,
  });
  if (answer.code >= 400) throw new Failure([{ status: answer.body as Status }]);
  const { items, metadata } = answer.body as { items: KubeObject[]; metadata: { resourceVersion: string } };
  if (test(items[0])) {
    call.out(`${resourceName(kind, name)} condition met`);
    return undefined;
  }
  const stream = call.watch(kind, namespace, {
    fieldSelector,
    resourceVersion: metadata.resourceVersion,
    watch: 'true',
    allowWatchBookmarks: 'true',
  });
  return { resource: kind.resource, name, namespace, stream };
}

export const waitCommand: CommandDefinition = {
  path: 'wait',
  use: "kubectl wait ([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) [--for=create|--for=delete|--for condition=available|--for=jsonpath='{}'[=value]] [options]",
  short: 'Wait for a specific condition on one or many resources',
  flags: [
    flag(
      'text',
      'for',
      "The condition to wait on: [create|delete|condition=condition-name[=condition-value]|jsonpath='{JSONPath expression}'=[JSONPath value]]",
    ),
    flag('duration', 'timeout', 'The length of time to wait before giving up', { byDefault: '30s' }),
    selectorFlag,
    allFlag,
    allNamespacesFlag,
  ],
  run(call) {
    const { test, sort } = testOf(call.flags.text('for'));
    const pending: Awaited[] = [];
    let chosen: { kind: KindDefinition; name: string; namespace: string }[];
    if (sort === 'create') {
      chosen = choose(call.args).map(({ kind, name }) => ({
        kind,
        name: name ?? fail('resource name must be provided'),
        namespace: where(kind, call.namespace),
      }));
    } else {
      const { found, failed } = targets(call);
      const missing = failed?.errors.every(({ status }) => status?.reason === 'NotFound');
      if (failed && !(sort === 'delete' && missing)) throw failed;
      if (found.length === 0) {
        if (sort === 'delete') return 0;
        fail('no matching resources found');
      }
      chosen = found;
    }
    for (const { kind, namespace, name } of chosen) {
      const awaited = begin(call, kind, namespace, name, test);
      if (awaited) pending.push(awaited);
    }
    if (pending.length === 0) return 0;
    const timeout = call.flags.duration('timeout') ?? defaultTimeoutMicros;
    if (timeout === 0) return timedOut(pending);
    call.timer(timeout < 0 ? 7 * 24 * 3600e6 : timeout, 'timeout');
    const state: WaitState = { pending };
    return { state };
  },
  step(call, { pending }: WaitState, happened: Step): Ended {
    if (happened.sort === 'timer') return timedOut(pending);
    const one = pending.find(({ stream }) => stream === happened.stream);
    const kind = one && kindNamed(one.resource);
    const state: WaitState = { pending };
    if (!one || !kind) return { state };
    const { test, sort } = testOf(call.flags.text('for'));
    const gone = happened.type === 'DELETED';
    if (gone && sort === 'condition') return { state };
    if (!test(gone ? undefined : withKind(kind, happened.object))) return { state };
    call.out(`${resourceName(kind, one.name)} condition met`);
    const left: WaitState = { pending: pending.filter((each) => each !== one) };
    return left.pending.length === 0 ? 0 : { state: left };
  },
};

function timedOut(pending: readonly Awaited[]): never {
  throw new Failure(
    pending.map(({ resource, name }) => ({ message: `timed out waiting for the condition on ${resource}/${name}` })),
  );
}
