// Models: component-helpers storage/volume FindMatchingVolume, CheckNodeAffinity; pkg/scheduler/framework/plugins/volumebinding
//   binder.go FindPodVolumes, checkVolumeProvisions, hasEnoughCapacity.
// Simplified: —
// Not modelled: VolumeAttributesClasses of claims.
import { nodeSelectorMatches } from '../../../api/node-selector';
import { parseBytes } from '../../../api/quantity';
import { labelSelectorMatches } from '../../../api/selectors';
import type {
  CSIStorageCapacity,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
  TopologySelectorTerm,
} from '../../../api/types';
import { classOf } from '../volumes/claims';

export function requestedBytes({ spec }: PersistentVolumeClaim): number {
  return parseBytes(spec?.resources?.requests?.storage ?? '0');
}

const capacityBytes = ({ spec }: PersistentVolume) => parseBytes(spec?.capacity?.storage ?? '0');

/** CheckNodeAffinity: may the volume be used on the node? */
export function fitsNode({ spec }: PersistentVolume, node: Node): boolean {
  const required = spec?.nodeAffinity?.required;
  return !required || nodeSelectorMatches(required, node.metadata);
}

/** Whether the volume is meant for this very claim. */
function isFor({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const ref = spec?.claimRef;
  if (ref?.name !== metadata.name || ref?.namespace !== metadata.namespace) return false;
  return !ref?.uid || ref.uid === metadata.uid;
}

function isCandidate(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  if (volume.status?.phase !== 'Available' || classOf(volume) !== classOf(claim)) return false;
  if (claim.spec?.selector && !labelSelectorMatches(claim.spec.selector, volume.metadata.labels)) return false;
  return (claim.spec?.accessModes ?? []).every((mode) => volume.spec?.accessModes?.includes(mode));
}

/** The volume that was made for the claim, else the smallest that will do on the node. `volumes` in the order of names. */
export function findMatchingVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  node: Node,
  taken: ReadonlySet<string>,
): PersistentVolume | undefined {
  const requested = requestedBytes(claim);
  let smallest: PersistentVolume | undefined;
  for (const volume of volumes) {
    const { metadata, spec } = volume;
    if (taken.has(metadata.name ?? '') || metadata.deletionTimestamp || capacityBytes(volume) < requested) continue;
    if ((spec?.volumeMode ?? 'Filesystem') !== (claim.spec?.volumeMode ?? 'Filesystem')) continue;
    if (spec?.claimRef) {
      if (!isFor(volume, claim)) continue;
      return fitsNode(volume, node) ? volume : undefined;
    }
    if (!isCandidate(volume, claim) || !fitsNode(volume, node)) continue;
    if (!smallest || capacityBytes(smallest) > capacityBytes(volume)) smallest = volume;
  }
  return smallest;
}

/** MatchTopologySelectorTerms: any of the terms, none at all is no condition. */
export function inTopology(terms: readonly TopologySelectorTerm[] | undefined, { metadata }: Node): boolean {
  if (!terms || terms.length === 0) return true;
  return terms.some(
    ({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.length > 0 &&
      matchLabelExpressions.every(({ key, values }) => values.includes(metadata.labels?.[key] ?? '\u0000')),
  );
}

/** Whether some capacity object says that a volume of that size can still be made for the node. */
export function hasCapacity(
  claim: PersistentVolumeClaim,
  { metadata }: StorageClass,
  node: Node,
  capacities: readonly CSIStorageCapacity[],
): boolean {
  const requested = requestedBytes(claim);
  return capacities.some(({ storageClassName, maximumVolumeSize, capacity, nodeTopology }) => {
    const limit = maximumVolumeSize ?? capacity;
    if (storageClassName !== metadata.name || limit === undefined || parseBytes(limit) < requested) return false;
    return nodeTopology !== undefined && labelSelectorMatches(nodeTopology, node.metadata.labels);
  });
}
