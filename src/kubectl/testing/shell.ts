import { parseManifests } from '../../engine/api/manifest';
import { Cluster, manyNodes } from '../../engine/index';
import '../line/index';
import { type FilePayload, type KubectlRun, kubectlProcess } from '../index';

/** A cluster with a shell: types lines as a person would. */
export function shell(nodes = 2) {
  const cluster = new Cluster({ nodes: manyNodes(nodes) }, [kubectlProcess]).boot();
  const { kernel } = cluster;
  kernel.runUntil(60_000_000);
  const last = (): KubectlRun => {
    const runs = kernel.table<KubectlRun>('kubectl');
    return runs.get(runs.keys()[runs.size - 1] as string) as KubectlRun;
  };
  const file = (text: string, name = 'web.yaml'): FilePayload => {
    const { documents } = parseManifests(text);
    return { file: name, text, objects: documents.map(({ object }) => object) };
  };
  return {
    cluster,
    kernel,
    last,
    /** Types a line and lets so many virtual microseconds pass. */
    type: (line: string, { text, micros = 1_000_000 }: { text?: string; micros?: number } = {}): KubectlRun => {
      kernel.command({
        to: 'kubectl',
        type: 'line',
        payload: { line, ...(text === undefined ? {} : { file: file(text) }) },
      });
      kernel.runUntil(kernel.now + micros);
      return last();
    },
    interrupt: (): KubectlRun => {
      const runs = kernel.table<KubectlRun>('kubectl');
      kernel.command({ to: 'kubectl', type: 'interrupt', payload: { run: runs.keys()[runs.size - 1] } });
      kernel.runUntil(kernel.now + 1_000);
      return last();
    },
    wait: (micros: number): KubectlRun => {
      kernel.runUntil(kernel.now + micros);
      return last();
    },
    /** Puts an object into the store as its own client would. */
    run: (type: string, payload: unknown): void => {
      kernel.command({ to: 'kubectl', type, payload });
      kernel.runUntil(kernel.now + 1_000_000);
    },
    file,
  };
}

/** What a run printed, as one text. */
export const textOf = ({ lines }: KubectlRun): string => lines.map(({ text }) => text).join('\n');
