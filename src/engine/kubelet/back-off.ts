// Models: client-go util/flowcontrol/backoff.go Backoff, as the kubelet sets it up for restarts and image pulls: 10 s to 5 min.
//   pkg/features/kube_features.go: KubeletCrashLoopBackOffMax (beta since 1.35, on) lets a node lower the maximum;
//   ReduceDefaultCrashLoopBackOffDecay (1 s to 60 s, KEP-4603) is alpha since 1.33 and off, so it is not modelled.
// Simplified: —
// Not modelled: garbage collection of old entries.

/** Times in virtual microseconds. */
export interface BackOffEntry {
  readonly backoffMicros: number;
  readonly lastUpdate: number;
}

export interface BackOffLimits {
  readonly initialMicros: number;
  readonly maxMicros: number;
  /** An entry counts as new when an event comes this long after its last update. */
  readonly expiresMicros: number;
}

/** Restarts: 10 s to 5 min, forgotten after ten good minutes. */
export const restartBackOff: BackOffLimits = { initialMicros: 10e6, maxMicros: 300e6, expiresMicros: 600e6 };

/** The same on a node that lowers the maximum, seconds. A maximum below the first delay lowers that too. */
export function restartBackOffUpTo(maxSeconds: number): BackOffLimits {
  const maxMicros = Math.min(restartBackOff.maxMicros, Math.max(1, maxSeconds) * 1e6);
  return { ...restartBackOff, initialMicros: Math.min(restartBackOff.initialMicros, maxMicros), maxMicros };
}
/** Image pulls: 10 s to 5 min. */
export const imageBackOff: BackOffLimits = { initialMicros: 10e6, maxMicros: 300e6, expiresMicros: 600e6 };

function expired(entry: BackOffEntry, eventAt: number, limits: BackOffLimits): boolean {
  return eventAt - entry.lastUpdate > limits.expiresMicros;
}

/** IsInBackOffSince: whether less than the current delay has passed since an event. */
export function inBackOffSince(
  entry: BackOffEntry | undefined,
  eventAt: number,
  now: number,
  limits: BackOffLimits,
): boolean {
  if (!entry || expired(entry, eventAt, limits)) return false;
  return now - eventAt < entry.backoffMicros;
}

/** IsInBackOffSinceUpdate: the same, counted from the last update of the entry. */
export function inBackOffSinceUpdate(entry: BackOffEntry | undefined, eventAt: number, limits: BackOffLimits): boolean {
  if (!entry || expired(entry, eventAt, limits)) return false;
  return eventAt - entry.lastUpdate < entry.backoffMicros;
}

/** Next: the first delay, or twice the last one up to the maximum. */
export function nextBackOff(
  entry: BackOffEntry | undefined,
  eventAt: number,
  now: number,
  limits: BackOffLimits,
): BackOffEntry {
  const backoffMicros =
    !entry || expired(entry, eventAt, limits)
      ? limits.initialMicros
      : Math.min(limits.maxMicros, entry.backoffMicros * 2);
  return { backoffMicros, lastUpdate: now };
}
