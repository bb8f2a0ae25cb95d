import type { Case, CaseAdapter, Failure } from '../../../host/cases/case-form';
import { compareValues, same } from '../../../host/cases/compare';
import { compareEvents, comparePaths, compareWrites, matchesText } from '../../../host/cases/compare-actions';
import { ComponentBench, storedForm } from '../../../host/cases/component-bench';
import { formatTime, parseTime } from '../../../shared/time';
import { type KubeObject, keyOf, keyOfObject } from '../../api/meta';
import type { Deployment, DeploymentStatus, IntOrString, Pod, PodTemplateSpec, ReplicaSet } from '../../api/types';
import { isPodActive, isPodReady } from '../pod-activity';
import { replicaSetController } from '../replicaset/replica-set-controller';
import { desiredReplicasAnnotation, integerAnnotation, maxReplicasAnnotation } from './annotations';
import { type DeploymentController, deploymentController } from './deployment-controller';
import { maxUnavailable, newReplicaSetReplicas, resolveFenceposts } from './fenceposts';
import { nextProgressCheck } from './progress';
import { oldPodsRunning } from './recreate';
import { findNewReplicaSet, findOldReplicaSets, isActive, replicasOf } from './replica-sets';
import {
  cleanupUnhealthyReplicas,
  reconcileNewReplicaSet,
  reconcileOldReplicaSets,
  scaleDownOldReplicaSets,
} from './rolling';
import type { Rollout } from './rollout';
import { deploymentComplete, deploymentProgressing, deploymentTimedOut } from './status';
import { cleanupDeployment, scale } from './sync';
import {
  computeHash,
  equalIgnoreHash,
  podTemplateHashLabel,
  replicaSetName,
  safeEncode,
  selectorWithHash,
} from './template-hash';

interface Given {
  readonly objects: readonly KubeObject[];
  readonly now?: string;
  readonly api?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [key: string]: unknown;
}

const area = 'deployment';
const isDeployment = ({ kind }: KubeObject) => kind === 'Deployment';

/** Names that a case leaves open because only the server knows the hash. */
function withHashes(objects: readonly KubeObject[]): KubeObject[] {
  const deployment = objects.find(isDeployment);
  if (!deployment) return [...objects];
  const { spec, status } = storedForm(deployment).object as Deployment;
  const hash = computeHash(spec?.template ?? {}, status?.collisionCount);
  return objects.map((object) => {
    const name = object.metadata.name?.replace(/<hash[^>]*>/, hash);
    return name === object.metadata.name ? object : { ...object, metadata: { ...object.metadata, name } };
  });
}

/** What a case says of the writes, Events and objects that came of the action. */
function compareOutcome(c: Case, bench: ComponentBench): Failure[] {
  const { writes, events, objects, unordered, absent } = c.then as Record<string, unknown>;
  const failures: Failure[] = [];
  if (writes !== undefined) failures.push(...compareWrites(bench.writes(), writes, unordered === true));
  if (events !== undefined) failures.push(...compareEvents(bench.events, events, unordered === true));
  for (const entry of (objects ?? []) as Record<string, unknown>[]) {
    const named = entry as unknown as { kind: string; name: string; namespace?: string };
    failures.push(...comparePaths(bench.find(named), entry, ['kind', 'name', 'namespace'], bench.before(named)));
  }
  for (const { image } of (absent ?? []) as { image?: string }[]) {
    const sets = bench.api.storage.table('replicasets').values() as ReplicaSet[];
    const found = sets.filter(({ spec }) =>
      spec?.template?.spec?.containers.some((container) => container.image === image),
    );
    if (found.length > 0) failures.push({ path: 'absent', expected: [], actual: found.map(keyOfObject) });
  }
  return failures;
}

/** The Deployment of ReplicaSets that a case gives alone: as large as they say that they are a part of. */
function withDeployment(objects: readonly KubeObject[]): KubeObject[] {
  const set = objects.find(({ kind }) => kind === 'ReplicaSet');
  const owner = set?.metadata.ownerReferences?.[0];
  if (!set || !owner || objects.some(isDeployment)) return withHashes(objects);
  const replicas = integerAnnotation(set, desiredReplicasAnnotation) ?? 0;
  const maxSurge = (integerAnnotation(set, maxReplicasAnnotation) ?? replicas) - replicas;
  const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable: 0 } };
  const { name, uid } = owner;
  const metadata = { name, uid, namespace: set.metadata.namespace };
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas, strategy } };
  return [deployment as KubeObject, ...objects];
}

interface Step {
  readonly deployment: Deployment;
  readonly rollout: Rollout;
  readonly sets: readonly ReplicaSet[];
  readonly newSet: ReplicaSet | undefined;
  readonly oldSets: readonly ReplicaSet[];
}

/** Runs one step of a sync with the state that the controller itself would make for it. */
function runStep<T>(given: Given, step: (state: Step) => T): { bench: ComponentBench; result: T } {
  const bench = new ComponentBench([deploymentController], withDeployment(given.objects), given.now);
  if (given.api) bench.refuse(given.api);
  bench.fillCaches();
  const controller = bench.controllers[0] as DeploymentController;
  const result = bench.act((session) => {
    const deployment = controller.deployments.cache.values()[0] as Deployment;
    const sets = controller.sets.cache
      .values()
      .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === deployment.metadata.uid));
    return step({
      deployment,
      rollout: controller.rollout(deployment, session, sets),
      sets,
      newSet: findNewReplicaSet(deployment, sets),
      oldSets: findOldReplicaSets(deployment, sets),
    });
  });
  return { bench, result };
}

function step(text: string, action: (state: Step) => void): CaseAdapter {
  const run = (c: Case): Failure[] => compareOutcome(c, runStep(c.given as Given, action).bench);
  return { area, when: `step:${text}`, run };
}

function compute(text: string, run: (c: Case) => Failure[]): CaseAdapter {
  return { area, when: `compute:${text}`, run };
}

function values(text: string, valuesOf: (given: Given) => Record<string, unknown>): CaseAdapter {
  return compute(text, (c) => compareValues(valuesOf(c.given as Given), c.then.values));
}

function reconcile(c: Case): Failure[] {
  const given = c.given as Given;
  const { namespace = 'default', name = '' } = c.when.reconcile as { namespace?: string; name?: string };
  const bench = new ComponentBench([deploymentController], withHashes(given.objects), given.now);
  if (given.api) bench.refuse(given.api);
  const controller = bench.controllers[0] as DeploymentController;
  bench.fillCaches();
  const key = keyOf(namespace, name);
  const before = controller.deployments.get(key) as Deployment;
  const sets = controller.sets.cache.values();
  const podsOf = (set: ReplicaSet) =>
    controller.pods.cache
      .values()
      .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === set.metadata.uid));
  const newSet = findNewReplicaSet(before, sets);
  const running = oldPodsRunning(newSet, findOldReplicaSets(before, sets), sets, podsOf);
  bench.reconcile(key);
  const after = bench.find({ kind: 'Deployment', name, namespace }) as Deployment | undefined;
  const rollbackPerformed = !same(before.spec?.template, after?.spec?.template);
  return [...compareOutcome(c, bench), ...compareValues({ rollbackPerformed, oldPodsRunning: running }, c.then.values)];
}

/** `now` of a case to the microsecond, the next one if it lies between two. */
function nowMicros(now: string | undefined): number {
  const micros = parseTime(now) ?? 0;
  return /\.\d{6}\d*[1-9]/.test(now ?? '') ? micros + 1 : micros;
}

function deploymentOf(spec: unknown, status: unknown): Deployment {
  return { metadata: { name: 'shop' }, spec: spec as Deployment['spec'], status: status as DeploymentStatus };
}

/** A Pod of a ReplicaSet as the kubelet would long have reported it. */
function readyPod(set: ReplicaSet, index: number, now: string): Pod {
  const { name = '', namespace, uid = '' } = set.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${name}-${index}`,
      namespace,
      uid: `${uid}-${index}`,
      labels: set.spec?.template?.metadata?.labels,
      creationTimestamp: now,
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: set.spec?.template?.spec,
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: now }] },
  } as Pod;
}

/** Plays the kubelets: every Pod that is not ready yet becomes so, at one moment. Returns whether there was one. */
function makeReady(bench: ComponentBench): boolean {
  const pods = bench.api.storage.table('pods').values() as Pod[];
  const waiting = pods.filter((pod) => isPodActive(pod) && !isPodReady(pod));
  const kubelet = bench.clients.session('kubelet');
  bench.kernel.perform(() => {
    bench.kernel.emit({ actor: 'kubelet', verb: 'kubelet.sync', subject: 'pods', level: 'action' });
    const lastTransitionTime = formatTime(kubelet.epochMicros);
    const body = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }] } };
    kubelet.together(waiting.length, (index) => {
      const { namespace, name } = (waiting[index] as Pod).metadata;
      const path = `/api/v1/namespaces/${namespace}/pods/${name}/status`;
      kubelet.request({ method: 'PATCH', path, contentType: 'application/strategic-merge-patch+json', body });
    });
  });
  return waiting.length > 0;
}

function walkthrough(c: Case): Failure[] {
  const given = c.given as Given;
  const becomeAvailable = !String(given.podBehaviour).includes('never');
  const start = '2026-01-01T03:00:00Z';
  const sets = given.objects
    .filter(({ kind }) => kind === 'ReplicaSet')
    .map((set) => storedForm(set).object as ReplicaSet);
  const pods = sets.flatMap((set) => Array.from({ length: replicasOf(set) }, (_, i) => readyPod(set, i, start)));
  const bench = new ComponentBench([deploymentController, replicaSetController], [...given.objects, ...pods], start);
  const known = new Set(sets.map(({ metadata }) => metadata.name));
  let peakPods = 0;
  let lowestAvailable = Number.POSITIVE_INFINITY;
  bench.kernel.onWrite((table) => {
    if (table !== 'api/pods') return;
    const active = (bench.api.storage.table('pods').values() as Pod[]).filter(isPodActive);
    peakPods = Math.max(peakPods, active.length);
    lowestAvailable = Math.min(lowestAvailable, active.filter(isPodReady).length);
  });
  const rounds: string[][] = [];
  for (let round = 0; round < 100; round++) {
    const from = bench.events.length;
    bench.settle();
    const scaled = bench.events.slice(from).filter(({ reason }) => reason === 'ScalingReplicaSet');
    if (scaled.length > 0) rounds.push(scaled.map(({ message }) => message));
    if (!becomeAvailable || !makeReady(bench)) break;
  }
  // The hash of a new ReplicaSet is the server's own; a case has made one up.
  const anyNew = (text: string) =>
    text.replace(/replica set (\S+)/, (whole, name) => (known.has(name) ? whole : 'replica set <new>'));
  const expected = (c.then.rounds as string[][]).map((round) => round.map(anyNew));
  const fits =
    rounds.length === expected.length &&
    rounds.every((messages, i) => {
      const wanted = expected[i] as string[];
      return (
        messages.length === wanted.length && messages.every((message, j) => matchesText(wanted[j] as string, message))
      );
    });
  const final = bench.api.storage.table('replicasets').values() as ReplicaSet[];
  const total = (old: boolean) =>
    final.filter(({ metadata }) => known.has(metadata.name) === old).reduce((sum, set) => sum + replicasOf(set), 0);
  const outcome = { peakPods, lowestAvailable, finalNewReplicas: total(false), finalOldReplicas: total(true) };
  return [...(fits ? [] : [{ path: 'rounds', expected, actual: rounds }]), ...compareValues(outcome, c.then.values)];
}

export const adapters: CaseAdapter[] = [
  { area, when: 'reconcile', run: reconcile },
  { area, when: 'run:until no controller has anything left to do', run: walkthrough },
  step('scaling', ({ rollout, newSet, oldSets }) => scale(rollout, newSet, oldSets)),
  step('clean up old ReplicaSets', ({ rollout, sets }) => cleanupDeployment(rollout, sets)),
  step('scale new ReplicaSet of a rolling update', ({ rollout, sets, newSet }) => {
    reconcileNewReplicaSet(rollout, sets, newSet as ReplicaSet);
  }),
  step('scale old ReplicaSets of a rolling update', ({ rollout, sets, newSet, oldSets }) => {
    reconcileOldReplicaSets(rollout, sets, oldSets.filter(isActive), newSet as ReplicaSet);
  }),
  compute('remove unavailable replicas of old ReplicaSets', (c) => {
    const { bench, result } = runStep(c.given as Given, ({ rollout, oldSets }) =>
      cleanupUnhealthyReplicas(rollout, oldSets, Number(c.given?.maxCleanupCount)),
    );
    return [...compareOutcome(c, bench), ...compareValues({ cleanedUp: result.count }, c.then.values)];
  }),
  compute('scale down healthy old replicas (only old ReplicaSets exist)', (c) => {
    const { bench, result } = runStep(c.given as Given, ({ rollout, oldSets }) =>
      scaleDownOldReplicaSets(rollout, oldSets, oldSets),
    );
    return [...compareOutcome(c, bench), ...compareValues({ scaledDown: result }, c.then.values)];
  }),
  values('fenceposts', (given) => ({
    ...resolveFenceposts(given.maxSurge as IntOrString, given.maxUnavailable as IntOrString, Number(given.desired)),
  })),
  values('maxUnavailable', ({ objects }) => ({
    maxUnavailable: maxUnavailable(storedForm(objects.find(isDeployment) as KubeObject).object as Deployment),
  })),
  values('size of the new ReplicaSet', ({ deployment, allReplicaSetsTotal, newReplicaSetReplicas: current }) => {
    const { replicas, strategy: type, maxSurge, maxUnavailable: unavailable } = deployment as Record<string, never>;
    const spec = { replicas, strategy: { type, rollingUpdate: { maxSurge, maxUnavailable: unavailable } } };
    return { replicas: newReplicaSetReplicas(deploymentOf(spec, {}), Number(allReplicaSetsTotal), Number(current)) };
  }),
  values('rollout complete?', (given) => ({
    complete: deploymentComplete(
      deploymentOf({ replicas: given['spec.replicas'] }, {}),
      given.status as DeploymentStatus,
    ),
  })),
  values('rollout progressing?', ({ oldStatus, newStatus }) => ({
    progressing: deploymentProgressing(oldStatus as DeploymentStatus, newStatus as DeploymentStatus),
  })),
  values('rollout timed out?', ({ spec, status, now }) => ({
    timedOut: deploymentTimedOut(deploymentOf(spec, status), status as DeploymentStatus, nowMicros(now)),
  })),
  values('next progress check', ({ spec, status, now }) => {
    const after = nextProgressCheck(deploymentOf(spec, status), status as DeploymentStatus, nowMicros(now));
    return { requeueAfterSeconds: after === undefined ? -1 : after / 1e6 };
  }),
  values('same template?', ({ templateA, templateB }) => ({
    equal: equalIgnoreHash(templateA as PodTemplateSpec, templateB as PodTemplateSpec),
  })),
  compute('which ReplicaSet is the new one', (c) => {
    const { result } = runStep(c.given as Given, ({ newSet }) => newSet?.metadata.name);
    return compareValues({ newReplicaSet: result }, c.then.values);
  }),
  values('safe-encode each decimal digit', ({ hashInput }) => ({ encoded: (hashInput as string[]).map(safeEncode) })),
  values('ReplicaSet name', ({ deployment, hash }) => ({
    name: replicaSetName(String(deployment), String(hash)),
    labelOnSetSelectorAndTemplate: {
      [podTemplateHashLabel]: selectorWithHash({}, String(hash)).matchLabels?.[podTemplateHashLabel],
    },
  })),
];
