import type { Deployment, Node, Pod, ReplicaSet } from '../engine/index';
import type { Rows } from '../store/lab-store';
import type { FaultCommand, KubectlAction } from '../worker/protocol';

/** What goes wrong, what takes it back, and what people do every day. */
export const faultGroups = {
  faults: ['kill', 'failProbe', 'badRelease', 'slowPull', 'cut', 'conflict'],
  repairs: ['heal', 'normalPull', 'undo'],
  changes: ['scaleUp', 'scaleDown', 'restart', 'deletePod'],
} as const;
export type FaultGroup = keyof typeof faultGroups;
export type FaultName = (typeof faultGroups)[FaultGroup][number];

/** To whom it can be done, and the command that does it. */
export interface FaultTarget {
  readonly name: string;
  readonly command: { readonly kubectl: KubectlAction } | { readonly fault: FaultCommand };
}

/** One thing that can be done to this cluster as it is at the cursor. */
export interface FaultChoice {
  readonly name: FaultName;
  /** At least one; the first is proposed. */
  readonly targets: readonly FaultTarget[];
}

/** How long a probe that is made to fail goes on failing. */
const failedProbeSeconds = 60;
/** How much longer a pull takes. */
const slowPullFactor = 10;

function rowsOf<T>(rows: Rows, table: string): [string, T][] {
  return [...((rows[table] ?? new Map()) as ReadonlyMap<string, T>)].sort(([a], [b]) => (a < b ? -1 : 1));
}

interface Named {
  readonly metadata: {
    readonly name?: string | undefined;
    readonly namespace?: string | undefined;
    readonly creationTimestamp?: string | undefined;
  };
}

/** The newest first: it is what is being looked at. */
function newestFirst<T extends Named>(objects: readonly T[]): T[] {
  const made = ({ metadata }: T) => metadata.creationTimestamp ?? '';
  return [...objects].sort((a, b) => (made(a) < made(b) ? 1 : made(a) > made(b) ? -1 : 0));
}

function idOf({ metadata }: Named): { readonly namespace: string; readonly name: string; readonly label: string } {
  const { name = '', namespace = 'default' } = metadata;
  return { namespace, name, label: namespace === 'default' ? name : `${namespace}/${name}` };
}

function podTargets(rows: Rows): Partial<Record<FaultName, FaultTarget[]>> {
  const pods = rowsOf<Pod>(rows, 'api/pods')
    .map(([, pod]) => pod)
    .filter((pod) => pod.spec?.nodeName && !pod.metadata.deletionTimestamp);
  const running = pods.filter((pod) => pod.status?.phase === 'Running');
  const onNode = (pod: Pod, type: string, more: object = {}): FaultTarget => {
    const { namespace, name, label } = idOf(pod);
    return {
      name: label,
      command: { fault: { to: 'kubelet-faults', type, payload: { pod: `${namespace}/${name}`, ...more } } },
    };
  };
  return {
    kill: running.map((pod) => onNode(pod, 'killContainer')),
    failProbe: running
      .filter((pod) => pod.spec?.containers.some(({ readinessProbe }) => readinessProbe))
      .map((pod) => onNode(pod, 'failProbe', { kind: 'readiness', seconds: failedProbeSeconds })),
    deletePod: pods.map((pod) => {
      const { namespace, name, label } = idOf(pod);
      return { name: label, command: { kubectl: { type: 'deleteObject', resource: 'pods', namespace, name } } };
    }),
  };
}

function nodeTargets(rows: Rows): Partial<Record<FaultName, FaultTarget[]>> {
  const cuts = rows.cuts ?? new Map();
  const faults = (rows['node-faults'] ?? new Map()) as ReadonlyMap<string, { readonly pullFactor?: number }>;
  // The last node first: it is where the fewest Pods are.
  const nodes = rowsOf<Node>(rows, 'api/nodes')
    .map(([name]) => name)
    .reverse();
  const isCut = (name: string) => cuts.has(`kubelet/${name}`);
  const isSlow = (name: string) => (faults.get(name)?.pullFactor ?? 1) > 1;
  const line = (type: string) => (name: string) => ({
    name,
    command: { fault: { to: 'faults', type, payload: { user: `kubelet/${name}` } } },
  });
  const pull = (factor: number) => (name: string) => ({
    name,
    command: { fault: { to: 'kubelet-faults', type: 'slowPull', payload: { node: name, factor } } },
  });
  return {
    slowPull: nodes.filter((name) => !isSlow(name)).map(pull(slowPullFactor)),
    normalPull: nodes.filter(isSlow).map(pull(1)),
    cut: nodes.filter((name) => !isCut(name)).map(line('cut')),
    heal: nodes.filter(isCut).map(line('heal')),
  };
}

function deploymentTargets(rows: Rows): Partial<Record<FaultName, FaultTarget[]>> {
  const deployments = newestFirst(rowsOf<Deployment>(rows, 'api/deployments').map(([, row]) => row));
  const replicas = ({ spec }: Deployment) => spec?.replicas ?? 1;
  const target = (deployment: Deployment, kubectl: (at: { namespace: string; name: string }) => KubectlAction) => {
    const { namespace, name, label } = idOf(deployment);
    return { name: label, command: { kubectl: kubectl({ namespace, name }) } };
  };
  const scale = (deployment: Deployment, by: number) =>
    target(deployment, (at) => ({
      type: 'scale',
      resource: 'deployments',
      ...at,
      replicas: replicas(deployment) + by,
    }));
  return {
    scaleUp: deployments.map((deployment) => scale(deployment, 1)),
    scaleDown: deployments.filter((deployment) => replicas(deployment) > 0).map((deployment) => scale(deployment, -1)),
    undo: deployments.map((deployment) => target(deployment, (at) => ({ type: 'rolloutUndo', ...at, toRevision: 0 }))),
    restart: deployments.map((deployment) => target(deployment, (at) => ({ type: 'rolloutRestart', ...at }))),
    badRelease: deployments.flatMap((deployment) => {
      const container = deployment.spec?.template.spec?.containers[0];
      if (!container) return [];
      const image = `${(container.image ?? 'nginx').split(':')[0]}:example.invalid`;
      return [
        target(deployment, (at) => ({
          type: 'setImage',
          resource: 'deployments',
          ...at,
          container: container.name,
          image,
        })),
      ];
    }),
    conflict: newestFirst(rowsOf<ReplicaSet>(rows, 'api/replicasets').map(([, row]) => row)).map((set) => ({
      name: idOf(set).label,
      command: {
        fault: {
          to: 'faults',
          type: 'apiFault',
          payload: {
            user: 'kube-controller-manager',
            method: 'PUT',
            resource: 'replicasets',
            name: idOf(set).name,
            code: 409,
            remaining: 1,
          },
        },
      },
    })),
  };
}

/** What can be done here and now, by group; what there is nothing to do to is left out. */
export function faultChoices(rows: Rows): Readonly<Record<FaultGroup, readonly FaultChoice[]>> {
  const targets = { ...podTargets(rows), ...nodeTargets(rows), ...deploymentTargets(rows) };
  const choices = (names: readonly FaultName[]): FaultChoice[] =>
    names.flatMap((name) => {
      const own = targets[name] ?? [];
      return own.length === 0 ? [] : [{ name, targets: own }];
    });
  return {
    faults: choices(faultGroups.faults),
    repairs: choices(faultGroups.repairs),
    changes: choices(faultGroups.changes),
  };
}
