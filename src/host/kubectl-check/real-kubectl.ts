import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Splits a line as a shell does, for the quotes that these lines have. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => (line.startsWith('exec') && quoted) || plain || '',
  );
}

/** The version of the kubectl at a path or of that name; undefined when there is none. */
export function kubectlVersion(kubectl: string): string | undefined {
  const { status, stdout } = spawnSync(kubectl, ['version', '--client'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 ? /Client Version: (\S+)/.exec(stdout)?.[1] : undefined;
}

/** The real kubectl against one server, with a home and a cache of its own. */
export class RealKubectl {
  private readonly kubectl: string;
  private readonly server: string;
  private readonly home = mkdtempSync(join(tmpdir(), 'clusterglass-kubectl-'));
  private files = 0;

  constructor(kubectl: string, server: string) {
    this.kubectl = kubectl;
    this.server = server;
  }

  run(line: string, file: string | undefined): Promise<Ran> {
    const path = join(this.home, `file-${++this.files}.yaml`);
    if (file !== undefined) writeFileSync(path, file);
    const words = wordsOf(line.replace('{file}', path));
    const args = ['-s', this.server, '--cache-dir', join(this.home, 'cache'), ...words];
    const env = { ...process.env, HOME: this.home, KUBECONFIG: join(this.home, 'none') };
    return new Promise((done) => {
      const child = spawn(this.kubectl, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 });
      let out = '';
      let err = '';
      child.stdout.on('data', (chunk) => {
        out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        err += chunk;
      });
      child.on('error', ({ message }) => done({ code: 127, out, err: message }));
      child.on('close', (code) => {
        const named = (text: string) => text.replaceAll(path, 'FILE');
        done({ code: code ?? 1, out: named(out), err: named(err) });
      });
    });
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
