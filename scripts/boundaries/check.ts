import {
  areaRules,
  enginePart,
  engineRank,
  engineStrangers,
  forbiddenInEngine,
  kubernetesWords,
  packageAreas,
} from './rules';
import { type ImportSite, readSource, type SourceFile } from './source';

export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/**
 * Checks sources against the import rule and the engine's purity.
 * `files` maps repository paths ('src/engine/kernel/queue.ts') to text; paths that are no .ts or .tsx count only as import targets.
 */
export function checkBoundaries(files: ReadonlyMap<string, string>): Fault[] {
  const paths = new Set(files.keys());
  const sources = [...files]
    .filter(([path]) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map(([path, text]) => readSource(path, text));
  const edges = new Map<string, string[]>();
  const faults: Fault[] = [];

  for (const source of sources) {
    const add = (line: number, message: string) => faults.push({ file: source.path, line, message });
    const area = areaOf(source.path);
    if (!(area in areaRules)) {
      add(1, `'${area}' is no known area; the areas are ${Object.keys(areaRules).join(', ')}`);
      continue;
    }
    for (const site of source.imports) {
      if (!site.specifier.startsWith('.')) {
        const message = packageFault(source.path, site.specifier);
        if (message) add(site.line, message);
        continue;
      }
      const target = resolve(source.path, site.specifier, paths);
      if (target === undefined) {
        add(site.line, `import '${site.specifier}' leads to no file`);
        continue;
      }
      if (!site.typeOnly) edges.set(source.path, [...(edges.get(source.path) ?? []), target]);
      const message = importFault(source.path, target, site);
      if (message) add(site.line, message);
    }
    if (area === 'engine' && roleOf(source.path) === 'product') checkEngineFile(source, add);
  }
  for (const cycle of cyclesIn(edges)) {
    faults.push({ file: cycle[0] ?? '', line: 1, message: `import cycle: ${[...cycle, cycle[0]].join(' → ')}` });
  }
  return faults.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

type Role = 'product' | 'cases' | 'test';

/** Tests and their support may import anything; case adapters anything of the engine and the cases runner; product code neither of them. */
function roleOf(path: string): Role {
  if (/\.(test|spec)\.tsx?$/.test(path) || path.includes('/testing/')) return 'test';
  return /(^|[/.])cases\.ts$/.test(path) ? 'cases' : 'product';
}

function areaOf(path: string): string {
  const [top, second, third] = path.split('/');
  if (top !== 'src') return top ?? '';
  return third === undefined ? `src/${second}` : (second ?? '');
}

function importFault(from: string, to: string, site: ImportSite): string | undefined {
  const role = roleOf(from);
  if (role === 'test') return undefined;
  const fromArea = areaOf(from);
  const toArea = areaOf(to);
  if (roleOf(to) === 'test') return `only tests may import '${to}'`;
  if (roleOf(to) === 'cases' && fromArea !== 'host' && role !== 'cases')
    return `only the cases runner may import '${to}'`;
  if (role === 'cases') return toArea === 'host' && !to.startsWith('src/host/cases/') ? crossing(from, to) : undefined;

  if (from.startsWith('src/embed/loader')) return `the embed loader imports nothing, so it may not import '${to}'`;
  if (fromArea === 'content')
    return site.typeOnly || toArea === 'content' ? undefined : 'content may import types only';
  if (fromArea === toArea) return fromArea === 'engine' ? engineFault(from, to) : undefined;

  const rule = areaRules[fromArea];
  if (!rule?.values.includes(toArea)) {
    if (!rule?.types.includes(toArea)) return crossing(from, to);
    if (!site.typeOnly) return `${fromArea} may import only types from ${toArea} ('${to}'): use 'import type'`;
  }
  if (toArea === 'engine' && fromArea !== 'host' && to !== 'src/engine/index.ts')
    return `'${to}' is inside the engine: import it through src/engine/index.ts`;
  return undefined;
}

const crossing = (from: string, to: string) => `${areaOf(from)} may not import ${areaOf(to)} ('${to}')`;

function engineFault(from: string, to: string): string | undefined {
  const fromPart = enginePart(from);
  const toPart = enginePart(to);
  if (engineRank(to) > engineRank(from))
    return `engine/${fromPart || '*'} may not import engine/${toPart || '*'} ('${to}'): kernel ← api ← apiserver ← client ← everything else`;
  if (fromPart !== toPart && engineStrangers[fromPart]?.includes(toPart))
    return `engine/${fromPart} may not import engine/${toPart} ('${to}'): components meet only at the API server`;
  const [fromFolder, toFolder] = [controllerFolder(from), controllerFolder(to)];
  if (fromFolder && toFolder && fromFolder !== toFolder)
    return `a controller may not import another controller: ${fromFolder} → ${toFolder}`;
  return undefined;
}

/** The controller that a file belongs to; files directly in controllers/ are shared by all of them. */
const controllerFolder = (path: string) => /^src\/engine\/controllers\/([^/]+)\//.exec(path)?.[1];

function packageFault(path: string, specifier: string): string | undefined {
  if (roleOf(path) !== 'product') return undefined;
  const area = areaOf(path);
  if (specifier.startsWith('node:'))
    return area === 'host' ? undefined : `${area} may not import '${specifier}': only host runs in Node`;
  if (area === 'engine' && enginePart(path) === 'kernel') return `the kernel uses no packages ('${specifier}')`;
  if (path.startsWith('src/embed/loader')) return `the embed loader imports nothing ('${specifier}')`;
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const areas = packageAreas[name];
  return areas && !areas.includes(area) ? `${area} may not use the package '${name}'` : undefined;
}

function checkEngineFile(source: SourceFile, add: (line: number, message: string) => void): void {
  for (const { name, line } of source.globals)
    if (forbiddenInEngine.has(name)) add(line, `the engine may not name '${name.replace(/^\./, '')}'`);
  if (enginePart(source.path) === 'kernel') {
    for (const { name, line } of source.words) {
      const word = wordsOf(name).find((w) => kubernetesWords.has(w));
      if (word) add(line, `the kernel knows no Kubernetes, but says '${word}'`);
    }
  }
  if (!/^\s*Generated by /.test(source.header)) {
    for (const part of ['Models:', 'Simplified:', 'Not modelled:'])
      if (!source.header.includes(part)) add(1, `the header comment lacks '${part}'`);
  }
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

function resolve(from: string, specifier: string, paths: ReadonlySet<string>): string | undefined {
  const parts = from.split('/').slice(0, -1);
  for (const step of (specifier.split('?')[0] ?? '').split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.' && step !== '') parts.push(step);
  }
  const base = parts.join('/');
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`].find((path) => paths.has(path));
}

/** Strongly connected groups of two or more files, and files that import themselves (Tarjan). */
function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const connect = (file: string) => {
    order.set(file, order.size);
    low.set(file, order.size - 1);
    stack.push(file);
    for (const next of edges.get(file) ?? []) {
      if (!order.has(next)) {
        connect(next);
        low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
      } else if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, order.get(next) ?? 0));
    }
    if (low.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || edges.get(file)?.includes(file)) cycles.push(group);
  };
  for (const file of edges.keys()) if (!order.has(file)) connect(file);
  return cycles;
}
