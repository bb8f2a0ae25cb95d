import type { Change } from '../engine/index';

interface PodRow {
  readonly metadata: { readonly uid?: string };
  readonly spec?: { readonly nodeName?: string };
}

/**
 * Places of Pods on their nodes, and of Pods that wait for one. A Pod takes the first free place of its node and keeps
 * it until it is gone; nobody else moves. Fed with every event of a branch in order, so that the places are a function
 * of the trace and not of the way the cursor went.
 */
export class PodSlots {
  /** By uid; the place on the node that the Pod is bound to, or in the waiting room. */
  private places = new Map<string, { node: string; slot: number }>();
  private taken = new Map<string, Set<number>>();
  private fresh: (readonly [string, number])[] = [];

  /** Reads the changes of the next event. */
  feed(changes: readonly Change[]): void {
    for (const { table, before, after } of changes) {
      if (table !== 'api/pods') continue;
      const was = before as PodRow | undefined;
      const is = after as PodRow | undefined;
      const uid = (is ?? was)?.metadata.uid;
      if (!uid) continue;
      if (!is) this.leave(uid);
      else this.settle(uid, is.spec?.nodeName ?? '');
    }
  }

  private settle(uid: string, node: string): void {
    const place = this.places.get(uid);
    if (place?.node === node) return;
    this.leave(uid);
    const taken = this.taken.get(node) ?? new Set<number>();
    this.taken.set(node, taken);
    let slot = 0;
    while (taken.has(slot)) slot++;
    taken.add(slot);
    this.places.set(uid, { node, slot });
    this.fresh.push([node === '' ? `${uid}/waiting` : uid, slot]);
  }

  private leave(uid: string): void {
    const place = this.places.get(uid);
    if (!place) return;
    this.taken.get(place.node)?.delete(place.slot);
    this.places.delete(uid);
  }

  /** Places given since the last call. */
  take(): (readonly [string, number])[] {
    const fresh = this.fresh;
    this.fresh = [];
    return fresh;
  }
}
