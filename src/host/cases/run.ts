import type { Case, CaseAdapter, CaseFile, Failure } from './case-form';
import type { Disputed } from './load';

interface FailedCase {
  readonly id: string;
  readonly failures: readonly Failure[];
  readonly note?: string;
  readonly confidence?: string;
  readonly disputed?: Disputed;
}

export interface AreaResult {
  readonly area: string;
  passed: number;
  failed: FailedCase[];
  /** Topic → number of its cases that no adapter takes. */
  skipped: Map<string, number>;
}

/** The most specific adapter for a case: by topic and by the text of its action first, then by the action. */
export function findAdapter(adapters: readonly CaseAdapter[], file: CaseFile, c: Case): CaseAdapter | undefined {
  const keys = Object.keys(c.when);
  const wanted: string[] = [];
  for (const key of keys) if (typeof c.when[key] === 'string') wanted.push(`${key}:${c.when[key]}`);
  wanted.push(...keys, '*');
  const mine = adapters.filter((a) => a.area === file.area && (a.topic === undefined || a.topic === file.topic));
  for (const when of wanted) {
    const fits = mine.filter((adapter) => adapter.when === when && adapter.takes?.(c, file) !== false);
    const found = fits.find((adapter) => adapter.topic !== undefined) ?? fits[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Runs every case; areas come back sorted by name. */
export function runCases(
  files: readonly CaseFile[],
  adapters: readonly CaseAdapter[],
  disputed: readonly Disputed[] = [],
): AreaResult[] {
  const areas = new Map<string, AreaResult>();
  for (const file of files) {
    let area = areas.get(file.area);
    if (area === undefined) {
      area = { area: file.area, passed: 0, failed: [], skipped: new Map() };
      areas.set(file.area, area);
    }
    for (const c of file.cases) {
      const adapter = findAdapter(adapters, file, c);
      if (adapter === undefined) {
        area.skipped.set(file.topic, (area.skipped.get(file.topic) ?? 0) + 1);
        continue;
      }
      const failures = runOne(adapter, c, file);
      if (failures.length === 0) {
        area.passed++;
        continue;
      }
      const id = `${file.area}/${file.topic}/${c.name}`;
      const dispute = disputed.find((entry) => entry.case === id);
      area.failed.push({
        id,
        failures,
        ...(c.note === undefined ? {} : { note: c.note }),
        ...(c.confidence === undefined ? {} : { confidence: c.confidence }),
        ...(dispute === undefined ? {} : { disputed: dispute }),
      });
    }
  }
  return [...areas.values()].sort((a, b) => (a.area < b.area ? -1 : a.area > b.area ? 1 : 0));
}

function runOne(adapter: CaseAdapter, c: Case, file: CaseFile): Failure[] {
  try {
    return adapter.run(c, file);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ path: '(threw)', expected: 'no exception', actual: message }];
  }
}

/** The report, a line an area, each failure below its area; the last line counts all. `disputedOk`: disputed ones are let pass. */
export function report(results: readonly AreaResult[], disputedOk = false): string[] {
  const lines: string[] = [];
  let passed = 0;
  let failed = 0;
  for (const result of results) {
    passed += result.passed;
    failed += result.failed.length;
    const skipped = [...result.skipped.values()].reduce((sum, n) => sum + n, 0);
    const topics = [...result.skipped.keys()].sort().join(', ');
    const why = skipped === 0 ? '' : ` (no adapter yet: ${topics})`;
    lines.push(`${result.area}: ${result.passed} passed, ${result.failed.length} failed, ${skipped} skipped${why}`);
    for (const one of result.failed) {
      const marks = [
        one.confidence && `confidence ${one.confidence}`,
        one.disputed && `disputed: ${one.disputed.reason}`,
      ];
      const shown = marks.filter(Boolean).join('; ');
      lines.push(`  ${one.id}${shown ? ` (${shown})` : ''}`);
      for (const failure of one.failures) {
        lines.push(`    ${failure.path}: expected ${show(failure.expected)}, actual ${show(failure.actual)}`);
      }
    }
  }
  const disputed = results.flatMap((result) => result.failed).filter((one) => one.disputed !== undefined).length;
  if (disputed > 0) {
    const fate = disputedOk ? 'let pass' : 'with --disputed-ok let pass';
    lines.push(`disputed (content/cases/disputed.yaml): ${disputed} of ${failed} failed, ${fate}`);
  }
  lines.push(`${passed} passed, ${failed} failed`);
  return lines;
}

/** Whether a case failed that is not let pass. */
export function someFailed(results: readonly AreaResult[], disputedOk: boolean): boolean {
  return results.some(({ failed }) => failed.some((one) => !disputedOk || one.disputed === undefined));
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
