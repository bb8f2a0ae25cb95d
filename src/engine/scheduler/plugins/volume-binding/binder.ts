// Models: pkg/scheduler/framework/plugins/volumebinding/binder.go volumeBinder: GetPodVolumeClaims, FindPodVolumes,
//   AssumePodVolumes, RevertAssumedPodVolumes, bindAPIUpdate, checkBindings; util/assumecache.
// Simplified: volumes of kinds that moved to CSI drivers are not translated.
// Not modelled: —
import { goQuote } from '../../../api/field-error';
import { type KindDefinition, kindOf } from '../../../api/kinds';
import { type KubeObject, keyOfObject } from '../../../api/meta';
import type {
  CSIDriver,
  CSIStorageCapacity,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
} from '../../../api/types';
import type { Informer } from '../../../client/informer';
import type { Session } from '../../../client/session';
import type { Table } from '../../../kernel/table';
import type { Handle } from '../../framework/plugin';
import { informerOf } from '../lister';
import { claimKey, claimNameOf, classOf, Storage } from '../volumes/claims';
import { findMatchingVolume, fitsNode, hasCapacity, inTopology, requestedBytes } from './matching';

const bindCompleted = 'pv.kubernetes.io/bind-completed';
const boundByController = 'pv.kubernetes.io/bound-by-controller';
const selectedNode = 'volume.kubernetes.io/selected-node';
const noProvisioner = 'kubernetes.io/no-provisioner';

/** A state that the API server is yet to hear of. It holds as long as the cache has the state that it was made from. */
interface Assumed<T> {
  readonly object: T;
  readonly basedOn: string;
}

/** The Pod's claims: bound; to be bound where the Pod goes; and those that should have been bound by now. */
export interface PodClaims {
  readonly bound: readonly PersistentVolumeClaim[];
  readonly delayed: readonly PersistentVolumeClaim[];
  readonly immediate: readonly PersistentVolumeClaim[];
}

/** What is to be done for the claims when the Pod goes to a node. JSON. */
export interface PodVolumes {
  readonly bindings: readonly { readonly claim: PersistentVolumeClaim; readonly volume: PersistentVolume }[];
  readonly provisions: readonly PersistentVolumeClaim[];
}

/** Bits of why a node cannot be used. */
export const nodeConflict = 1;
export const bindConflict = 2;
export const notEnoughSpace = 4;
export const volumeMissing = 8;

export const isFullyBound = ({ metadata, spec }: PersistentVolumeClaim) =>
  Boolean(spec?.volumeName) && metadata.annotations?.[bindCompleted] !== undefined;

/** Finds, reserves and binds volumes for Pods. */
export class Binder {
  readonly storage: Storage;
  private readonly drivers: Informer<CSIDriver>;
  private readonly capacities: Informer<CSIStorageCapacity>;
  private readonly assumedVolumes: Table<Assumed<PersistentVolume>>;
  private readonly assumedClaims: Table<Assumed<PersistentVolumeClaim>>;

  constructor(handle: Handle) {
    this.storage = new Storage(handle);
    this.drivers = informerOf(handle, 'storage.k8s.io', 'v1', 'csidrivers');
    this.capacities = informerOf(handle, 'storage.k8s.io', 'v1', 'csistoragecapacities');
    this.assumedVolumes = handle.table('assumed-volumes');
    this.assumedClaims = handle.table('assumed-claims');
  }

  private volume(name: string): PersistentVolume | undefined {
    return current(this.storage.volumes.get(name), this.assumedVolumes.get(name));
  }

  private claim(key: string): PersistentVolumeClaim | undefined {
    return current(this.storage.claims.get(key), this.assumedClaims.get(key));
  }

  claimsOf(pod: Pod): PodClaims {
    const claims = { bound: [], delayed: [], immediate: [] } as Record<keyof PodClaims, PersistentVolumeClaim[]>;
    for (const volume of pod.spec?.volumes ?? []) {
      const name = claimNameOf(pod, volume);
      const claim = name === undefined ? undefined : this.claim(claimKey(pod, name));
      if (!claim) continue;
      const mode = this.storage.classes.get(classOf(claim))?.volumeBindingMode;
      if (isFullyBound(claim)) claims.bound.push(claim);
      else if (mode === 'WaitForFirstConsumer' && !claim.spec?.volumeName) claims.delayed.push(claim);
      else claims.immediate.push(claim);
    }
    return claims;
  }

  /** What a node would need, or the bits of why it cannot be. */
  find({ bound, delayed }: PodClaims, node: Node): PodVolumes | number {
    let why = 0;
    for (const claim of bound) {
      const volume = this.volume(claim.spec?.volumeName ?? '');
      if (!volume) why |= volumeMissing;
      else if (!fitsNode(volume, node)) why |= nodeConflict;
      if (why !== 0) break;
    }
    const toProvision: PersistentVolumeClaim[] = [];
    const toMatch: PersistentVolumeClaim[] = [];
    for (const claim of delayed) {
      const selected = claim.metadata.annotations?.[selectedNode];
      if (selected !== undefined && selected !== node.metadata.name) return why | bindConflict;
      (selected === undefined ? toMatch : toProvision).push(claim);
    }
    const bindings: { claim: PersistentVolumeClaim; volume: PersistentVolume }[] = [];
    const taken = new Set<string>();
    for (const claim of toMatch.sort((a, b) => requestedBytes(a) - requestedBytes(b))) {
      const volume = findMatchingVolume(claim, this.volumesOfClass(classOf(claim)), node, taken);
      if (volume) {
        taken.add(volume.metadata.name ?? '');
        bindings.push({ claim, volume });
      } else toProvision.push(claim);
    }
    for (const claim of toProvision) {
      const cannot = this.cannotProvision(claim, node);
      if (cannot !== 0) return why | cannot;
    }
    return why === 0 ? { bindings, provisions: toProvision } : why;
  }

  private volumesOfClass(className: string): PersistentVolume[] {
    const volumes: PersistentVolume[] = [];
    for (const name of this.storage.volumes.cache.keys()) {
      const volume = this.volume(name);
      if (volume && classOf(volume) === className) volumes.push(volume);
    }
    return volumes;
  }

  private cannotProvision(claim: PersistentVolumeClaim, node: Node): number {
    const found = this.storage.classes.get(classOf(claim));
    if (!found?.provisioner || found.provisioner === noProvisioner || !inTopology(found.allowedTopologies, node))
      return bindConflict;
    if (claim.spec?.resources?.requests?.storage === undefined) return 0;
    if (!this.drivers.get(found.provisioner)?.spec.storageCapacity) return 0;
    return hasCapacity(claim, found, node, this.capacities.cache.values()) ? 0 : notEnoughSpace;
  }

  /** From now on nobody else is given these volumes. What there is to write. */
  assume({ bindings, provisions }: PodVolumes, nodeName: string): PodVolumes {
    const newBindings = bindings.map(({ claim, volume }) => {
      const bound = boundTo(volume, claim);
      this.assumedVolumes.set(volume.metadata.name ?? '', assumed(bound, volume));
      return { claim, volume: bound };
    });
    const newProvisions = provisions.map((claim) => {
      const annotations = { ...claim.metadata.annotations, [selectedNode]: nodeName };
      const selected = { ...claim, metadata: { ...claim.metadata, annotations } };
      this.assumedClaims.set(keyOfObject(claim), assumed(selected, claim));
      return selected;
    });
    return { bindings: newBindings, provisions: newProvisions };
  }

  revert({ bindings, provisions }: PodVolumes): void {
    for (const { volume } of bindings) this.assumedVolumes.delete(volume.metadata.name ?? '');
    for (const claim of provisions) this.assumedClaims.delete(keyOfObject(claim));
  }

  /** Writes what was assumed; the volume controller and the provisioners do the rest. Why it failed, if it did. */
  write({ bindings, provisions }: PodVolumes, session: Session): string | undefined {
    const kind = (resource: string) => kindOf('', 'v1', resource) as KindDefinition;
    for (const { volume } of bindings) {
      const result = session.update(kind('persistentvolumes'), volume as KubeObject);
      if (!result.ok) return result.status.message ?? '';
    }
    for (const claim of provisions) {
      const result = session.update(kind('persistentvolumeclaims'), claim as KubeObject);
      if (!result.ok) return result.status.message ?? '';
    }
    return undefined;
  }

  /** True when all is bound, false when not yet; a text when it cannot come to be. */
  check({ bindings, provisions }: PodVolumes, node: Node | undefined, nodeName: string): boolean | string {
    if (!node) return `failed to get node ${goQuote(nodeName)}: node ${goQuote(nodeName)} not found`;
    for (const { volume, claim } of bindings) {
      const name = volume.metadata.name ?? '';
      const there = this.storage.volumes.get(name);
      const asked = this.storage.claims.get(keyOfObject(claim));
      if (!there) return `failed to check binding: could not find v1.PersistentVolume ${goQuote(name)}`;
      if (!asked)
        return `failed to check binding: could not find v1.PersistentVolumeClaim ${goQuote(keyOfObject(claim))}`;
      if (there.metadata.resourceVersion === volume.metadata.resourceVersion) return false;
      if (!there.spec?.claimRef?.uid) return `ClaimRef got reset for pv ${goQuote(name)}`;
      if (!isFullyBound(asked)) return false;
    }
    for (const claim of provisions) {
      const key = keyOfObject(claim);
      const there = this.storage.claims.get(key);
      if (!there) return `failed to check provisioning pvc: could not find v1.PersistentVolumeClaim ${goQuote(key)}`;
      if (there.metadata.resourceVersion === claim.metadata.resourceVersion) return false;
      if (there.metadata.annotations?.[selectedNode] !== nodeName)
        return `provisioning failed for PVC ${goQuote(claim.metadata.name ?? '')}`;
      if (!isFullyBound(there)) return false;
    }
    return true;
  }
}

function current<T extends KubeObject>(cached: T | undefined, kept: Assumed<T> | undefined): T | undefined {
  return cached && kept?.basedOn === (cached.metadata.resourceVersion ?? '') ? kept.object : cached;
}

function assumed<T extends KubeObject>(object: T, before: T): Assumed<T> {
  return { object, basedOn: before.metadata.resourceVersion ?? '' };
}

/** GetBindVolumeToClaim */
function boundTo(volume: PersistentVolume, { metadata }: PersistentVolumeClaim): PersistentVolume {
  const before = volume.spec?.claimRef;
  if (before?.uid) return volume;
  const { namespace, name, uid, resourceVersion } = metadata;
  const claimRef = { kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace, name, uid, resourceVersion };
  const annotations = before
    ? volume.metadata.annotations
    : { ...volume.metadata.annotations, [boundByController]: 'yes' };
  return {
    ...volume,
    metadata: { ...volume.metadata, annotations },
    spec: { ...volume.spec, claimRef } as PersistentVolume['spec'],
  };
}
