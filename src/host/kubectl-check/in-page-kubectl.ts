import type { Cluster } from '../../engine';
import { parseManifests } from '../../engine/api/manifest';
import type { KubectlRun } from '../../kubectl';
import type { Ran } from './real-kubectl';

/** Words that the page's line would read as a shell does, quoted for it: those with signs of a shell. */
function quoted(line: string): string {
  return line
    .replace('{file}', 'FILE')
    .replace(/"([^"]*)"(?=\s|$)/g, (whole, text: string) => (line.startsWith('exec') ? `'${text}'` : whole))
    .replace(/(^|\s)([[{]\S*["{}|;]\S*|\S+=\{\S*\})(?=\s|$)/g, "$1'$2'");
}

/** Runs a line with the page's kubectl until it ends. */
export function runInPage(cluster: Cluster, line: string, text: string | undefined): Ran {
  const { kernel } = cluster;
  const file = text !== undefined && {
    file: 'FILE',
    text,
    objects: parseManifests(text).documents.map(({ object }) => object),
  };
  kernel.command({ to: 'kubectl', type: 'line', payload: { line: quoted(line), ...(file && { file }) } });
  const runs = kernel.table<KubectlRun>('kubectl');
  const count = runs.size + 1;
  const last = () => (runs.size < count ? undefined : runs.get([...runs.keys()].sort().at(-1) ?? ''));
  const limit = kernel.now + 600e6;
  while (last()?.exitCode === undefined && kernel.now < limit && kernel.step());
  const run = last();
  const printed = (stream: 'out' | 'err') =>
    (run?.lines ?? [])
      .filter((one) => one.stream === stream)
      .map((one) => `${one.text}\n`)
      .join('');
  return { code: run?.exitCode ?? -1, out: printed('out'), err: printed('err') };
}
