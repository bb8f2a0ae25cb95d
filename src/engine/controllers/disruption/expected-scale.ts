// Models: pkg/controller/disruption (getExpectedPodCount, getExpectedScale, the finders getPodReplicationController,
//   getPodDeployment, getPodReplicaSet, getPodStatefulSet, getScaleController)
// Simplified: —
// Not modelled: —
import { scaledIntOrPercent } from '../../api/int-or-string';
import { type KindDefinition, kindByGvk } from '../../api/kinds';
import { controllerOf, type KubeObject, keyOf } from '../../api/meta';
import { groupResourceText } from '../../api/status';
import type { Deployment, IntOrString, OwnerReference, Pod, PodDisruptionBudget, ReplicaSet } from '../../api/types';
import { pathOf } from '../../apiserver/request-info';
import type { Informer } from '../../client/informer';
import type { Session } from '../../client/session';
import { SyncError } from '../status-error';

/** The caches in which a Pod's controller is looked for. */
export interface ScaleCaches {
  readonly replicationControllers: Informer;
  readonly deployments: Informer<Deployment>;
  readonly replicaSets: Informer<ReplicaSet>;
  readonly statefulSets: Informer;
}

interface Scaled {
  readonly uid: string;
  readonly scale: number;
}

interface HasReplicas extends KubeObject {
  readonly spec?: { readonly replicas?: number | undefined } | undefined;
}

const groupOf = ({ apiVersion }: OwnerReference): string =>
  apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';

/** verifyGroupKind; `extensions` is where these kinds once were. */
const isOf = (reference: OwnerReference, kind: string, groups: readonly string[]): boolean =>
  reference.kind === kind && groups.includes(groupOf(reference));

const scaledBy = (object: HasReplicas | undefined, uid: string): Scaled | undefined =>
  object && object.metadata.uid === uid ? { uid, scale: object.spec?.replicas ?? 0 } : undefined;

function findInCaches(reference: OwnerReference, namespace: string, caches: ScaleCaches): Scaled | undefined {
  const key = keyOf(namespace, reference.name);
  if (isOf(reference, 'ReplicationController', ['']))
    return scaledBy(caches.replicationControllers.get(key), reference.uid);
  if (isOf(reference, 'StatefulSet', ['apps'])) return scaledBy(caches.statefulSets.get(key), reference.uid);
  if (!isOf(reference, 'ReplicaSet', ['apps', 'extensions'])) return undefined;
  const set = caches.replicaSets.get(key);
  if (set?.metadata.uid !== reference.uid) return undefined;
  const owner = controllerOf(set);
  if (owner?.kind !== 'Deployment') return scaledBy(set, reference.uid);
  if (!isOf(owner, 'Deployment', ['apps', 'extensions'])) return undefined;
  return scaledBy(caches.deployments.get(keyOf(namespace, owner.name)), owner.uid);
}

/** getScaleController: any kind with `/scale`. Throws a SyncError for a kind without it. */
function findByScale(reference: OwnerReference, namespace: string, session: Session): Scaled | undefined {
  const kind: KindDefinition | undefined = kindByGvk(reference.apiVersion, reference.kind);
  if (!kind)
    throw new SyncError(
      `no matches for kind ${JSON.stringify(reference.kind)} in version ${JSON.stringify(reference.apiVersion)}`,
    );
  if (!kind.scale) throw new SyncError(`${groupResourceText(kind)} does not implement the scale subresource`);
  const path = pathOf(kind, namespace, reference.name, 'scale');
  const { code, body } = session.request({ method: 'GET', path });
  if (code === 404) return undefined;
  if (code >= 400) throw new SyncError((body as { message?: string }).message ?? '');
  return scaledBy(body as HasReplicas, reference.uid);
}

export interface ExpectedPods {
  readonly expected: number;
  readonly desiredHealthy: number;
  /** Names of Pods that nothing controls. */
  readonly unmanaged: readonly string[];
}

/** The sum of what the controllers of these Pods are to have. Throws a SyncError. */
function expectedScale(
  pods: readonly Pod[],
  caches: ScaleCaches,
  session: Session,
): { expected: number; unmanaged: string[] } {
  const scales = new Map<string, number>();
  const unmanaged: string[] = [];
  for (const pod of pods) {
    const { name = '', namespace = '' } = pod.metadata;
    const reference = controllerOf(pod);
    if (!reference) {
      unmanaged.push(name);
      continue;
    }
    if (scales.has(reference.uid)) continue;
    const found = findInCaches(reference, namespace, caches) ?? findByScale(reference, namespace, session);
    if (!found) throw new SyncError(`found no controllers for pod ${JSON.stringify(name)}`);
    scales.set(found.uid, found.scale);
  }
  let expected = 0;
  for (const scale of scales.values()) expected += scale;
  return { expected, unmanaged };
}

function scaled(value: IntOrString, total: number): number {
  const result = scaledIntOrPercent(value, total, true);
  if (result.error !== undefined) throw new SyncError(result.error);
  return result.value;
}

/** How many Pods there should be, and how many of them healthy. Throws a SyncError. */
export function expectedPodsOf(
  { spec = {} }: PodDisruptionBudget,
  pods: readonly Pod[],
  caches: ScaleCaches,
  session: Session,
): ExpectedPods {
  const { maxUnavailable, minAvailable } = spec;
  if (maxUnavailable !== undefined) {
    const { expected, unmanaged } = expectedScale(pods, caches, session);
    return { expected, unmanaged, desiredHealthy: Math.max(0, expected - scaled(maxUnavailable, expected)) };
  }
  if (minAvailable === undefined) return { expected: 0, desiredHealthy: 0, unmanaged: [] };
  if (typeof minAvailable === 'number') return { expected: pods.length, desiredHealthy: minAvailable, unmanaged: [] };
  const { expected, unmanaged } = expectedScale(pods, caches, session);
  return { expected, unmanaged, desiredHealthy: scaled(minAvailable, expected) };
}
