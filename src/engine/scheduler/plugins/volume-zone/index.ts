// Models: pkg/scheduler/framework/plugins/volumezone/volume_zone.go VolumeZone; cloud-provider volume/helpers LabelZonesToSet.
// Simplified: —
// Not modelled: —
import { equalJson } from '../../../../shared/json';
import { goQuote } from '../../../api/field-error';
import type { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '../../../api/types';
import { Add, Update, UpdateNodeLabel } from '../../framework/cluster-event';
import type { StateData } from '../../framework/cycle-state';
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus, type Status, skip } from '../../framework/status';
import { claimKey, claimNotFound, classOf, Storage } from '../volumes/claims';

const name = 'VolumeZone';
const conflict = newStatus('UnschedulableAndUnresolvable', 'node(s) had no available volume zone');
const unresolvable = (reason: string) => newStatus('UnschedulableAndUnresolvable', reason);
const newKeys: Readonly<Record<string, string>> = {
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
};
const keys = [...Object.keys(newKeys), 'topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

interface Topology {
  readonly key: string;
  readonly values: readonly string[];
}

interface State extends StateData {
  readonly topologies: readonly Topology[];
}

/** Where a volume is, by its labels; several zones stand in one value, parted by two underscores. */
function topologiesOf({ metadata }: PersistentVolume): Topology[] {
  const topologies: Topology[] = [];
  for (const key of keys) {
    const value = metadata.labels?.[key];
    const values = value?.split('__').map((zone) => zone.trim()) ?? [];
    if (value !== undefined && !values.includes('')) topologies.push({ key, values });
  }
  return topologies;
}

/** Of the volumes that the Pod's claims are bound to, or why there is no telling. */
function podTopologies(pod: Pod, { claims, classes, volumes }: Storage): Topology[] | Status {
  const topologies: Topology[] = [];
  for (const { persistentVolumeClaim } of pod.spec?.volumes ?? []) {
    if (!persistentVolumeClaim) continue;
    const { claimName } = persistentVolumeClaim;
    if (claimName === '') return unresolvable('PersistentVolumeClaim had no name');
    const claim = claims.get(claimKey(pod, claimName));
    if (!claim) return unresolvable(claimNotFound(claimName));
    const volumeName = claim.spec?.volumeName;
    if (!volumeName) {
      const className = classOf(claim);
      if (className === '') return unresolvable('PersistentVolumeClaim had no pv name and storageClass name');
      const found = classes.get(className);
      if (!found) return unresolvable(`storageclasses.storage.k8s.io ${goQuote(className)} not found`);
      if (!found.volumeBindingMode)
        return unresolvable(`VolumeBindingMode not set for StorageClass ${goQuote(className)}`);
      if (found.volumeBindingMode === 'WaitForFirstConsumer') continue;
      return unresolvable('PersistentVolume had no name');
    }
    const volume = volumes.get(volumeName);
    if (!volume) return unresolvable(`persistentvolume ${goQuote(volumeName)} not found`);
    topologies.push(...topologiesOf(volume));
  }
  return topologies;
}

const isStatus = (found: Topology[] | Status): found is Status => 'code' in found;

/** A Pod fits where its volumes are, as far as labels say so. */
export const volumeZone: PluginDefinition = {
  name,
  build: (_args, handle) => {
    const storage = new Storage(handle);
    return {
      preFilter: (state, pod) => {
        if (!pod.spec?.volumes) return { status: skip };
        const topologies = podTopologies(pod, storage);
        if (isStatus(topologies)) return { status: topologies };
        if (topologies.length === 0) return { status: skip };
        const data: State = { topologies };
        state.write(name, data);
        return undefined;
      },
      filter: (state, _pod, { node }) => {
        const labels = node?.metadata.labels ?? {};
        if (keys.every((key) => labels[key] === undefined)) return undefined;
        const { topologies } = state.read<State>(name) ?? { topologies: [] };
        const fits = topologies.every(({ key, values }) => {
          const value = labels[key] ?? labels[newKeys[key] ?? key];
          return value !== undefined && values.includes(value);
        });
        return fits ? undefined : conflict;
      },
      eventsToRegister: () => [
        {
          event: { resource: 'storage.k8s.io/StorageClass', action: Add },
          hint: (_pod, _before, after) =>
            (after as StorageClass | undefined)?.volumeBindingMode === 'WaitForFirstConsumer' ? 'Queue' : 'Skip',
        },
        { event: { resource: 'Node', action: Add | UpdateNodeLabel } },
        {
          event: { resource: 'PersistentVolumeClaim', action: Add | Update },
          hint: (pod, _before, after) => (asksFor(pod, after as PersistentVolumeClaim | undefined) ? 'Queue' : 'Skip'),
        },
        {
          event: { resource: 'PersistentVolume', action: Add | Update },
          hint: (_pod, before, after) => {
            if (!before || !after) return 'Queue';
            const same = equalJson(topologiesOf(before as PersistentVolume), topologiesOf(after as PersistentVolume));
            return same ? 'Skip' : 'Queue';
          },
        },
      ],
    };
  },
};

function asksFor({ metadata, spec }: Pod, claim: PersistentVolumeClaim | undefined): boolean {
  if (!claim || metadata.namespace !== claim.metadata.namespace) return false;
  return (spec?.volumes ?? []).some((one) => one.persistentVolumeClaim?.claimName === claim.metadata.name);
}
