/** Longer waits than this are not drawn to scale: 30 ms among messages that take 3 to 10. Microseconds. */
export const idleMicros = 30_000;

/** A wait that is drawn short. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly width: number;
}

export interface Tick {
  readonly x: number;
  readonly at: number;
  /** Since the start of its stretch, microseconds. */
  readonly offset: number;
}

/** Virtual time along the picture: to scale where something happens, and waits cut short. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
  readonly gaps: readonly Gap[];
  readonly ticks: readonly Tick[];
  /** Of the labels of the ticks: microseconds between two. */
  readonly step: number;
  xOf(at: number): number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

const steps = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000];
const widestGap = 44;
/** A message that takes a millisecond is at most so long. */
const maxPixelsPerMicro = 0.04;

/** Stretches of time in which the moments follow each other closely. */
function stretchesOf(moments: readonly number[]): Stretch[] {
  const sorted = [...new Set(moments)].sort((a, b) => a - b);
  const stretches: { from: number; to: number }[] = [];
  for (const at of sorted) {
    const last = stretches[stretches.length - 1];
    if (last && at - last.to <= idleMicros) last.to = at;
    else stretches.push({ from: at, to: at });
  }
  return stretches;
}

/** `moments`: when something happens; `left`, `right`: between which places they are drawn. */
export function axisOf(moments: readonly number[], left: number, right: number): Axis {
  const stretches = stretchesOf(moments.length > 0 ? moments : [0]);
  const width = right - left;
  const gapCount = stretches.length - 1;
  const active = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const narrowGaps = Math.min(widestGap * gapCount, width * (active > 0 ? 0.45 : 1));
  const scale = Math.min(maxPixelsPerMicro, active > 0 ? (width - narrowGaps) / active : maxPixelsPerMicro);
  // What is left over goes to the waits, which have no scale anyway.
  const gapWidth = gapCount > 0 ? (width - active * scale) / gapCount : 0;

  const gaps: Gap[] = [];
  const starts: number[] = [];
  let x = left;
  stretches.forEach((stretch, i) => {
    starts.push(x);
    x += (stretch.to - stretch.from) * scale;
    const next = stretches[i + 1];
    if (!next) return;
    gaps.push({ from: stretch.to, to: next.from, x, width: gapWidth });
    x += gapWidth;
  });

  const first = stretches[0] as Stretch;
  const last = stretches[stretches.length - 1] as Stretch;
  const xOf = (at: number): number => {
    if (at <= first.from) return left;
    let low = 0;
    let high = stretches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((stretches[middle] as Stretch).from <= at) low = middle;
      else high = middle - 1;
    }
    const stretch = stretches[low] as Stretch;
    const start = starts[low] as number;
    if (at <= stretch.to) return start + (at - stretch.from) * scale;
    const gap = gaps[low];
    if (!gap) return Math.min(right, start + (at - stretch.from) * scale);
    return gap.x + ((at - gap.from) / (gap.to - gap.from)) * gap.width;
  };

  const step = steps.find((candidate) => candidate * scale >= 48) ?? 5_000_000;
  const ticks: Tick[] = [];
  stretches.forEach(({ from, to }, i) => {
    for (let offset = 0; from + offset <= to || offset === 0; offset += step) {
      ticks.push({ x: (starts[i] as number) + offset * scale, at: from + offset, offset });
    }
  });
  return { from: first.from, to: last.to, left, right, gaps, ticks, step, xOf };
}
