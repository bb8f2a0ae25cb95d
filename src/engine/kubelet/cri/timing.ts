// Models: how long a container runtime takes for its calls on an ordinary machine.
// Simplified: one typical time a call, a fifth more or less by draw.
// Not modelled: load: a node with many starts at once is as quick as one with few.
import type { Kernel } from '../../kernel/kernel';

/** Microseconds. */
export const callMicros = {
  RunPodSandbox: 280_000,
  /** Within RunPodSandbox: when CNI ADD has done its work. */
  cniAdd: 130_000,
  PodSandboxStatus: 1_000,
  ImageStatus: 1_000,
  CreateContainer: 35_000,
  StartContainer: 60_000,
  StopPodSandbox: 70_000,
} as const;

/** A time around a typical one, the same for the same call of the same thing. */
export function spread(kernel: Kernel, typicalMicros: number, call: string, key: string, n: number): number {
  return Math.round(typicalMicros * (0.8 + 0.4 * kernel.rand('containerd', call, key, n)));
}
