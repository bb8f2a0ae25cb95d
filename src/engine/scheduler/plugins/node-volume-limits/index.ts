// Models: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go CSILimits.
// Simplified: —
// Not modelled: VolumeAttachments beside those of the node's Pods; volumes of kinds that moved to CSI drivers; the gate
//   VolumeLimitScaling (alpha).
import type { CSINode, PersistentVolumeClaim, Pod } from '../../../api/types';
import { Add, Delete, Update } from '../../framework/cluster-event';
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus, type Status, skip } from '../../framework/status';
import { claimKey, claimNameOf, claimNotFound, classOf, Storage, usesClaim } from '../volumes/claims';

const name = 'NodeVolumeLimits';
const exceeded = newStatus('Unschedulable', 'node(s) exceed max volume count');

const hasClaims = (pod: Pod) => (pod.spec?.volumes ?? []).some((volume) => claimNameOf(pod, volume) !== undefined);

/** Driver and handle of a claim's volume; one that is yet to be made counts as one of its class's driver. */
function volumeOf(claim: PersistentVolumeClaim, { volumes, classes }: Storage): readonly [string, string] | undefined {
  const volume = claim.spec?.volumeName ? volumes.get(claim.spec.volumeName) : undefined;
  if (volume) return volume.spec?.csi ? [volume.spec.csi.driver, volume.spec.csi.volumeHandle] : undefined;
  const driver = classes.get(classOf(claim))?.provisioner;
  return driver ? [driver, `${claim.metadata.namespace}/${claim.metadata.name}`] : undefined;
}

/** filterAttachableVolumes: adds a Pod's volumes, with their drivers. Returns the claim that does not exist. */
function addVolumes(pod: Pod, storage: Storage, to: Map<string, string>): string | undefined {
  let missing: string | undefined;
  for (const volume of pod.spec?.volumes ?? []) {
    const claimName = claimNameOf(pod, volume);
    if (claimName === undefined) continue;
    const claim = storage.claims.get(claimKey(pod, claimName));
    const found = claim && volumeOf(claim, storage);
    if (found) to.set(found.join('/'), found[0]);
    else if (!claim) missing ??= claimName;
  }
  return missing;
}

function limitsOf(node: CSINode | undefined): Map<string, number> {
  const limits = new Map<string, number>();
  for (const { name: driver, allocatable } of node?.spec.drivers ?? [])
    if (allocatable?.count !== undefined) limits.set(driver, allocatable.count);
  return limits;
}

function check(pod: Pod, running: Iterable<{ readonly pod: Pod }>, node: string, storage: Storage): Status | undefined {
  const wanted = new Map<string, string>();
  const missing = addVolumes(pod, storage, wanted);
  if (missing !== undefined) return newStatus('UnschedulableAndUnresolvable', claimNotFound(missing));
  const limits = limitsOf(storage.csiNodes.get(node));
  if (wanted.size === 0 || limits.size === 0) return undefined;
  const attached = new Map<string, string>();
  for (const one of running) addVolumes(one.pod, storage, attached);
  const counts = new Map<string, number>();
  const count = (driver: string) => counts.set(driver, (counts.get(driver) ?? 0) + 1);
  for (const driver of attached.values()) count(driver);
  const added = new Set<string>();
  for (const [volume, driver] of wanted) {
    if (attached.has(volume)) continue;
    count(driver);
    added.add(driver);
  }
  for (const driver of added) {
    const limit = limits.get(driver);
    if (limit !== undefined && (counts.get(driver) ?? 0) > limit) return exceeded;
  }
  return undefined;
}

/** A node can attach only so many volumes of a driver. */
export const nodeVolumeLimits: PluginDefinition = {
  name,
  build: (_args, handle) => {
    const storage = new Storage(handle);
    return {
      preFilter: (_state, pod) => (hasClaims(pod) ? undefined : { status: skip }),
      filter: (_state, pod, node) => check(pod, node.pods.values(), node.name, storage),
      eventsToRegister: () => [
        {
          event: { resource: 'storage.k8s.io/CSINode', action: Add | Update },
          hint: (_pod, before, after) => {
            const old = limitsOf(before as CSINode | undefined);
            const grown = [...limitsOf(after as CSINode | undefined)].some(
              ([driver, limit]) => limit > (old.get(driver) ?? (before ? limit : -1)),
            );
            return !before || grown ? 'Queue' : 'Skip';
          },
        },
        {
          event: { resource: 'AssignedPod', action: Delete },
          hint: (_pod, before) => (hasClaims(before as Pod) ? 'Queue' : 'Skip'),
        },
        {
          event: { resource: 'PersistentVolumeClaim', action: Add | Update },
          hint: (pod, _before, after) => (usesClaim(pod, after as PersistentVolumeClaim) ? 'Queue' : 'Skip'),
        },
        { event: { resource: 'storage.k8s.io/VolumeAttachment', action: Delete } },
      ],
    };
  },
};
