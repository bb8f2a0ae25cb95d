// Models: nothing of Kubernetes; the source of every random draw of the cluster.
// Simplified: —
// Not modelled: —
import { hashText } from '../../shared/hash';

/**
 * A draw in [0, 1) that depends on its arguments alone. There is no generator state, so adding a component, or forking,
 * shifts nobody else's draws, and two branches of one timeline stay comparable.
 */
export function rand(seed: number, component: string, purpose: string, objectKey: string, n: number): number {
  return hashText(`${component}\u0000${purpose}\u0000${objectKey}\u0000${n}`, seed) / 9007199254740992;
}
