// Models: pkg/controller/tainteviction getNoExecuteTaints, getMinTolerationTime; pkg/apis/core/v1/helper
//   GetMatchingTolerations
// Simplified: —
// Not modelled: —
import { toleratesTaint } from '../../api/taints';
import type { Taint, Toleration } from '../../api/types';

const none: readonly Taint[] = [];

export function noExecuteTaints(taints: readonly Taint[] | undefined): readonly Taint[] {
  if (!taints?.some(({ effect }) => effect === 'NoExecute')) return none;
  return taints.filter(({ effect }) => effect === 'NoExecute');
}

/**
 * How long a Pod may stay with these NoExecute taints, seconds: 0 when it bears one of them not at all, infinity when it
 * bears all for ever. Of several tolerations that match a taint the first counts; of several taints the shortest time.
 */
export function tolerationSeconds(taints: readonly Taint[], tolerations: readonly Toleration[] | undefined): number {
  let least = Number.POSITIVE_INFINITY;
  for (const taint of taints) {
    const used = tolerations?.find((toleration) => toleratesTaint(toleration, taint));
    if (!used) return 0;
    if (used.tolerationSeconds !== undefined) least = Math.min(least, Math.max(0, used.tolerationSeconds));
  }
  return least;
}
