import type { Case, CaseAdapter, Failure } from '../../../host/cases/case-form';
import { compareValues } from '../../../host/cases/compare';
import { compareEvents, comparePaths, compareWrites } from '../../../host/cases/compare-actions';
import { ComponentBench, storedForm } from '../../../host/cases/component-bench';
import { parseTime } from '../../../shared/time';
import { type KubeObject, keyOf } from '../../api/meta';
import type { Pod } from '../../api/types';
import { inDeletionOrder } from './deletion-ranking';
import { type ReplicaSetController, replicaSetController } from './replica-set-controller';
import { burstReplicas, slowStartBatch } from './slow-start';

interface Given {
  readonly objects?: readonly KubeObject[];
  readonly now?: string;
  readonly api?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly pendingExpectations?: { readonly creates?: number; readonly deletes?: readonly string[] | number };
}

/** A Pod of a case, with the containers without which the API server would refuse every update of it. */
function completed(given: KubeObject): KubeObject {
  if (given.kind !== 'Pod') return given;
  const { spec } = given as Pod;
  if (spec?.containers) return given;
  return { ...given, spec: { ...spec, containers: [{ name: 'app', image: 'app:1' }] } } as Pod;
}

function reconcile(c: Case): Failure[] {
  const given = (c.given ?? {}) as Given;
  const { namespace = 'default', name = '' } = c.when.reconcile as { namespace?: string; name?: string };
  const key = keyOf(namespace, name);
  const bench = new ComponentBench([replicaSetController], (given.objects ?? []).map(completed), given.now);
  if (given.api) bench.refuse(given.api);
  const { creates = 0, deletes = [] } = given.pendingExpectations ?? {};
  if (given.pendingExpectations) {
    bench.fillCaches();
    bench.act(() => {
      const { expectations } = bench.controllers[0] as ReplicaSetController;
      const keys = typeof deletes === 'number' ? Array.from({ length: deletes }, (_, i) => `${i}`) : deletes;
      if (keys.length > 0) expectations.expectDeletions(key, keys);
      else expectations.expectCreations(key, creates);
    });
  }
  bench.reconcile(key);
  const { writes, events, objects, values, unordered } = c.then as Record<string, unknown>;
  const failures: Failure[] = [];
  if (writes !== undefined) failures.push(...compareWrites(bench.writes(), writes, unordered === true));
  if (events !== undefined) failures.push(...compareEvents(bench.events, events, unordered === true));
  for (const entry of (objects ?? []) as Record<string, unknown>[]) {
    const named = entry as unknown as { kind: string; name: string; namespace?: string };
    failures.push(...comparePaths(bench.find(named), entry, ['kind', 'name', 'namespace'], bench.before(named)));
  }
  const attempted = bench.requests().filter(({ verb }) => verb === 'create').length;
  return [...failures, ...compareValues({ attempted }, values)];
}

function slowStart(c: Case): Failure[] {
  const { podsToCreate, createsThatSucceed } = c.given as { podsToCreate: number; createsThatSucceed: number };
  const wanted = Math.min(podsToCreate, burstReplicas);
  const batches: number[] = [];
  let attempted = 0;
  const succeeded = slowStartBatch(wanted, (size) => {
    batches.push(size);
    const before = attempted;
    attempted += size;
    return Math.max(0, Math.min(attempted, createsThatSucceed) - before);
  });
  return compareValues({ succeeded, attempted, batches, failed: succeeded < wanted }, c.then.values);
}

function deletedFirst(c: Case): Failure[] {
  const { objects, now, colocatedActiveSiblings } = c.given as {
    objects: KubeObject[];
    now: string;
    colocatedActiveSiblings: Record<string, number>;
  };
  const pods = objects.map((given) => storedForm(given).object as Pod);
  const rankOf = ({ metadata }: Pod) => colocatedActiveSiblings[metadata.name ?? ''] ?? 0;
  const order = inDeletionOrder(pods, rankOf, parseTime(now) ?? 0).map(({ metadata }) => metadata.name);
  // The order may not depend on how the Pods came.
  const reversed = inDeletionOrder([...pods].reverse(), rankOf, parseTime(now) ?? 0).map(
    ({ metadata }) => metadata.name,
  );
  const failures = compareValues({ first: order[0], order }, c.then.values);
  return [...failures, ...compareValues({ first: reversed[0], order: reversed }, c.then.values)];
}

const area = 'replicaset';

export const adapters: CaseAdapter[] = [
  { area, when: 'reconcile', run: reconcile },
  { area, when: 'compute:slow start creation', run: slowStart },
  { area, when: 'compute:which pod is deleted first', run: deletedFirst },
];
