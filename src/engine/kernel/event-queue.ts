// Models: nothing of Kubernetes; the order in which the simulation happens.
// Simplified: —
// Not modelled: —

/** A thing that will happen: plain data. `at` is virtual time in integer microseconds since the cluster's start. */
export interface KernelEvent {
  readonly at: number;
  /** 0: a command from outside; 1: everything else. */
  readonly phase: 0 | 1;
  readonly order: number;
  /** Name of the component that handles it. */
  readonly target: string;
  readonly type: string;
  readonly payload: unknown;
  /** `seq` of the trace event that led to it. */
  readonly cause: number;
  /** Housekeeping that goes on for ever in an idle cluster: it does not keep the cluster from being settled. */
  readonly background: boolean;
}

function before(a: KernelEvent, b: KernelEvent): boolean {
  if (a.at !== b.at) return a.at < b.at;
  if (a.phase !== b.phase) return a.phase < b.phase;
  return a.order < b.order;
}

/** A binary heap ordered by `(at, phase, order)` and nothing else. */
export class EventQueue {
  private heap: KernelEvent[] = [];
  /** How many events in the queue are not background. */
  foreground = 0;

  get length(): number {
    return this.heap.length;
  }

  peek(): KernelEvent | undefined {
    return this.heap[0];
  }

  push(event: KernelEvent): void {
    if (!event.background) this.foreground++;
    const heap = this.heap;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as KernelEvent;
      if (!before(event, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = event;
  }

  pop(): KernelEvent | undefined {
    const heap = this.heap;
    const first = heap[0];
    if (first === undefined) return undefined;
    if (!first.background) this.foreground--;
    const last = heap.pop() as KernelEvent;
    if (heap.length > 0) {
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && before(heap[child + 1] as KernelEvent, heap[child] as KernelEvent)) child++;
        if (!before(heap[child] as KernelEvent, last)) break;
        heap[at] = heap[child] as KernelEvent;
        at = child;
      }
      heap[at] = last;
    }
    return first;
  }

  /** The events in no order that means anything. */
  all(): readonly KernelEvent[] {
    return this.heap;
  }

  /** The events in the order in which they will happen. */
  toSorted(): KernelEvent[] {
    return [...this.heap].sort((a, b) => (before(a, b) ? -1 : 1));
  }

  /** Replaces the whole content. A sorted array is a heap. */
  load(sorted: readonly KernelEvent[]): void {
    this.heap = [...sorted];
    this.foreground = 0;
    for (const event of sorted) if (!event.background) this.foreground++;
  }
}
