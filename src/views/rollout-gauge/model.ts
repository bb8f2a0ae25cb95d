import type { Deployment, DeploymentBounds, Pod, ReplicaSet } from '../../engine/index';
import { equalJson } from '../../shared/json';
import type { Rows } from '../../store/lab-store';
import { byAge, list } from '../cluster/rows';

/** `available` counts for the floor; `starting` has a Pod that does not yet; `promised` has none; `leaving` counts for nothing. */
export type CellState = 'available' | 'starting' | 'promised' | 'leaving';

export interface GaugeCell {
  /** The Pod's name, or a place's number in its ReplicaSet. */
  readonly id: string;
  readonly state: CellState;
  /** Key of the Pod; empty for a place without one. */
  readonly pod: string;
  /** Key of the ReplicaSet. */
  readonly set: string;
  /** One too many for its ReplicaSet's spec: it will go. */
  readonly going: boolean;
}

export interface GaugeSet {
  readonly key: string;
  readonly name: string;
  /** The few letters that tell it from the others. */
  readonly short: string;
  readonly role: 'new' | 'old';
  readonly revision: string;
  /** What its spec asks for. */
  readonly wanted: number;
  /** Pods that count, available ones among them. */
  readonly pods: number;
  readonly available: number;
  readonly leaving: number;
}

export interface GaugeModel {
  readonly key: string;
  readonly name: string;
  readonly strategy: string;
  /** As the last sync resolved them; none before the first, and none where a strategy knows none. */
  readonly bounds: DeploymentBounds | undefined;
  readonly desired: number;
  /** Those that count, in the order in which they are drawn. */
  readonly cells: readonly GaugeCell[];
  /** Pods that are being terminated. */
  readonly leaving: readonly GaugeCell[];
  /** Old by age, then the new one; empty old ones are left out. */
  readonly sets: readonly GaugeSet[];
  readonly available: number;
  /** Pods that count, and what all specs ask for. */
  readonly pods: number;
  readonly wanted: number;
}

const revisionOf = (object: Deployment | ReplicaSet): string =>
  object.metadata.annotations?.['deployment.kubernetes.io/revision'] ?? '';

const readyCondition = (pod: Pod) => pod.status?.conditions?.find(({ type }) => type === 'Ready');

const isReady = (pod: Pod): boolean => readyCondition(pod)?.status === 'True';

/** Pods of one ReplicaSet: those that count, the available ones first, and those that are going away. */
function podsOf(set: ReplicaSet, pods: readonly (readonly [string, Pod])[]) {
  const own = pods.filter(([, pod]) => pod.metadata.ownerReferences?.some(({ uid }) => uid === set.metadata.uid));
  const leaving = own.filter(([, pod]) => pod.metadata.deletionTimestamp);
  const active = own.filter(
    ([, pod]) => !pod.metadata.deletionTimestamp && pod.status?.phase !== 'Failed' && pod.status?.phase !== 'Succeeded',
  );
  const since = ([key, pod]: readonly [string, Pod]) => `${readyCondition(pod)?.lastTransitionTime ?? ''} ${key}`;
  const ready = active.filter(([, pod]) => isReady(pod)).sort((a, b) => (since(a) < since(b) ? -1 : 1));
  // With minReadySeconds it takes time from Ready to available; how many are, is what the controller has counted.
  const counted = (set.spec?.minReadySeconds ?? 0) > 0 ? (set.status?.availableReplicas ?? 0) : ready.length;
  const available = ready.slice(0, counted);
  const starting = active.filter((row) => !available.includes(row));
  return { available, starting, leaving };
}

/** The fewest leading letters, three or more, of the names' last parts by which all differ. */
function shortNames(names: readonly string[]): string[] {
  const tails = names.map((name) => name.slice(name.lastIndexOf('-') + 1));
  for (let length = 3; length < 12; length++) {
    const short = tails.map((tail) => tail.slice(0, length));
    if (new Set(short).size === short.length) return short;
  }
  return tails;
}

/** The Deployment that an event is about, by its subject: itself, or one of its ReplicaSets or Pods. Else the oldest. */
export function deploymentAt(rows: Rows, subject: string): string | undefined {
  const deployments = byAge(list<Deployment>(rows, 'api/deployments'));
  const [resource, namespace, name = ''] = subject.split('/');
  const about = deployments
    .map(([key]) => key)
    .filter((key) => {
      if (resource === 'deployments') return key === `${namespace}/${name}`;
      return `${namespace}/${name}`.startsWith(`${key}-`);
    })
    .sort((a, b) => b.length - a.length)[0];
  return about ?? deployments[0]?.[0];
}

/** Where a Deployment's rollout stands, from the rows at the cursor alone. */
export function gaugeModel(rows: Rows, key: string | undefined): GaugeModel | undefined {
  const deployment = key === undefined ? undefined : (rows['api/deployments']?.get(key) as Deployment | undefined);
  if (!deployment || key === undefined) return undefined;
  const strategy = deployment.spec?.strategy?.type ?? 'RollingUpdate';
  const bounds = rows['deployment-bounds']?.get(key) as DeploymentBounds | undefined;
  const own = byAge(list<ReplicaSet>(rows, 'api/replicasets')).filter(([, set]) =>
    set.metadata.ownerReferences?.some(({ uid }) => uid === deployment.metadata.uid),
  );
  const pods = list<Pod>(rows, 'api/pods');
  const parts = own
    .map(([setKey, set]) => ({ setKey, set, role: roleOf(set, deployment), ...podsOf(set, pods) }))
    .filter(({ role, set, available, starting, leaving }) => {
      return role === 'new' || (set.spec?.replicas ?? 1) + available.length + starting.length + leaving.length > 0;
    });
  const shorts = shortNames(parts.map(({ set }) => set.metadata.name ?? ''));

  const staying: GaugeCell[] = [];
  const going: GaugeCell[] = [];
  const startingCells: GaugeCell[] = [];
  const promised: GaugeCell[] = [];
  const leavingCells: GaugeCell[] = [];
  const sets: GaugeSet[] = [];
  // Old ones stand before the new one, as they were there before it.
  const inOrder = [...parts.entries()].sort(([, a], [, b]) => Number(a.role === 'new') - Number(b.role === 'new'));
  for (const [i, { setKey, set, role, available, starting, leaving }] of inOrder) {
    const wanted = set.spec?.replicas ?? 1;
    let surplus = Math.max(0, available.length + starting.length - wanted);
    const cell = ([pod]: readonly [string, Pod], state: CellState, goes: boolean): GaugeCell => ({
      id: `pods/${pod}`,
      state,
      pod,
      set: setKey,
      going: goes,
    });
    // The controller takes away first what serves nobody.
    const startingGoes = Math.min(surplus, starting.length);
    surplus -= startingGoes;
    starting.forEach((row, n) => {
      startingCells.push(cell(row, 'starting', n >= starting.length - startingGoes));
    });
    available.forEach((row, n) => {
      const goes = n >= available.length - surplus;
      (goes ? going : staying).push(cell(row, 'available', goes));
    });
    for (let n = available.length + starting.length; n < wanted; n++) {
      promised.push({ id: `place/${setKey}/${n}`, state: 'promised', pod: '', set: setKey, going: false });
    }
    for (const row of leaving) leavingCells.push(cell(row, 'leaving', false));
    sets.push({
      key: setKey,
      name: set.metadata.name ?? setKey,
      short: shorts[i] as string,
      role,
      revision: revisionOf(set),
      wanted,
      pods: available.length + starting.length,
      available: available.length,
      leaving: leaving.length,
    });
  }
  const sum = (count: (set: GaugeSet) => number) => sets.reduce((total, set) => total + count(set), 0);
  return {
    key,
    name: deployment.metadata.name ?? key,
    strategy,
    bounds: strategy === 'RollingUpdate' ? bounds : undefined,
    desired: bounds?.desired ?? deployment.spec?.replicas ?? 1,
    cells: [...staying, ...going, ...startingCells, ...promised],
    leaving: leavingCells,
    sets,
    available: sum((set) => set.available),
    pods: sum((set) => set.pods),
    wanted: sum((set) => set.wanted),
  };
}

/** The new one is the one that was made from the Deployment's Pod template of now. Nothing is until that has been written. */
function roleOf(set: ReplicaSet, deployment: Deployment): 'new' | 'old' {
  const made = set.spec?.template;
  const wanted = deployment.spec?.template;
  const { 'pod-template-hash': _, ...labels } = made?.metadata?.labels ?? {};
  const same =
    equalJson(made?.spec, wanted?.spec) &&
    equalJson(labels, wanted?.metadata?.labels ?? {}) &&
    equalJson(made?.metadata?.annotations ?? {}, wanted?.metadata?.annotations ?? {});
  return same ? 'new' : 'old';
}
