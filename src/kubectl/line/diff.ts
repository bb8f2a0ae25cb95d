// Models: diff -u of two texts
// Simplified: —
// Not modelled: times in the header.

const context = 3;

/** Lines that both texts have, in order, as pairs of places. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  // Ends that are alike need no table.
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const rows = a.length - start - end;
  const columns = b.length - start - end;
  const pairs: [number, number][] = Array.from({ length: start }, (_, i) => [i, i]);
  if (rows * columns <= 4_000_000) {
    const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
    for (let i = rows - 1; i >= 0; i--) {
      const row = lengths[i] as Uint32Array;
      const below = lengths[i + 1] as Uint32Array;
      for (let j = columns - 1; j >= 0; j--)
        row[j] =
          a[start + i] === b[start + j]
            ? (below[j + 1] as number) + 1
            : Math.max(below[j] as number, row[j + 1] as number);
    }
    for (let i = 0, j = 0; i < rows && j < columns; ) {
      if (a[start + i] === b[start + j]) pairs.push([start + i++, start + j++]);
      else if (((lengths[i + 1] as Uint32Array)[j] as number) >= ((lengths[i] as Uint32Array)[j + 1] as number)) i++;
      else j++;
    }
  }
  for (let i = end; i > 0; i--) pairs.push([a.length - i, b.length - i]);
  return pairs;
}

/** The hunks of a unified diff, without the header that names the files. */
export function unifiedDiff(before: string, after: string): string {
  const a = before === '' ? [] : before.replace(/\n$/, '').split('\n');
  const b = after === '' ? [] : after.replace(/\n$/, '').split('\n');
  const edits: { sign: ' ' | '-' | '+'; text: string; a: number; b: number }[] = [];
  let i = 0;
  let j = 0;
  for (const [x, y] of [...common(a, b), [a.length, b.length] as const]) {
    for (; i < x; i++) edits.push({ sign: '-', text: a[i] as string, a: i, b: j });
    for (; j < y; j++) edits.push({ sign: '+', text: b[j] as string, a: i, b: j });
    if (x < a.length && y < b.length) edits.push({ sign: ' ', text: a[i] as string, a: i++, b: j++ });
  }
  const changed = edits.flatMap(({ sign }, at) => (sign === ' ' ? [] : [at]));
  const hunks: [number, number][] = [];
  for (const at of changed) {
    const last = hunks[hunks.length - 1];
    if (last && at - context <= last[1] + context) last[1] = at;
    else hunks.push([at, at]);
  }
  const range = (first: number, count: number) =>
    count === 1 ? `${first}` : `${count === 0 ? first - 1 : first},${count}`;
  return hunks
    .map(([from, to]) => {
      const part = edits.slice(Math.max(0, from - context), to + context + 1);
      const olds = part.filter(({ sign }) => sign !== '+').length;
      const news = part.filter(({ sign }) => sign !== '-').length;
      const head = `@@ -${range((part[0]?.a ?? 0) + 1, olds)} +${range((part[0]?.b ?? 0) + 1, news)} @@`;
      return [head, ...part.map(({ sign, text }) => sign + text)].join('\n');
    })
    .join('\n');
}
