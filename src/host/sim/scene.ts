import type { ClusterConfig, Command, EngineContext } from '../../engine';
import type { Deployment, Node, Pod } from '../../engine/api/types';

/** One random step. `pick` chooses among what exists at the time, so that a shortened list still makes sense. */
export interface SimCommand {
  readonly kind: SimKind;
  readonly waitMicros: number;
  readonly pick: number;
  readonly value: number;
}

export const simKinds = [
  'create',
  'scale',
  'image',
  'badRelease',
  'undo',
  'restart',
  'pause',
  'resume',
  'strategy',
  'deleteDeployment',
  'deletePod',
  'forceDeletePod',
  'killContainer',
  'killSandbox',
  'failProbe',
  'breakNetwork',
  'healNetwork',
  'stopKubelet',
  'startKubelet',
  'crashNode',
  'startNode',
  'cutNode',
  'healNode',
  'cutManager',
  'healManager',
  'conflict',
  'slowPull',
  'budget',
  'evict',
  'quota',
  'sleep',
] as const;

export type SimKind = (typeof simKinds)[number];

export const simConfig: Partial<ClusterConfig> = {
  nodes: [{ name: 'node-1' }, { name: 'node-2' }, { name: 'node-3' }],
  recording: 'full',
};

const deploymentPath = '/apis/apps/v1/namespaces/default/deployments';
const quotaPath = '/api/v1/namespaces/default/resourcequotas';
const bounds = [{ maxUnavailable: 1 }, { minAvailable: '50%' }, { minAvailable: 2 }, { maxUnavailable: 0 }];
const images = ['nginx:1.27', 'nginx:1.28', 'httpd:2.4', 'redis:7'];
const badImage = 'example.invalid/shop:broken';

function request(method: string, path: string, body?: unknown, contentType?: string): Command {
  const user = 'kubectl';
  return {
    to: 'http',
    type: 'request',
    payload: { method, path, body, user, ...(contentType ? { contentType } : {}) },
  };
}

function patch(name: string, body: unknown): Command {
  return request('PATCH', `${deploymentPath}/${name}`, body, 'application/strategic-merge-patch+json');
}

function deployment(name: string, replicas: number, image: string): unknown {
  const labels = { app: name };
  const probe = { httpGet: { path: '/', port: 80 }, periodSeconds: 5 };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { terminationGracePeriodSeconds: 10, containers: [{ name: 'web', image, readinessProbe: probe }] },
      },
    },
  };
}

function chosen<T>(all: readonly T[], pick: number): T | undefined {
  return all[Math.floor(pick * all.length)];
}

function deploymentsOf(context: EngineContext): Deployment[] {
  return context.api.storage.table('deployments').values() as unknown as Deployment[];
}

function podsOf(context: EngineContext): Pod[] {
  return context.api.storage.table('pods').values() as unknown as Pod[];
}

function onNode(type: string, payload: unknown): Command {
  return { to: 'kubelet-faults', type, payload };
}

/** A strategy for a Deployment; some round to nothing, so that the controller's own correction is met. */
const strategies: readonly unknown[] = [
  { type: 'Recreate', rollingUpdate: null },
  { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
  { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
  { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: 0 } },
];

/** The command that a random step is, given what exists now; `undefined` when there is nothing to do it to. */
export function resolve(step: SimCommand, context: EngineContext): Command | undefined {
  const target = chosen(deploymentsOf(context), step.pick)?.metadata.name;
  const pod = chosen(podsOf(context), step.pick);
  const node = chosen(context.config.nodes, step.pick)?.name ?? '';
  const image = chosen(images, step.value) ?? '';
  const podPath = `/api/v1/namespaces/default/pods/${pod?.metadata.name}`;
  const setImage = (name: string) =>
    patch(name, { spec: { template: { spec: { containers: [{ name: 'web', image: name ? image : '' }] } } } });
  switch (step.kind) {
    case 'create':
      return request(
        'POST',
        deploymentPath,
        deployment(`app-${Math.floor(step.pick * 4)}`, Math.floor(step.value * 6), image),
      );
    case 'scale':
      return target ? patch(target, { spec: { replicas: Math.floor(step.value * 8) } }) : undefined;
    case 'image':
      return target ? setImage(target) : undefined;
    case 'badRelease':
      return target
        ? patch(target, { spec: { template: { spec: { containers: [{ name: 'web', image: badImage }] } } } })
        : undefined;
    case 'undo':
      return target
        ? { to: 'kubectl', type: 'rolloutUndo', payload: { kind: 'Deployment', namespace: 'default', name: target } }
        : undefined;
    case 'restart':
      return target
        ? patch(target, {
            spec: {
              template: { metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': String(step.value) } } },
            },
          })
        : undefined;
    case 'pause':
      return target ? patch(target, { spec: { paused: true } }) : undefined;
    case 'resume':
      return target ? patch(target, { spec: { paused: false } }) : undefined;
    case 'strategy':
      return target ? patch(target, { spec: { strategy: chosen(strategies, step.value) } }) : undefined;
    case 'deleteDeployment':
      return target ? request('DELETE', `${deploymentPath}/${target}`) : undefined;
    case 'deletePod':
      return pod ? request('DELETE', podPath) : undefined;
    case 'forceDeletePod':
      return pod ? request('DELETE', podPath, { gracePeriodSeconds: 0 }) : undefined;
    case 'killContainer':
      return pod?.spec?.nodeName
        ? {
            to: 'kubelet-faults',
            type: 'killContainer',
            payload: { pod: `default/${pod.metadata.name}`, container: 'web' },
          }
        : undefined;
    case 'killSandbox':
      return pod?.spec?.nodeName ? onNode('killSandbox', { pod: `default/${pod.metadata.name}` }) : undefined;
    case 'failProbe':
      return pod ? onNode('failProbe', { pod: `default/${pod.metadata.name}`, seconds: step.value * 60 }) : undefined;
    case 'breakNetwork':
    case 'healNetwork':
    case 'stopKubelet':
    case 'startKubelet':
    case 'crashNode':
    case 'startNode':
      return onNode(step.kind, { node });
    case 'cutNode':
      return { to: 'faults', type: 'cut', payload: { user: `kubelet/${node}` } };
    case 'healNode':
      return { to: 'faults', type: 'heal', payload: { user: `kubelet/${node}` } };
    case 'cutManager':
      return { to: 'faults', type: 'cut', payload: { user: 'kube-controller-manager' } };
    case 'healManager':
      return { to: 'faults', type: 'heal', payload: { user: 'kube-controller-manager' } };
    case 'conflict': {
      const resource = chosen(['pods', 'replicasets', 'deployments'], step.value) ?? 'pods';
      const user = resource === 'pods' ? `kubelet/${node}` : 'kube-controller-manager';
      return {
        to: 'faults',
        type: 'apiFault',
        payload: { user, method: resource === 'pods' ? 'PATCH' : 'PUT', resource, code: 409, remaining: 2 },
      };
    }
    case 'budget':
      return target
        ? request('POST', '/apis/policy/v1/namespaces/default/poddisruptionbudgets', {
            metadata: { name: target },
            spec: { ...chosen(bounds, step.value), selector: { matchLabels: { app: target } } },
          })
        : undefined;
    case 'evict':
      return pod ? request('POST', `${podPath}/eviction`, { metadata: { name: pod.metadata.name } }) : undefined;
    case 'quota':
      return request('POST', quotaPath, {
        metadata: { name: `quota-${Math.floor(step.pick * 2)}` },
        spec: { hard: { pods: String(Math.floor(step.value * 12)) } },
      });
    case 'sleep':
      return undefined;
    case 'slowPull':
      return onNode('slowPull', { node, factor: 1 + Math.floor(step.value * 9) });
  }
}

/** What ends the faults: every connection healed, every pull at its speed, no quota, every release one that works. */
export function recovery(context: EngineContext): Command[] {
  const commands: Command[] = [];
  for (const { name } of context.config.nodes) {
    commands.push({ to: 'faults', type: 'heal', payload: { user: `kubelet/${name}` } });
    commands.push(onNode('slowPull', { node: name, factor: 1 }));
    commands.push(onNode('healNetwork', { node: name }));
    commands.push(onNode('startNode', { node: name }));
  }
  commands.push({ to: 'faults', type: 'heal', payload: { user: 'kube-controller-manager' } });
  for (const name of ['quota-0', 'quota-1']) commands.push(request('DELETE', `${quotaPath}/${name}`));
  for (const { metadata } of deploymentsOf(context)) {
    const template = { spec: { containers: [{ name: 'web', image: 'nginx:1.27' }] } };
    // Upstream never leaves one state by itself: Recreate with two active ReplicaSets and another size than theirs
    // counts as a scaling event for ever, and scaling touches them in a rolling update only.
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } };
    commands.push(patch(metadata.name ?? '', { spec: { paused: false, strategy, template } }));
  }
  return commands;
}

/** What is still not as wanted; empty when the cluster has converged. */
export function unfinished(context: EngineContext): string[] {
  const problems: string[] = [];
  const pods = podsOf(context);
  for (const { metadata, spec, status } of deploymentsOf(context)) {
    const wanted = spec?.replicas ?? 1;
    const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status ?? {};
    if (replicas !== wanted || updatedReplicas !== wanted || availableReplicas !== wanted) {
      problems.push(
        `deployment ${metadata.name}: ${updatedReplicas} updated, ${availableReplicas} available, ${replicas} in all, of ${wanted}`,
      );
    }
    if (status?.observedGeneration !== metadata.generation)
      problems.push(`deployment ${metadata.name}: generation not observed`);
  }
  const deploymentUids = new Set(deploymentsOf(context).map((object) => object.metadata.uid));
  const sets = context.api.storage.table('replicasets').values();
  for (const { metadata } of sets) {
    const owner = metadata.ownerReferences?.[0];
    if (owner && !deploymentUids.has(owner.uid)) problems.push(`replicaset ${metadata.name}: its Deployment is gone`);
  }
  for (const { metadata, spec, status } of context.api.storage.table('nodes').values() as unknown as Node[]) {
    const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status;
    if (ready !== 'True') problems.push(`node ${metadata.name}: Ready is ${ready}`);
    // Time enough has gone by: what the conditions no longer say the taints must not say either.
    for (const { key, effect } of spec?.taints ?? []) problems.push(`node ${metadata.name}: still ${key}:${effect}`);
  }
  const setUids = new Set(sets.map((object) => object.metadata.uid));
  for (const pod of pods) {
    const owner = pod.metadata.ownerReferences?.[0];
    if (pod.metadata.deletionTimestamp) problems.push(`pod ${pod.metadata.name}: still terminating`);
    else if (owner && !setUids.has(owner.uid)) problems.push(`pod ${pod.metadata.name}: its ReplicaSet is gone`);
  }
  return problems;
}
