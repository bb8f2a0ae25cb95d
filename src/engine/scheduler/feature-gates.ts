// Models: pkg/features/kube_features.go: the gates that change what the scheduler does, as 1.37 has them by default.
// Simplified: gates that are on and whose absence is not modelled are not named.
// Not modelled: —

const defaults = {
  /** Beta, on since 1.33: a Pod that backs off is tried before its time when nobody else waits. */
  SchedulerPopFromBackoffQ: true,
  /** Alpha: the operators Lt and Gt of tolerations. */
  TaintTolerationComparisonOperators: false,
};

export type FeatureGate = keyof typeof defaults;

export function gateIsOn(gates: Readonly<Record<string, boolean>>, name: FeatureGate): boolean {
  return gates[name] ?? defaults[name];
}
