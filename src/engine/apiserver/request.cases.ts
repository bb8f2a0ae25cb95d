import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareError, compareObjects, compareValue, type NamedObject } from '../../host/cases/compare';
import { type KindDefinition, kindByGvk, kindOf, kinds } from '../api/kinds';
import { type KubeObject, keyOf, keyOfObject } from '../api/meta';
import { asWritten } from '../api/schema/written-structs';
import { Cluster } from '../cluster';
import { configure } from '../config';
import type { ApiRequest, ApiResponse, RequestInfo } from './http';
import { requestInfo } from './request-info';

interface RequestOfCase {
  readonly verb: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly contentType?: string;
  readonly body?: unknown;
}

const requestOf = (c: Case): RequestOfCase => c.when.request as RequestOfCase;
const objectsOf = (c: Case): KubeObject[] => (c.given?.objects ?? []) as KubeObject[];

function definitionOf(object: KubeObject): KindDefinition | undefined {
  return kindByGvk(object.apiVersion ?? '', object.kind ?? '');
}

/** Kinds that are not served yet: the case is skipped, not failed. A wrong path of a group that is served is no kind. */
function takes(c: Case): boolean {
  if (objectsOf(c).some((object) => definitionOf(object) === undefined)) return false;
  const { path, verb, body } = requestOf(c);
  if (requestInfo(path, kindOf) !== undefined) return true;
  const named = body as { apiVersion?: string; kind?: string } | undefined;
  return verb === 'GET' || (named?.kind !== undefined && kindByGvk(named.apiVersion ?? '', named.kind) !== undefined);
}

/** A control plane whose store holds the objects of the case, as a server reads them: with their defaults. */
function serverWith(c: Case): { cluster: Cluster; before: ReadonlyMap<string, KubeObject> } {
  const startTime = typeof c.given?.now === 'string' ? c.given.now : configure().startTime;
  const cluster = new Cluster({ nodes: [], startTime }).boot();
  const { kernel, api } = cluster.context;
  const before = new Map<string, KubeObject>();
  kernel.perform(() => {
    kernel.emit({ actor: 'cases', verb: 'cluster.boot', subject: 'given objects', level: 'micro' });
    const revisions = kernel.table<number>('etcd');
    let newest = api.storage.revision;
    for (const given of objectsOf(c)) {
      const kind = definitionOf(given) as KindDefinition;
      const version = given.metadata.resourceVersion ?? String(++newest);
      newest = Math.max(newest, Number(version));
      const object = kind.setDefaults({ ...given, metadata: { ...given.metadata, resourceVersion: version } });
      api.storage.table(kind.resource).set(keyOfObject(object), object);
      before.set(`${kind.kind} ${keyOfObject(object)}`, object);
    }
    const compacted = c.given?.compactedUpTo;
    if (typeof compacted === 'number') newest = compacted + cluster.config.watchCacheSize;
    revisions.set('revision', newest);
  });
  return { cluster, before };
}

function send(cluster: Cluster, request: ApiRequest): ApiResponse {
  const { kernel, api } = cluster.context;
  let response: ApiResponse | undefined;
  kernel.perform(() => {
    response = api.handle(request);
  });
  return response as ApiResponse;
}

function asRequest(request: RequestOfCase): ApiRequest {
  const watch = request.verb === 'WATCH';
  const query = Object.fromEntries(Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]));
  return {
    method: (watch ? 'GET' : request.verb) as ApiRequest['method'],
    path: request.path,
    query: watch ? { ...query, watch: 'true' } : query,
    user: 'kubectl',
    ...(request.contentType === undefined ? {} : { contentType: request.contentType }),
    ...(request.body === undefined ? {} : { body: request.body }),
  };
}

/** Another client writes to the object of the request first. */
function writeMeanwhile(cluster: Cluster, path: string): void {
  const body = { metadata: { labels: { meanwhile: 'yes' } } };
  send(cluster, { method: 'PATCH', path, body, contentType: 'application/merge-patch+json', user: 'other' });
}

function compareResponse(response: ApiResponse, expected: Readonly<Record<string, unknown>>): Failure[] {
  const failures: Failure[] = [];
  const text = typeof response.body === 'string';
  if (expected.status !== undefined) failures.push(...compareValue(response.code, expected.status, 'response.status'));
  if (expected.kind !== undefined) {
    failures.push(...compareValue((response.body as KubeObject).kind, expected.kind, 'response.kind'));
  }
  if (expected.contentType !== undefined) {
    const contentType = text ? 'text/plain' : 'application/json';
    failures.push(...compareValue(contentType, expected.contentType, 'response.contentType'));
  }
  if (typeof expected.body === 'string') {
    failures.push(...compareValue(String(response.body).trim(), expected.body, 'response.body'));
  } else if (expected.body !== undefined) failures.push(...compareBody(response.body, expected.body as object));
  return failures;
}

function compareBody(body: unknown, expected: { readonly items?: unknown }): Failure[] {
  const { items, ...rest } = expected;
  const failures = compareValue(body, rest, 'response.body');
  if (items === 'each without apiVersion/kind') {
    for (const item of (body as { items: readonly KubeObject[] }).items) {
      if (item.kind !== undefined || item.apiVersion !== undefined) {
        failures.push({ path: 'response.body.items', expected: items, actual: item });
      }
    }
  } else if (items !== undefined) {
    failures.push(...compareValue((body as { items?: unknown }).items, items, 'response.body.items'));
  }
  return failures;
}

function compareCaseValues(
  cluster: Cluster,
  path: string,
  response: ApiResponse,
  expected: Readonly<Record<string, unknown>>,
): Failure[] {
  const failures: Failure[] = [];
  const body = response.body as KubeObject & { spec?: { template?: { spec?: { containers?: { name: string }[] } } } };
  for (const [name, value] of Object.entries(expected)) {
    if (name === 'namePattern') {
      const actual = body.metadata?.name ?? '';
      if (!new RegExp(String(value)).test(actual)) failures.push({ path: name, expected: value, actual });
    } else if (name === 'containerNames') {
      const actual = body.spec?.template?.spec?.containers?.map((container) => container.name);
      failures.push(...compareValue(actual, value, name));
    } else if (name === 'names') {
      const { items } = response.body as { items?: readonly KubeObject[] };
      failures.push(
        ...compareValue(
          items?.map((item) => item.metadata.name),
          value,
          name,
        ),
      );
    } else if (name === 'podDeleted') {
      const { kind, namespace, name: pod } = requestInfo(path, kindOf) as RequestInfo;
      const stored = cluster.context.api.storage.get(kind, keyOf(namespace, pod));
      failures.push(...compareValue(!stored || stored.metadata.deletionTimestamp !== undefined, value, name));
    } else throw new Error(`no value ${name} of a response`);
  }
  return failures;
}

function run(c: Case): Failure[] {
  const request = requestOf(c);
  const { cluster, before } = serverWith(c);
  if (c.given?.concurrentWrite !== undefined) writeMeanwhile(cluster, request.path);
  const response = send(cluster, asRequest(request));
  const failures: Failure[] = [];
  const error = c.then.error as Readonly<Record<string, unknown>> | undefined;
  if (error !== undefined) {
    failures.push(...compareError(response.code < 400 ? undefined : (response.body as Record<string, unknown>), error));
  } else if (response.code >= 400 && (c.then.response as { status?: number } | undefined)?.status !== response.code) {
    failures.push({ path: 'error', expected: 'none', actual: response.body });
  }
  if (c.then.response !== undefined) {
    failures.push(...compareResponse(response, c.then.response as Record<string, unknown>));
  }
  if (c.then.values !== undefined) {
    failures.push(...compareCaseValues(cluster, request.path, response, c.then.values as Record<string, unknown>));
  }
  const keyOfNamed = (object: NamedObject, namespaced: boolean): string =>
    keyOf(namespaced ? (object.namespace ?? 'default') : '', object.name);
  const find = (object: NamedObject): unknown => {
    const kind = kinds.find((candidate) => candidate.kind === object.kind);
    const stored = kind && cluster.context.api.storage.get(kind, keyOfNamed(object, kind.namespaced));
    return kind && stored && asWritten(kind.kind, stored as unknown as Readonly<Record<string, unknown>>);
  };
  const findBefore = (object: NamedObject): unknown => {
    const kind = kinds.find((candidate) => candidate.kind === object.kind);
    const stored = kind && before.get(`${kind.kind} ${keyOfNamed(object, kind.namespaced)}`);
    return kind && stored && asWritten(kind.kind, stored as unknown as Readonly<Record<string, unknown>>);
  };
  failures.push(...compareObjects(c.then.objects, find, findBefore));
  return failures;
}

const TOPICS = [
  'admission',
  'defaults',
  'validation',
  'conflicts-and-generation',
  'deletion-and-finalizers',
  'patches',
  'selectors',
  'server-side-apply',
];

/** One request to a control plane without nodes or running controllers: the answer and what is stored then. */
export const adapters: CaseAdapter[] = [
  ...TOPICS.map((topic) => ({ area: 'apiserver', topic, when: 'request', takes, run })),
  { area: 'node-lifecycle', when: 'request', takes, run },
  { area: 'disruption', when: 'request', takes, run },
];
