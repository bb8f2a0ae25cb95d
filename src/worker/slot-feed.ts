import type { Branch, KubeObject } from '../engine/index';
import { PodSlots } from './pod-slots';

/** Which places of a branch's Pods the main thread has been told. */
export class SlotFeed {
  private readonly branch: Branch;
  private slots = new PodSlots();
  private reset = true;
  private read = 0;

  constructor(branch: Branch) {
    this.branch = branch;
  }

  /** Places of Pods that came up until a position. */
  next(position: number): { reset: boolean; slots: (readonly [string, number])[] } {
    const { trace } = this.branch.cluster.kernel;
    if (this.read === 0 && trace.dropped > 0) {
      // Pods from a time that is no longer kept: the oldest first, as they came.
      const rows = [...this.branch.baseRows<KubeObject>('api/pods')].map(([key, after]) => ({ key, after }));
      const age = ({ key, after }: (typeof rows)[number]) => `${after.metadata.creationTimestamp ?? ''} ${key}`;
      rows.sort((a, b) => (age(a) < age(b) ? -1 : 1));
      this.slots.feed(rows.map(({ key, after }) => ({ table: 'api/pods', key, before: undefined, after })));
    }
    for (this.read = Math.max(this.read, trace.dropped); this.read <= position; this.read++) {
      this.slots.feed(trace.at(this.read)?.changes ?? []);
    }
    const { reset } = this;
    this.reset = false;
    return { reset, slots: this.slots.take() };
  }
}
