// Models: k8s.io/kube-scheduler framework/cycle_state.go CycleState.
// Simplified: a scheduling cycle is one event, so what plugins write here never outlives it, except what they keep.
// Not modelled: recording of plugin metrics.

/** Something that a plugin works out once for a Pod. `clone` is for data that AddPod and RemovePod change. */
export interface StateData {
  clone?(): StateData;
}

/** What the plugins of one cycle know about its Pod. */
export class CycleState {
  /** Plugins whose PreFilter had nothing to say: their Filter is not asked. */
  readonly skipFilter = new Set<string>();
  /** Plugins whose PreScore had nothing to say. */
  readonly skipScore = new Set<string>();
  /** JSON values that Reserve, PreBind and Bind find again: the binding cycle is other events than the scheduling cycle. */
  kept: Readonly<Record<string, unknown>> = {};
  private readonly data = new Map<string, StateData>();

  write(key: string, data: StateData): void {
    this.data.set(key, data);
  }

  read<T extends StateData>(key: string): T | undefined {
    return this.data.get(key) as T | undefined;
  }

  get keepsSomething(): boolean {
    for (const _ in this.kept) return true;
    return false;
  }

  keep(key: string, value: unknown): void {
    this.kept = { ...this.kept, [key]: value };
  }

  clone(): CycleState {
    const copy = new CycleState();
    for (const name of this.skipFilter) copy.skipFilter.add(name);
    for (const name of this.skipScore) copy.skipScore.add(name);
    copy.kept = this.kept;
    for (const [key, data] of this.data) copy.data.set(key, data.clone ? data.clone() : data);
    return copy;
  }
}
