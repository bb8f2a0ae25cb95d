// Models: pkg/scheduler/apis/config/v1/default_plugins.go getDefaultPlugins; pkg/scheduler/framework/plugins/registry.go.
// Simplified: —
// Not modelled: the plugins behind alpha gates.
import type { RegisteredPlugin } from '../configuration';
import { defaultBinder } from './default-binder';
import { defaultPreemption } from './default-preemption';
import { dynamicResources } from './dynamic-resources';
import { imageLocality } from './image-locality';
import { interPodAffinity } from './inter-pod-affinity';
import { nodeAffinity } from './node-affinity';
import { nodeName } from './node-name';
import { nodePorts } from './node-ports';
import { nodeResourcesBalancedAllocation } from './node-resources-balanced-allocation';
import { nodeResourcesFit } from './node-resources-fit';
import { nodeUnschedulable } from './node-unschedulable';
import { nodeVolumeLimits } from './node-volume-limits';
import { podTopologySpread } from './pod-topology-spread';
import { prioritySort } from './priority-sort';
import { schedulingGates } from './scheduling-gates';
import { taintToleration } from './taint-toleration';
import { volumeBinding } from './volume-binding';
import { volumeRestrictions } from './volume-restrictions';
import { volumeZone } from './volume-zone';

/** Every plugin that exists, in upstream's order: a node reports the first that refuses it. A new one is a folder and a line here. */
export const plugins: readonly RegisteredPlugin[] = [
  { definition: schedulingGates, weight: 0 },
  { definition: prioritySort, weight: 0 },
  { definition: nodeUnschedulable, weight: 0 },
  { definition: nodeName, weight: 0 },
  { definition: taintToleration, weight: 3 },
  { definition: nodeAffinity, weight: 2 },
  { definition: nodePorts, weight: 0 },
  { definition: nodeResourcesFit, weight: 1 },
  { definition: volumeRestrictions, weight: 0 },
  { definition: nodeVolumeLimits, weight: 0 },
  { definition: volumeBinding, weight: 1 },
  { definition: volumeZone, weight: 0 },
  { definition: podTopologySpread, weight: 2 },
  { definition: interPodAffinity, weight: 2 },
  { definition: dynamicResources, weight: 0 },
  { definition: defaultPreemption, weight: 0 },
  { definition: nodeResourcesBalancedAllocation, weight: 1 },
  { definition: imageLocality, weight: 1 },
  { definition: defaultBinder, weight: 0 },
];
