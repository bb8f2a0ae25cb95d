import type { Case, CaseAdapter, Failure } from '../../../host/cases/case-form';
import { compareError, compareValue, compareValues } from '../../../host/cases/compare';
import { compareEvents, comparePaths, compareWrites } from '../../../host/cases/compare-actions';
import { ComponentBench } from '../../../host/cases/component-bench';
import { type KubeObject, withMetadata } from '../../api/meta';
import { isFailure } from '../../api/status';
import type { ApiRequest } from '../../apiserver/http';
import type { ControllerDefinition } from '../../client/controller';
import { garbageCollector } from './garbage-collector';

type Given = { readonly objects?: readonly KubeObject[]; readonly now?: string };

type Named = { readonly kind: string; readonly name: string; readonly namespace?: string };

export function compareObjectsOf(
  c: Case,
  bench: ComponentBench,
  find: (named: Named) => KubeObject | undefined = (named) => bench.find(named),
): Failure[] {
  const failures: Failure[] = [];
  for (const entry of (c.then.objects ?? []) as Record<string, unknown>[]) {
    const named = entry as unknown as Named;
    const found = find(named);
    if (entry.exists === false && found !== undefined)
      failures.push({ path: named.name, expected: 'gone', actual: found });
    if (entry.exists === false) continue;
    if (found === undefined) failures.push({ path: named.name, expected: 'there', actual: 'gone' });
    else failures.push(...comparePaths(found, entry, ['kind', 'name', 'namespace', 'exists'], bench.before(named)));
  }
  return failures;
}

const podSpec = { containers: [{ name: 'app', image: 'app:1' }] };
const workload = {
  selector: { matchLabels: { app: 'app' } },
  template: { metadata: { labels: { app: 'app' } }, spec: podSpec },
};
/** The specs that a case about owners leaves out, and without which the API server would refuse every update. */
const specs: Readonly<Record<string, unknown>> = { Pod: podSpec, ReplicaSet: workload, Deployment: workload };

/** An object of a case, made valid; one that is being deleted with finalizers waits for nothing but those. */
function completed(given: KubeObject): KubeObject {
  const spec = specs[given.kind ?? ''];
  const object = spec === undefined || 'spec' in given ? given : ({ ...given, spec } as KubeObject);
  const { deletionTimestamp, deletionGracePeriodSeconds } = object.metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds !== undefined) return object;
  return withMetadata(object, { deletionGracePeriodSeconds: given.kind === 'Pod' ? 30 : 0 });
}

/** The collector looks at everything until it has nothing left to do. */
function collect(c: Case): Failure[] {
  const { objects = [], now } = (c.given ?? {}) as Given;
  const bench = new ComponentBench(garbageCollector(), objects.map(completed), now);
  bench.fillCaches();
  bench.settle();
  const { writes, events, unordered, values } = c.then as Record<string, unknown>;
  const failures = compareObjectsOf(c, bench);
  if (writes !== undefined) failures.push(...compareWrites(bench.writes(), writes, unordered === true));
  if (events !== undefined) failures.push(...compareEvents(bench.events, events, unordered === true));
  const owner = objects.find(({ metadata }) => metadata.deletionTimestamp !== undefined);
  const ownerGone =
    owner !== undefined &&
    bench.find({ kind: owner.kind ?? '', name: owner.metadata.name ?? '', ...namespaceOf(owner) }) === undefined;
  return [...failures, ...compareValues({ ownerGone }, values)];
}

function namespaceOf({ metadata }: KubeObject): { namespace?: string } {
  return metadata.namespace === undefined ? {} : { namespace: metadata.namespace };
}

/** One request to an API server, and what the controllers then do. */
export function requestTo(
  c: Case,
  controllers: readonly ControllerDefinition[],
  complete: (given: KubeObject) => KubeObject,
): Failure[] {
  const { objects = [], now } = (c.given ?? {}) as Given;
  const bench = new ComponentBench(controllers, objects.map(complete), now);
  bench.fillCaches();
  const { verb, path, body, contentType } = c.when.request as {
    verb: string;
    path: string;
    body?: unknown;
    contentType?: string;
  };
  const asked: ApiRequest = {
    method: verb as ApiRequest['method'],
    path,
    body,
    user: 'kubectl',
    ...(contentType ? { contentType } : {}),
  };
  const answer = bench.act(() => bench.api.handle(asked));
  bench.settle();
  const { error, response } = c.then as Record<string, Record<string, unknown> | undefined>;
  const failures = compareObjectsOf(c, bench);
  const status = isFailure(answer.body) ? answer.body : undefined;
  if (error !== undefined) {
    failures.push(...compareError(status, error));
    if (error.causes !== undefined)
      failures.push(...compareValue(status?.details?.causes, error.causes, 'error.causes'));
  } else if (status) failures.push({ path: 'error', expected: 'no error', actual: status.message });
  if (response?.status !== undefined) failures.push(...compareValue(answer.code, response.status, 'response.status'));
  return failures;
}

/** The API server alone decides what a deletion leaves to the collector. */
const request = (c: Case): Failure[] => requestTo(c, [], completed);

const area = 'garbage-collection';
const topic = 'owner-references';

export const adapters: CaseAdapter[] = [
  { area, topic, when: 'reconcile', run: collect },
  { area, topic, when: 'request', run: request },
];
