import type { NodeConfig } from '../engine/index';
import type { Lesson, LessonNode } from './types';

/** A node of a lesson as the cluster's administrator made it. */
function nodeOf(node: LessonNode | NodeConfig): NodeConfig {
  if (!('cpuMilli' in node || 'memoryBytes' in node || 'pods' in node)) return node as NodeConfig;
  const { name, cpuMilli, memoryBytes, pods } = node;
  return {
    name,
    capacity: {
      ...(cpuMilli === undefined ? {} : { cpu: `${cpuMilli}m` }),
      ...(memoryBytes === undefined ? {} : { memory: String(memoryBytes) }),
      ...(pods === undefined ? {} : { pods: String(pods) }),
    },
  };
}

/** Seed and settings of the cluster in which a lesson plays. */
export function lessonScene({ seed, config }: Lesson) {
  return { seed, config: { nodes: config.nodes.map(nodeOf), workloads: config.workloads ?? {} } };
}
