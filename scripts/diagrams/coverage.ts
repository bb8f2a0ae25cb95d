import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { causesOf, predicateTest, type Trace } from '../../src/engine/index';
import { walk } from '../../src/host/lesson/walk';
import type { Lesson } from '../../src/lessons/types';
import { type Bind, type Diagram, lightableIds, lightRules } from '../../src/views/document/diagram';
import { Lab } from '../../src/worker/lab';
import { loadReader } from '../../src/worker/manifest';
import { emptyScene } from '../../src/worker/new-scene';
import { perform } from '../../src/worker/scenario/perform';
import type { DiagramRun } from '../../src/worker/scenario/types';
import { filesUnder } from '../lib/files';
import { compiledPath } from './compile';

/** What of one diagram is lit in the main run of some lesson of its document, or in a run of its own. */
export interface DiagramCoverage {
  readonly diagram: string;
  readonly elements: readonly string[];
  readonly lit: ReadonlySet<string>;
}

interface BoundDiagram {
  readonly diagram: Diagram;
  readonly bind: Bind;
  /** Of a diagram that is there before its document's lessons are. */
  readonly run: DiagramRun | undefined;
}

const load = async <T>(path: string): Promise<T> =>
  ((await import(pathToFileURL(resolve(path)).href)) as { readonly default: T }).default;

/** The diagrams of a document with what ties them to the cluster. */
export async function boundDiagrams(document: string): Promise<BoundDiagram[]> {
  const paths = documentFiles(document).filter((path) => path.endsWith('.mmd'));
  return Promise.all(
    paths.map(async (path) => {
      const run = path.replace(/\.mmd$/, '.run.ts');
      return {
        diagram: JSON.parse(readFileSync(compiledPath(path), 'utf8')) as Diagram,
        bind: await load<Bind>(path.replace(/\.mmd$/, '.bind.ts')),
        run: existsSync(run) ? await load<DiagramRun>(run) : undefined,
      };
    }),
  );
}

function documentFiles(document: string): string[] {
  try {
    return filesUnder(`content/documents/${document}`);
  } catch {
    return [];
  }
}

/** Elements of a diagram that the events of a trace light. */
export function litIn({ diagram, bind }: Omit<BoundDiagram, 'run'>, trace: Trace): Set<string> {
  const causeOf = causesOf(trace);
  const rules = lightRules(bind);
  return new Set(
    lightableIds(diagram).filter((id) => {
      const tests = (rules[id] ?? []).map((predicate) => predicateTest(predicate, causeOf));
      return trace.events.some((event) => tests.some((test) => test(event)));
    }),
  );
}

/** The trace of a diagram's own run. */
async function traceOf(run: DiagramRun): Promise<Trace> {
  await loadReader();
  const { seed, config } = emptyScene(1);
  const lab = new Lab(seed, config);
  const { refused } = perform(lab, run);
  if (refused) throw new Error(refused.message);
  return lab.branch.cluster.kernel.trace;
}

/** Plays every lesson of a document, and the runs of its diagrams, and says what of its diagrams they light. */
export async function coverageOf(document: string): Promise<DiagramCoverage[]> {
  const bound = await boundDiagrams(document);
  if (bound.length === 0) return [];
  const lit = bound.map(() => new Set<string>());
  for (const path of documentFiles(document).filter((file) => basename(file) === 'lesson.ts')) {
    const { lab } = await walk(await load<Lesson>(path));
    const { trace } = lab.branch.cluster.kernel;
    for (const [i, one] of bound.entries()) for (const id of litIn(one, trace)) lit[i]?.add(id);
  }
  for (const [i, one] of bound.entries())
    if (one.run) for (const id of litIn(one, await traceOf(one.run))) lit[i]?.add(id);
  return bound.map(({ diagram }, i) => ({
    diagram: diagram.id,
    elements: lightableIds(diagram),
    lit: lit[i] ?? new Set<string>(),
  }));
}

/** Elements that no lesson lights. */
export function deadIn({ elements, lit }: DiagramCoverage): string[] {
  return elements.filter((id) => !lit.has(id));
}
