// Models: pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go VolumeRestrictions.
// Simplified: —
// Not modelled: —
import type { PersistentVolumeClaim, Pod, Volume } from '../../../api/types';
import type { NodeInfo } from '../../cache/node-info';
import { Add, Delete, Update } from '../../framework/cluster-event';
import type { StateData } from '../../framework/cycle-state';
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus, skip } from '../../framework/status';
import { claimKey, claimNotFound, Storage, usesClaim } from '../volumes/claims';

const name = 'VolumeRestrictions';
const diskConflict = newStatus('Unschedulable', 'node(s) had no available disk');
const onePodConflict = newStatus(
  'Unschedulable',
  'node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode',
);

const overlap = (a: readonly string[], b: readonly string[]) => a.some((one) => b.includes(one));

/** The same disk, which one of the two would write to. */
function conflicts(a: Volume, b: Volume): boolean {
  if (a.gcePersistentDisk && b.gcePersistentDisk) {
    const readOnly = a.gcePersistentDisk.readOnly && b.gcePersistentDisk.readOnly;
    if (a.gcePersistentDisk.pdName === b.gcePersistentDisk.pdName && !readOnly) return true;
  }
  if (a.awsElasticBlockStore && a.awsElasticBlockStore.volumeID === b.awsElasticBlockStore?.volumeID) return true;
  if (a.iscsi && a.iscsi.iqn === b.iscsi?.iqn && !(a.iscsi.readOnly && b.iscsi.readOnly)) return true;
  if (!a.rbd || !b.rbd || (a.rbd.readOnly && b.rbd.readOnly)) return false;
  const pool = (volume: NonNullable<Volume['rbd']>) => volume.pool ?? 'rbd';
  return overlap(a.rbd.monitors, b.rbd.monitors) && pool(a.rbd) === pool(b.rbd) && a.rbd.image === b.rbd.image;
}

const needsCheck = ({ gcePersistentDisk, awsElasticBlockStore, rbd, iscsi }: Volume) =>
  Boolean(gcePersistentDisk ?? awsElasticBlockStore ?? rbd ?? iscsi);

function conflictsWith(pod: Pod, other: Pod): boolean {
  const theirs = other.spec?.volumes;
  if (!theirs) return false;
  return (pod.spec?.volumes ?? []).some((a) => needsCheck(a) && theirs.some((b) => conflicts(a, b)));
}

class OnePodClaims implements StateData {
  readonly names: ReadonlySet<string>;
  readonly namespace: string;
  /** How often Pods that have a node use them. */
  count = 0;

  constructor(namespace: string, names: ReadonlySet<string>) {
    this.namespace = namespace;
    this.names = names;
  }

  clone(): OnePodClaims {
    const copy = new OnePodClaims(this.namespace, this.names);
    copy.count = this.count;
    return copy;
  }

  update({ metadata, spec }: Pod, by: 1 | -1): void {
    if (this.names.size === 0 || metadata.namespace !== this.namespace) return;
    for (const { persistentVolumeClaim } of spec?.volumes ?? [])
      if (persistentVolumeClaim && this.names.has(persistentVolumeClaim.claimName)) this.count += by;
  }
}

/** A disk that only one may write to, and a claim that only one Pod may use at all. */
export const volumeRestrictions: PluginDefinition = {
  name,
  build: (_args, handle) => {
    const { claims } = new Storage(handle);
    return {
      preFilter: (state, pod, nodes) => {
        const volumes = pod.spec?.volumes;
        if (!volumes) return { status: skip };
        const names = new Set<string>();
        for (const { persistentVolumeClaim } of volumes) {
          if (!persistentVolumeClaim) continue;
          const { claimName } = persistentVolumeClaim;
          const claim = claims.get(claimKey(pod, claimName));
          if (!claim) return { status: newStatus('UnschedulableAndUnresolvable', claimNotFound(claimName)) };
          if (claim.spec?.accessModes?.includes('ReadWriteOncePod')) names.add(claimName);
        }
        const onePod = new OnePodClaims(pod.metadata.namespace ?? '', names);
        if (names.size > 0) for (const node of nodes) countOn(node, onePod);
        if (onePod.count === 0 && !volumes.some(needsCheck)) return { status: skip };
        state.write(name, onePod);
        return undefined;
      },
      addPod: (state, _pod, added) => {
        state.read<OnePodClaims>(name)?.update(added.pod, 1);
        return undefined;
      },
      removePod: (state, _pod, removed) => {
        state.read<OnePodClaims>(name)?.update(removed.pod, -1);
        return undefined;
      },
      filter: (state, pod, node) => {
        for (const { pod: other } of node.pods.values()) if (conflictsWith(pod, other)) return diskConflict;
        return (state.read<OnePodClaims>(name)?.count ?? 0) > 0 ? onePodConflict : undefined;
      },
      eventsToRegister: () => [
        {
          event: { resource: 'AssignedPod', action: Delete },
          hint: (pod, before) => {
            const gone = before as Pod;
            if (conflictsWith(pod, gone)) return 'Queue';
            const shared = (gone.spec?.volumes ?? []).some(
              ({ persistentVolumeClaim: claim }) =>
                claim && usesClaim(pod, { metadata: { namespace: gone.metadata.namespace, name: claim.claimName } }),
            );
            return shared ? 'Queue' : 'Skip';
          },
        },
        {
          event: { resource: 'PersistentVolumeClaim', action: Add | Update },
          hint: (pod, _before, after) => (usesClaim(pod, after as PersistentVolumeClaim) ? 'Queue' : 'Skip'),
        },
      ],
    };
  },
};

function countOn({ pods }: NodeInfo, onePod: OnePodClaims): void {
  for (const { pod } of pods.values()) onePod.update(pod, 1);
}
