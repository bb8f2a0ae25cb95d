// Models: pkg/scheduler/framework/plugins/helper/normalize_score.go DefaultNormalizeScore.
// Simplified: —
// Not modelled: —

/** Brings scores to 0…100 by the largest, in place; `reverse`: the largest becomes 0. When all are 0, all are best or none. */
export function defaultNormalizeScore(scores: number[], reverse: boolean): void {
  let largest = 0;
  for (let i = 0; i < scores.length; i++) if ((scores[i] as number) > largest) largest = scores[i] as number;
  if (largest === 0) {
    scores.fill(reverse ? 100 : 0);
    return;
  }
  for (let i = 0; i < scores.length; i++) {
    const scaled = Math.floor((100 * (scores[i] as number)) / largest);
    scores[i] = reverse ? 100 - scaled : scaled;
  }
}
