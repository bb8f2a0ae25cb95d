const milliOf: Readonly<Record<string, number>> = { n: 1e-6, u: 1e-3, m: 1, '': 1000, k: 1e6 };

/** Thousandths of a CPU of a quantity such as `500m`, `2` or `0.5`; 0 for what is no such quantity. */
export function cpuMilli(quantity: unknown): number {
  const match = /^(\d+(?:\.\d+)?)([numk]?)$/.exec(String(quantity ?? ''));
  return match ? Number(match[1]) * (milliOf[match[2] as string] as number) : 0;
}

/** `1.5` for 1500: CPUs as people write them. */
export function cpuText(milli: number): string {
  return String(Number((milli / 1000).toFixed(2)));
}
