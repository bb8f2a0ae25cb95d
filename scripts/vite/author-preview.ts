import { execFile } from 'node:child_process';
import { relative, sep } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';

/** Folder of the lesson that a file belongs to. */
export const lessonOf = (file: string): string | undefined =>
  /^content\/documents\/[^/]+\/lessons\/[^/]+(?=\/)/.exec(file)?.[0];

const proof = 'src/host/lesson/main.ts';

/** For authors, in the dev server: a change of a lesson loads the page anew, and what is wrong with it lies over the page. */
export function authorPreview(): Plugin {
  const running = new Map<string, AbortController>();

  function prove(server: ViteDevServer, folder: string): void {
    running.get(folder)?.abort();
    const abort = new AbortController();
    running.set(folder, abort);
    const { signal } = abort;
    // A process of its own: the proof takes seconds, and the page is served meanwhile.
    execFile(process.execPath, ['--import', 'tsx', proof, folder], { signal }, (error, out, faults) => {
      if (signal.aborted) return;
      running.delete(folder);
      const told = [out.trim(), faults.trim()].filter(Boolean).join('\n');
      server.config.logger.info(`${folder}\n${told}`, { timestamp: true });
      if (error) server.ws.send({ type: 'error', err: { message: told, stack: '', id: folder, plugin: 'lesson' } });
    });
  }

  return {
    name: 'author-preview',
    apply: 'serve',
    hotUpdate: {
      order: 'pre',
      handler({ file, server }) {
        const path = relative(server.config.root, file).split(sep).join('/');
        if (!path.startsWith('content/documents/')) return;
        if (this.environment.name === 'client') {
          // A lesson's run begins with the page: nothing of the old one is worth keeping.
          server.ws.send({ type: 'full-reload' });
          const folder = lessonOf(path);
          if (folder) prove(server, folder);
        }
        return [];
      },
    },
  };
}
