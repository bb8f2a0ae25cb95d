import type { Cluster } from '../../engine';
import { parseManifests } from '../../engine/api/manifest';
import { type KubectlRun, parseCommandLine } from '../../kubectl';
import type { Ran } from './real-kubectl';

/** Flags that the page's kubectl knows; it passes over others. */
const otherFlag = / --(?!replicas=|to-revision=|namespace=)/;

/** How the page's kubectl is asked for a line; undefined when it does not know it yet. */
function commandOf(line: string, file: string | undefined): { type: string; payload: unknown } | undefined {
  const whole = /^(apply|delete) -f \{file\}$/.exec(line);
  if (!whole) return otherFlag.test(line) ? undefined : parseCommandLine(line);
  if (file === undefined) return undefined;
  const objects = parseManifests(file).documents.map(({ object }) => object);
  return { type: whole[1] ?? '', payload: { file: 'FILE', text: file, objects } };
}

/** Runs a line with the page's kubectl and lets the cluster come to rest. Undefined when it does not know the line yet. */
export function runInPage(cluster: Cluster, line: string, file: string | undefined): Ran | undefined {
  const command = commandOf(line, file);
  if (!command) return undefined;
  const { kernel } = cluster;
  kernel.command({ to: 'kubectl', ...command });
  const runs = kernel.table<KubectlRun>('kubectl');
  const count = runs.size + 1;
  const last = () => (runs.size < count ? undefined : runs.get([...runs.keys()].sort().at(-1) ?? ''));
  const limit = kernel.now + 600e6;
  while (last()?.exitCode === undefined && kernel.now < limit && kernel.step());
  const run = last();
  const text = (stream: 'out' | 'err') =>
    (run?.lines ?? [])
      .filter((printed) => printed.stream === stream)
      .map((printed) => `${printed.text}\n`)
      .join('');
  return { code: run?.exitCode ?? -1, out: text('out'), err: text('err') };
}
