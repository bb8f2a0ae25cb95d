// Models: pkg/scheduler/backend/heap.
// Simplified: what leaves the queue from the middle stays in the heap until it comes to the top, and is passed over then.
// Not modelled: —

/** A binary heap over a total order. */
export class Heap<T> {
  private readonly less: (a: T, b: T) => boolean;
  private items: T[] = [];

  constructor(less: (a: T, b: T) => boolean) {
    this.less = less;
  }

  get size(): number {
    return this.items.length;
  }

  clear(): void {
    this.items = [];
  }

  peek(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    const { items, less } = this;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!less(item, items[parent] as T)) break;
      items[at] = items[parent] as T;
      at = parent;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const { items, less } = this;
    const top = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && less(items[child + 1] as T, items[child] as T)) child++;
      if (!less(items[child] as T, last)) break;
      items[at] = items[child] as T;
      at = child;
    }
    items[at] = last;
    return top;
  }
}
