import type { Deployment, Node, Pod } from '../engine/index';
import type { Rows } from '../store/lab-store';
import type { FaultCommand, KubectlAction } from '../worker/protocol';

export type FaultName =
  | 'kill'
  | 'failProbe'
  | 'slowPull'
  | 'cut'
  | 'heal'
  | 'conflict'
  | 'deletePod'
  | 'badRelease'
  | 'undo'
  | 'scaleUp'
  | 'scaleDown'
  | 'restart';

/** One thing that can be done to this cluster as it is at the cursor. */
export interface FaultChoice {
  readonly name: FaultName;
  /** To whom. */
  readonly on: string;
  readonly command: { readonly kubectl: KubectlAction } | { readonly fault: FaultCommand };
}

/** How long a probe that is made to fail goes on failing. */
const failedProbeSeconds = 60;
/** How much longer a pull takes. */
const slowPullFactor = 10;

function rowsOf<T>(rows: Rows, table: string): [string, T][] {
  return [...((rows[table] ?? new Map()) as ReadonlyMap<string, T>)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What can go wrong here: the newest Deployment, the last node, the first Pod that runs. */
export function faultChoices(rows: Rows): FaultChoice[] {
  const choices: FaultChoice[] = [];
  const add = (name: FaultName, on: string, command: FaultChoice['command']) => choices.push({ name, on, command });
  const cuts = rows.cuts ?? new Map();
  const pods = rowsOf<Pod>(rows, 'api/pods').filter(([, pod]) => pod.spec?.nodeName && !pod.metadata.deletionTimestamp);
  const pod = pods[0]?.[1];
  if (pod?.metadata.name) {
    const { name, namespace = 'default' } = pod.metadata;
    const onNode = (type: string, more: object = {}): FaultChoice['command'] => ({
      fault: { to: 'kubelet-faults', type, payload: { pod: `${namespace}/${name}`, ...more } },
    });
    if (pod.status?.phase === 'Running') {
      add('kill', name, onNode('killContainer'));
      const probed = pod.spec?.containers.some(({ readinessProbe }) => readinessProbe);
      if (probed) add('failProbe', name, onNode('failProbe', { kind: 'readiness', seconds: failedProbeSeconds }));
    }
    add('deletePod', name, { kubectl: { type: 'deleteObject', resource: 'pods', namespace, name } });
  }
  const nodes = rowsOf<Node>(rows, 'api/nodes').map(([name]) => name);
  const cut = nodes.find((name) => cuts.has(`kubelet/${name}`));
  const whole = [...nodes].reverse().find((name) => !cuts.has(`kubelet/${name}`));
  if (nodes.length > 0)
    add('slowPull', '', { fault: { to: 'kubelet-faults', type: 'slowPull', payload: { factor: slowPullFactor } } });
  if (whole) add('cut', whole, { fault: { to: 'faults', type: 'cut', payload: { user: `kubelet/${whole}` } } });
  if (cut) add('heal', cut, { fault: { to: 'faults', type: 'heal', payload: { user: `kubelet/${cut}` } } });
  const deployment = rowsOf<Deployment>(rows, 'api/deployments')
    .map(([, row]) => row)
    .sort((a, b) => ((a.metadata.creationTimestamp ?? '') < (b.metadata.creationTimestamp ?? '') ? 1 : -1))[0];
  if (deployment?.metadata.name) {
    const { name, namespace = 'default' } = deployment.metadata;
    const target = { namespace, name };
    const replicas = deployment.spec?.replicas ?? 1;
    add('scaleUp', name, { kubectl: { type: 'scale', resource: 'deployments', ...target, replicas: replicas + 1 } });
    if (replicas > 0)
      add('scaleDown', name, {
        kubectl: { type: 'scale', resource: 'deployments', ...target, replicas: replicas - 1 },
      });
    const container = deployment.spec?.template.spec?.containers[0];
    if (container) {
      const image = `${(container.image ?? 'nginx').split(':')[0]}:example.invalid`;
      add('badRelease', name, {
        kubectl: { type: 'setImage', resource: 'deployments', ...target, container: container.name, image },
      });
    }
    add('undo', name, { kubectl: { type: 'rolloutUndo', ...target, toRevision: 0 } });
    add('restart', name, { kubectl: { type: 'rolloutRestart', ...target } });
    const conflict = {
      user: 'kube-controller-manager',
      method: 'PUT',
      resource: 'replicasets',
      code: 409,
      remaining: 1,
    };
    add('conflict', name, { fault: { to: 'faults', type: 'apiFault', payload: conflict } });
  }
  return choices;
}
