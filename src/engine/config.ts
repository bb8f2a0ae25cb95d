// Models: the flags and settings of a cluster's processes, with upstream's defaults.
// Simplified: latencies are one number a process, not a distribution.
// Not modelled: settings of parts that this engine does not have.
import { defaultLimits, type KernelLimits } from './kernel/kernel';
import type { Recording } from './kernel/trace';

/** A worker node as the cluster's administrator made it. */
export interface NodeConfig {
  readonly name: string;
  /** Quantities by resource name; `cpu`, `memory`, `pods`, `ephemeral-storage`. */
  readonly capacity?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
}

export interface LatencyConfig {
  /** From request to reply, microseconds. */
  readonly apiReadMicros: number;
  readonly apiWriteMicros: number;
  /** From commit to the watcher's cache, microseconds, by process kind. */
  readonly watchMicros: Readonly<Record<'kube-controller-manager' | 'kube-scheduler' | 'kubelet' | 'other', number>>;
  /** Kubelets differ by up to this much, each by its own constant. */
  readonly kubeletSpreadMicros: number;
}

/** A plugin of a scheduler profile: on, with a weight, or off; `*` stands for all. */
export interface SchedulerPlugin {
  readonly name: string;
  readonly weight?: number;
}

/** KubeSchedulerProfile of kubescheduler.config.k8s.io/v1. */
export interface SchedulerProfile {
  readonly schedulerName: string;
  readonly percentageOfNodesToScore?: number;
  readonly plugins?: {
    readonly multiPoint?: {
      readonly enabled?: readonly SchedulerPlugin[];
      readonly disabled?: readonly SchedulerPlugin[];
    };
  };
  readonly pluginConfig?: readonly { readonly name: string; readonly args: unknown }[];
}

/** KubeSchedulerConfiguration of kubescheduler.config.k8s.io/v1. */
export interface SchedulerConfiguration {
  readonly profiles: readonly SchedulerProfile[];
  readonly percentageOfNodesToScore: number;
  readonly podInitialBackoffSeconds: number;
  readonly podMaxBackoffSeconds: number;
  /** `--feature-gates` of the scheduler, where they differ from their defaults. */
  readonly featureGates: Readonly<Record<string, boolean>>;
}

/** KubeletConfiguration of kubelet.config.k8s.io/v1beta1, the same for all nodes. */
export interface KubeletConfiguration {
  /** A node pulls one image at a time. */
  readonly serializeImagePulls: boolean;
  /** With `serializeImagePulls: false`: how many at a time; absent: any number. */
  readonly maxParallelImagePulls?: number;
  /** crashLoopBackOff.maxContainerRestartPeriod, seconds. */
  readonly maxContainerRestartSeconds: number;
}

/** Flags of kube-controller-manager. */
export interface ControllerManagerConfiguration {
  /** --node-monitor-grace-period: how long a node may be silent, seconds. */
  readonly nodeMonitorGracePeriodSeconds: number;
  /** --terminated-pod-gc-threshold: finished Pods that are kept; 0: all. */
  readonly terminatedPodGCThreshold: number;
}

export interface ClusterConfig {
  readonly seed: number;
  readonly recording: Recording;
  readonly limits: KernelLimits & { readonly nodes: number; readonly pods: number };
  /** RFC 3339 time at which the cluster starts. */
  readonly startTime: string;
  readonly nodes: readonly NodeConfig[];
  readonly latency: LatencyConfig;
  /** Watch events that the API server remembers for clients that come back. */
  readonly watchCacheSize: number;
  /** `--cluster-cidr`; each node gets a /24 of it, in order. */
  readonly clusterCIDR: string;
  /** Client-go's limits: requests a second and burst. kube-api-qps and kube-api-burst of each process. */
  readonly clientLimits: Readonly<Record<string, { readonly qps: number; readonly burst: number }>>;
  readonly scheduler: SchedulerConfiguration;
  readonly kubelet: KubeletConfiguration;
  readonly controllerManager: ControllerManagerConfiguration;
  /** Named images that behave in their own way; see workloads. */
  readonly workloads: Readonly<Record<string, unknown>>;
}

export const defaultConfig: ClusterConfig = {
  seed: 1,
  recording: 'full',
  limits: { ...defaultLimits, nodes: 5_000, pods: 200_000 },
  startTime: '2026-01-01T00:00:00Z',
  nodes: [{ name: 'node-1' }, { name: 'node-2' }, { name: 'node-3' }],
  latency: {
    apiReadMicros: 2_000,
    apiWriteMicros: 5_000,
    watchMicros: { 'kube-controller-manager': 4_000, 'kube-scheduler': 3_000, kubelet: 6_000, other: 5_000 },
    kubeletSpreadMicros: 4_000,
  },
  watchCacheSize: 1_000,
  clusterCIDR: '10.244.0.0/16',
  clientLimits: {
    'kube-controller-manager': { qps: 20, burst: 30 },
    'kube-controller-manager/garbage_collector_attempt_to_delete': { qps: 40, burst: 30 },
    'kube-controller-manager/garbage_collector_attempt_to_orphan': { qps: 40, burst: 30 },
    'kube-controller-manager/namespace': { qps: 400, burst: 3_000 },
    'kube-scheduler': { qps: 50, burst: 100 },
    kubelet: { qps: 50, burst: 100 },
  },
  scheduler: {
    profiles: [{ schedulerName: 'default-scheduler' }],
    percentageOfNodesToScore: 0,
    podInitialBackoffSeconds: 1,
    podMaxBackoffSeconds: 10,
    featureGates: {},
  },
  kubelet: { serializeImagePulls: true, maxContainerRestartSeconds: 300 },
  controllerManager: { nodeMonitorGracePeriodSeconds: 50, terminatedPodGCThreshold: 12_500 },
  workloads: {},
};

/** Fills what a partial config leaves out. */
export function configure(partial: Partial<ClusterConfig> = {}): ClusterConfig {
  return {
    ...defaultConfig,
    ...partial,
    limits: { ...defaultConfig.limits, ...partial.limits },
    latency: { ...defaultConfig.latency, ...partial.latency },
    kubelet: { ...defaultConfig.kubelet, ...partial.kubelet },
    controllerManager: { ...defaultConfig.controllerManager, ...partial.controllerManager },
  };
}

/** `count` nodes named node-1, node-2 …, all alike. */
export function manyNodes(count: number): NodeConfig[] {
  return Array.from({ length: count }, (_, i) => ({ name: `node-${i + 1}` }));
}
