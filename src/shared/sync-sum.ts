const minus = (...terms: readonly unknown[]) => terms.join(' − ');

/** The sum that a controller's sync came to, in its own numbers: `13 − 8 − 5 = 0`. From the detail of a `sync.decide`. */
export function syncSum(detail: Readonly<Record<string, unknown>>): string {
  const { side } = detail;
  if (side === 'old')
    return `${minus(detail.total, detail.minAvailable, detail.newUnavailable)} = ${detail.maxScaledDown}`;
  if (side === 'new') {
    const { replicas, size, maxTotal, total } = detail as Readonly<Record<string, number>>;
    const byRoom = (replicas ?? 0) + (maxTotal ?? 0) - (total ?? 0) === size;
    return byRoom ? `${replicas} + (${maxTotal} − ${total}) = ${size}` : `${replicas} → ${size}`;
  }
  // What all old specs ask for, and whether any of their Pods is still there.
  if (side === 'recreate') return `replicas ${detail.oldReplicas}, Pod ${detail.oldPodsRunning ? '> 0' : '= 0'}`;
  if (side === 'create' || side === 'delete') return `${detail.pods} → ${detail.wanted}`;
  return '';
}
