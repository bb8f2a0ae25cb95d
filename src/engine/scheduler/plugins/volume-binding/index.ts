// Models: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go VolumeBinding.
// Simplified: —
// Not modelled: the gate StorageCapacityScoring (alpha), and so any score.
import { equalJson } from '../../../../shared/json';
import { type FieldError, goQuote, invalid } from '../../../api/field-error';
import { parseBytes } from '../../../api/quantity';
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../api/types';
import { Add, Update, UpdateNodeLabel } from '../../framework/cluster-event';
import type { StateData } from '../../framework/cycle-state';
import type { Handle, PluginDefinition, PreBindResult, PreFilterResult } from '../../framework/plugin';
import { newStatus, type Status, skip } from '../../framework/status';
import { claimKey, claimNameOf, claimNotFound, type Storage, usesClaim } from '../volumes/claims';
import {
  Binder,
  bindConflict,
  nodeConflict,
  notEnoughSpace,
  type PodClaims,
  type PodVolumes,
  volumeMissing,
} from './binder';

const name = 'VolumeBinding';
const pollMicros = 1_000_000;
const skipFilter: PreFilterResult = { status: skip };
const wait = newStatus('Wait');
const unboundImmediate: PreFilterResult = {
  status: newStatus('UnschedulableAndUnresolvable', 'pod has unbound immediate PersistentVolumeClaims'),
};
const reasons: readonly (readonly [number, string])[] = [
  [nodeConflict, "node(s) didn't match PersistentVolume's node affinity"],
  [bindConflict, "node(s) didn't find available persistent volumes to bind"],
  [notEnoughSpace, 'node(s) did not have enough free storage'],
  [volumeMissing, 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'],
];
/** One object for each set of reasons, so that a refusal can be counted. */
const statuses: readonly Status[] = Array.from({ length: 16 }, (_, mask) =>
  newStatus('UnschedulableAndUnresolvable', ...reasons.filter(([bit]) => mask & bit).map(([, reason]) => reason)),
);

interface VolumeBindingArgs {
  readonly bindTimeoutSeconds?: number;
}

class State implements StateData {
  readonly claims: PodClaims;
  /** What the nodes that can take the Pod would need. */
  readonly byNode = new Map<string, PodVolumes>();

  constructor(claims: PodClaims) {
    this.claims = claims;
  }

  clone(): State {
    return this;
  }
}

/** What is left to do for a Pod whose node is chosen. */
interface Reserved {
  readonly volumes: PodVolumes;
  /** When the API server was told, virtual microseconds. */
  readonly writtenAt?: number;
}

/** podHasPVCs: why the first claim of a Pod cannot be used, if one cannot. */
function claimProblem(pod: Pod, { claims }: Storage): string | undefined {
  for (const volume of pod.spec?.volumes ?? []) {
    const claimName = claimNameOf(pod, volume);
    if (claimName === undefined) continue;
    const claim = claims.get(claimKey(pod, claimName));
    if (!claim)
      return volume.ephemeral
        ? `waiting for ephemeral volume controller to create the persistentvolumeclaim ${goQuote(claimName)}`
        : claimNotFound(claimName);
    const { metadata, spec, status } = claim;
    const quoted = goQuote(claimName);
    if (status?.phase === 'Lost')
      return `persistentvolumeclaim ${quoted} bound to non-existent persistentvolume ${goQuote(spec?.volumeName ?? '')}`;
    if (metadata.deletionTimestamp) return `persistentvolumeclaim ${quoted} is being deleted`;
    const owned = metadata.ownerReferences?.some(({ controller, uid }) => controller && uid === pod.metadata.uid);
    if (volume.ephemeral && !owned)
      return `PVC ${metadata.namespace}/${claimName} was not created for pod ${pod.metadata.namespace}/${pod.metadata.name} (pod is not owner)`;
  }
  return undefined;
}

const hasClaims = (pod: Pod) => (pod.spec?.volumes ?? []).some((volume) => claimNameOf(pod, volume) !== undefined);

function validateArgs({ bindTimeoutSeconds = 600 }: VolumeBindingArgs): FieldError[] {
  return bindTimeoutSeconds < 0
    ? [invalid('bindTimeoutSeconds', bindTimeoutSeconds, 'invalid BindTimeoutSeconds, should not be a negative value')]
    : [];
}

/** Tells the API server, then looks every second whether all is bound. */
function preBind(
  binder: Binder,
  handle: Handle,
  timeoutMicros: number,
  { volumes, writtenAt }: Reserved,
  nodeName: string,
  write: () => string | undefined,
  keep: (reserved: Reserved) => void,
): PreBindResult {
  if (writtenAt === undefined) {
    const error = write();
    if (error !== undefined) return { status: newStatus('Error', error) };
    keep({ volumes, writtenAt: handle.now });
    return { status: wait, afterMicros: pollMicros };
  }
  const bound = binder.check(volumes, handle.nodeInfo(nodeName)?.node, nodeName);
  if (bound === true) return { status: undefined };
  if (bound !== false) return { status: newStatus('Error', `binding volumes: ${bound}`) };
  if (handle.now - writtenAt >= timeoutMicros)
    return { status: newStatus('Error', 'binding volumes: context deadline exceeded') };
  return { status: wait, afterMicros: pollMicros };
}

const limitOf = ({ maximumVolumeSize, capacity }: CSIStorageCapacity) => {
  const limit = maximumVolumeSize ?? capacity;
  return limit === undefined ? -1 : parseBytes(limit);
};

/** A Pod fits where its claims' volumes are, or can be had; they are bound, or asked for, once its node is chosen. */
export const volumeBinding: PluginDefinition = {
  name,
  validate: (args) => validateArgs((args ?? {}) as VolumeBindingArgs),
  build: (args, handle) => {
    const timeoutMicros = ((args as VolumeBindingArgs | undefined)?.bindTimeoutSeconds ?? 600) * 1e6;
    const binder = new Binder(handle);
    return {
      preFilter: (state, pod) => {
        if (!hasClaims(pod)) return skipFilter;
        const problem = claimProblem(pod, binder.storage);
        if (problem !== undefined) return { status: newStatus('UnschedulableAndUnresolvable', problem) };
        const claims = binder.claimsOf(pod);
        if (claims.immediate.length > 0) return unboundImmediate;
        state.write(name, new State(claims));
        return undefined;
      },
      filter: (state, _pod, { node, name: nodeName }) => {
        const data = state.read<State>(name);
        if (!data || !node) return undefined;
        const found = binder.find(data.claims, node);
        if (typeof found === 'number') return statuses[found];
        data.byNode.set(nodeName, found);
        return undefined;
      },
      preScore: () => skip,
      score: () => 0,
      reserve: (state, _pod, nodeName) => {
        const volumes = state.read<State>(name)?.byNode.get(nodeName);
        if (!volumes || volumes.bindings.length + volumes.provisions.length === 0) return undefined;
        const reserved: Reserved = { volumes: binder.assume(volumes, nodeName) };
        state.keep(name, reserved);
        return undefined;
      },
      unreserve: (state) => {
        const reserved = state.kept[name] as Reserved | undefined;
        if (reserved) binder.revert(reserved.volumes);
      },
      preBind: (state, _pod, nodeName, session) => {
        const reserved = state.kept[name] as Reserved | undefined;
        if (!reserved) return { status: undefined };
        return preBind(
          binder,
          handle,
          timeoutMicros,
          reserved,
          nodeName,
          () => binder.write(reserved.volumes, session),
          (after) => state.keep(name, after),
        );
      },
      eventsToRegister: () => [
        {
          event: { resource: 'storage.k8s.io/StorageClass', action: Add | Update },
          hint: (_pod, before, after) => {
            const topologies = (one: unknown) => (one as StorageClass | undefined)?.allowedTopologies ?? [];
            return before && equalJson(topologies(before), topologies(after)) ? 'Skip' : 'Queue';
          },
        },
        {
          event: { resource: 'PersistentVolumeClaim', action: Add | Update },
          hint: (pod, _before, after) => (usesClaim(pod, after as PersistentVolumeClaim) ? 'Queue' : 'Skip'),
        },
        { event: { resource: 'PersistentVolume', action: Add | Update } },
        { event: { resource: 'Node', action: Add | UpdateNodeLabel } },
        {
          event: { resource: 'storage.k8s.io/CSINode', action: Add | Update },
          hint: (_pod, before, after) => {
            const migrated = (one: unknown) =>
              (one as CSINode | undefined)?.metadata.annotations?.['storage.alpha.kubernetes.io/migrated-plugins'];
            return before && migrated(before) === migrated(after) ? 'Skip' : 'Queue';
          },
        },
        {
          event: { resource: 'storage.k8s.io/CSIDriver', action: Update },
          hint: (pod, before, after) => {
            const tracks = (one: unknown) => (one as CSIDriver | undefined)?.spec.storageCapacity === true;
            const uses = (pod.spec?.volumes ?? []).some(({ csi }) => csi?.driver === after?.metadata.name);
            return uses && tracks(before) && !tracks(after) ? 'Queue' : 'Skip';
          },
        },
        {
          event: { resource: 'storage.k8s.io/CSIStorageCapacity', action: Add | Update },
          hint: (_pod, before, after) =>
            !before || limitOf(after as CSIStorageCapacity) > limitOf(before as CSIStorageCapacity) ? 'Queue' : 'Skip',
        },
      ],
    };
  },
};
