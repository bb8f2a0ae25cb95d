import type { Case, CaseAdapter, Failure } from '../../../host/cases/case-form';
import { compareWrites } from '../../../host/cases/compare-actions';
import { ComponentBench } from '../../../host/cases/component-bench';
import type { KubeObject } from '../../api/meta';
import type { ControllerDefinition } from '../../client/controller';
import { rootCaCertPublisher } from '../certificates/root-ca-cert-publisher';
import { compareObjectsOf, requestTo } from '../garbagecollector/cases';
import { serviceAccountsController } from '../serviceaccount/service-accounts-controller';
import { namespaceController } from './namespace-controller';

type Given = { readonly objects?: readonly KubeObject[]; readonly now?: string };

const byName: Readonly<Record<string, ControllerDefinition>> = {
  namespace: namespaceController,
  serviceaccount: serviceAccountsController,
};

/** One look at a namespace. One that is gone after it is compared as it was last. */
function reconcile(c: Case): Failure[] {
  const { objects = [], now } = (c.given ?? {}) as Given;
  const { controller = 'namespace', name } = c.when.reconcile as { controller?: string; name: string };
  const bench = new ComponentBench([byName[controller] as ControllerDefinition], objects, now);
  bench.reconcile(name);
  const failures = compareObjectsOf(c, bench, (named) => bench.find(named) ?? bench.last(named));
  // The bench has a namespace of its own beside those of the case.
  const writes = bench.writes().filter((write) => write.namespace === name || write.name === name);
  if (c.then.writes !== undefined) failures.push(...compareWrites(writes, c.then.writes, false));
  return failures;
}

/** One request, and what the controllers make of it. */
function request(c: Case): Failure[] {
  return requestTo(c, [namespaceController, serviceAccountsController, rootCaCertPublisher], (object) => object);
}

const area = 'garbage-collection';
const topic = 'namespaces';

export const adapters: CaseAdapter[] = [
  { area, topic, when: 'reconcile', run: reconcile },
  { area, topic, when: 'request', run: request },
];
