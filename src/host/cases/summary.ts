import type { AreaResult } from './run';

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** How many cases of each area pass, which are disputed and why: what the page tells. As text, so that it can be compared. */
export function summaryText(results: readonly AreaResult[]): string {
  const areas = results.map(({ area, passed, failed, skipped }) => ({
    area,
    passed,
    failed: failed
      .filter(({ disputed }) => disputed === undefined)
      .map(({ id }) => id)
      .sort(byText),
    disputed: failed.flatMap(({ disputed }) => (disputed ? [disputed] : [])).sort((a, b) => byText(a.case, b.case)),
    waiting: [...skipped.values()].reduce((sum, count) => sum + count, 0),
  }));
  return `${JSON.stringify(areas, null, 2)}\n`;
}
