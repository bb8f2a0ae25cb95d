// Models: k8s.io/cli-runtime pkg/resource Builder, k8s.io/client-go restmapper (shortcut expander, categories)
// Simplified: discovery is known beforehand, as a warm cache would have it.
// Not modelled: several versions of a kind.
import { type KindDefinition, type KubeObject, kinds, pathOf } from '../../engine/index';
import { type Call, Failure, fail, refuse } from './command';

/** The kind that a word names: `po`, `pods`, `Pod`, `deployments.apps`, `deploy.v1.apps`. */
export function kindNamed(word: string): KindDefinition | undefined {
  const [first = '', ...rest] = word.toLowerCase().split('.');
  const fits = (kind: KindDefinition): boolean => {
    if (rest.length === 0) return true;
    const group = rest.join('.');
    return kind.group === group || (rest[0] === kind.version && kind.group === rest.slice(1).join('.'));
  };
  const candidates = kinds.filter(fits);
  return (
    candidates.find((kind) => kind.resource === first || kind.singular === first) ??
    candidates.find((kind) => kind.shortNames.includes(first)) ??
    candidates.find((kind) => kind.kind.toLowerCase() === first)
  );
}

export function needKind(word: string): KindDefinition {
  return (
    kindNamed(word) ?? fail(`the server doesn't have a resource type ${JSON.stringify(word.split('.')[0] ?? word)}`)
  );
}

const allOrder = [
  'pods',
  'services',
  'replicationcontrollers',
  'deployments',
  'replicasets',
  'statefulsets',
  'daemonsets',
  'jobs',
  'cronjobs',
  'horizontalpodautoscalers',
];

/** Kinds of `pods,svc`; a category stands for all its kinds. */
export function kindsNamed(words: string): KindDefinition[] {
  return words.split(',').flatMap((word) => {
    const inCategory = kinds.filter(({ categories }) => categories.includes(word));
    if (inCategory.length === 0 || kindNamed(word)) return [needKind(word)];
    const rank = ({ resource }: KindDefinition) => (allOrder.includes(resource) ? allOrder.indexOf(resource) : 99);
    return [...inCategory].sort((a, b) => rank(a) - rank(b));
  });
}

/** What a command's arguments choose: single objects by name, or whole collections. */
export interface Chosen {
  readonly kind: KindDefinition;
  /** Without one, the collection. */
  readonly name: string | undefined;
}

/** `TYPE NAME…`, `TYPE/NAME…`, `TYPE[,TYPE]`. Complaints are kubectl's. */
export function choose(args: readonly string[]): Chosen[] {
  if (args.some((arg) => arg.includes('/'))) {
    return args.map((arg) => {
      const parts = arg.split('/');
      if (parts.length === 1)
        fail(
          "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'",
        );
      const [type = '', name = ''] = parts;
      if (parts.length > 2 || !type || !name) fail(`arguments in resource/name form may not have more than one slash`);
      return { kind: needKind(type), name };
    });
  }
  const [types = '', ...names] = args;
  const chosen = kindsNamed(types);
  if (names.length === 0) return chosen.map((kind) => ({ kind, name: undefined }));
  return chosen.flatMap((kind) => names.map((name) => ({ kind, name })));
}

export const where = (kind: KindDefinition, namespace: string): string => (kind.namespaced ? namespace : '');

export function getObject(call: Call, kind: KindDefinition, name: string, subresource = ''): KubeObject {
  const answer = call.session.request({
    method: 'GET',
    path: pathOf(kind, where(kind, call.namespace), name, subresource),
    trusted: false,
  });
  if (answer.code >= 400) refuse(answer.body);
  return answer.body as KubeObject;
}

/** Objects of a list, each with its kind. `namespace`: empty for all. */
export function listObjects(
  call: Call,
  kind: KindDefinition,
  namespace: string,
  query: Readonly<Record<string, string>>,
): KubeObject[] {
  const answer = call.session.request({
    method: 'GET',
    path: pathOf(kind, where(kind, namespace)),
    query,
    trusted: false,
  });
  if (answer.code >= 400) refuse(answer.body);
  const { items } = answer.body as { items: readonly KubeObject[] };
  return items.map((item) => withKind(kind, item));
}

export function withKind(kind: KindDefinition, object: KubeObject): KubeObject {
  const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
  return { ...object, apiVersion, kind: kind.kind };
}

export interface Target {
  readonly kind: KindDefinition;
  readonly name: string;
  readonly namespace: string;
  readonly object: KubeObject;
}

/**
 * The objects that a command acts on, fetched: by name, by selector, or all. Errors of single ones are collected; with none
 * found they end the command.
 */
export function targets(
  call: Call,
  args: readonly string[] = call.args,
  options: { subresource?: string } = {},
): { found: Target[]; failed: Failure | undefined } {
  if (args.length === 0) fail(missingResource);
  const found: Target[] = [];
  const errors: Failure['errors'][number][] = [];
  if (call.flags.bool('all') && call.flags.has('selector'))
    fail("setting 'all' parameter but found a non empty selector. ");
  const all = call.flags.bool('all');
  const everywhere = call.flags.bool('all-namespaces');
  const labelSelector = call.flags.text('selector');
  for (const { kind, name } of choose(args)) {
    try {
      if (name !== undefined) {
        if (labelSelector !== undefined) fail('name cannot be provided when a selector is specified');
        found.push({
          kind,
          name,
          namespace: where(kind, call.namespace),
          object: getObject(call, kind, name, options.subresource),
        });
        continue;
      }
      if (!all && labelSelector === undefined) fail('resource(s) were provided, but no name was specified');
      const query = { ...(labelSelector === undefined ? {} : { labelSelector }) };
      for (const object of listObjects(call, kind, everywhere ? '' : call.namespace, query)) {
        const { name: own = '', namespace = '' } = object.metadata;
        found.push({ kind, name: own, namespace, object });
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      errors.push(...error.errors);
    }
  }
  return { found, failed: errors.length > 0 ? new Failure(errors) : undefined };
}

const missingResource =
  "you must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";

/** Sends a write and gives back what is then stored; a refusal ends the command. Warnings are printed. */
export function write(
  call: Call,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
  more: { readonly query?: Readonly<Record<string, string>>; readonly contentType?: string } = {},
): KubeObject {
  const answer = call.session.request({ method, path, body, trusted: false, ...more });
  for (const warning of answer.warnings) call.err(`Warning: ${warning}`);
  if (answer.code >= 400) refuse(answer.body);
  return answer.body as KubeObject;
}
