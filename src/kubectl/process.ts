// Models: one run of kubectl: what it was called with, and what it prints.
// Simplified: starts at once; reading files, discovery and schemas take no time.
// Not modelled: kubeconfig, output formats, --wait.
import type { EngineContext, EngineProcess, StreamChunk, WatchDelivery } from '../engine/index';
import type { ManifestObject } from './apply';
import { type LinePayload, runnerOf } from './lines';

export interface PrintedLine {
  readonly stream: 'out' | 'err';
  readonly text: string;
}

/** What the terminal shows of one run: row `kubectl/<n>`. */
export interface KubectlRun {
  /** The command line, without `kubectl`. */
  readonly command: string;
  /** It was typed as a line at the terminal. */
  readonly typed?: true;
  readonly startedAt: number;
  readonly lines: readonly PrintedLine[];
  /** Absent while it runs. */
  readonly exitCode?: number;
  readonly endedAt?: number;
}

/** Objects of a file, as read from its text. */
export interface FilePayload {
  readonly file: string;
  /** The text itself, so that the command can be shown, shared and edited again. */
  readonly text: string;
  readonly objects: readonly ManifestObject[];
  /** kubectl's words for what stands behind these objects and cannot be read. */
  readonly unread?: string;
  /** `apply`: `--dry-run=server`. */
  readonly dryRun?: boolean;
}

interface Print {
  readonly run: string;
  readonly lines: readonly PrintedLine[];
  readonly exitCode?: number;
}

const kubectl = 'kubectl';
/** Lines of one run that are kept: a watch can go on for ever. */
const maxLines = 2_000;

/** A process of the cluster's administrator. Commands: `apply`, `delete` (FilePayload) and the verbs below. */
export function kubectlProcess({ kernel, clients, api }: EngineContext): EngineProcess {
  const runs = kernel.table<KubectlRun>(kubectl);

  /** What carries commands out; made when the first one comes. */
  const runner = runnerOf({ kernel, clients, api }, (session, at, run, printed, exitCode) =>
    kernel.schedule(
      Math.max(at, kernel.now),
      kubectl,
      'print',
      { run, lines: printed, ...(exitCode === undefined ? {} : { exitCode }) },
      { cause: session.seq || kernel.cause },
    ),
  );

  const start = (type: string, payload: unknown): void => {
    const run = String(runs.size + 1).padStart(6, '0');
    const command = commandLine(type, payload);
    kernel.cause = kernel.emit({
      actor: kubectl,
      verb: 'command',
      subject: command,
      level: 'milestone',
      detail: { type, ...(payload as object) },
    });
    runs.set(run, { command, ...(type === 'line' ? { typed: true } : {}), startedAt: kernel.now, lines: [] });
    if (type === 'line') runner().line(run, payload as LinePayload);
    else runner().act(run, type, payload);
  };

  kernel.on(kubectl, ({ type, payload }) => {
    if (type === 'watch') {
      runner().deliver(payload as WatchDelivery);
      return;
    }
    if (type === 'stream') {
      runner().stream(payload as StreamChunk);
      return;
    }
    if (type === 'timer') {
      runner().timer(payload as { run: string; name: string });
      return;
    }
    if (type === 'interrupt') {
      const { run } = payload as { run: string };
      kernel.cause = kernel.emit({
        actor: kubectl,
        verb: 'command',
        subject: '^C',
        level: 'action',
        detail: { type, run },
      });
      runner().interrupt(run);
      return;
    }
    if (type !== 'print') {
      start(type, payload);
      return;
    }
    const { run, lines: printed, exitCode } = payload as Print;
    const row = runs.get(run);
    if (!row) return;
    kernel.emit({
      actor: kubectl,
      verb: 'kubectl.print',
      subject: row.command,
      level: 'action',
      detail: { lines: printed, exitCode },
    });
    const ended = exitCode === undefined ? {} : { exitCode, endedAt: kernel.now };
    runs.set(run, { ...row, lines: [...row.lines, ...printed].slice(-maxLines), ...ended });
  });
  return { boot: () => {} };
}

/** The command line that one would type, without `kubectl`. */
function commandLine(type: string, payload: unknown): string {
  const p = payload as Record<string, string | number | boolean>;
  switch (type) {
    case 'line':
      return String(p.line)
        .trim()
        .replace(/^(kubectl|k)(\s+|$)/, '');
    case 'apply':
    case 'delete':
      return `${type} -f ${p.file}${type === 'apply' && p.dryRun ? ' --dry-run=server' : ''}`;
    case 'deleteObject':
      return `delete ${p.resource} ${p.name}`;
    case 'scale':
      return `scale ${p.resource}/${p.name} --replicas=${p.replicas}`;
    case 'setImage':
      return `set image ${p.resource}/${p.name} ${p.container}=${p.image}`;
    case 'rolloutUndo':
      return `rollout undo deployment/${p.name}${p.toRevision ? ` --to-revision=${p.toRevision}` : ''}`;
    case 'rolloutRestart':
    case 'rolloutPause':
    case 'rolloutResume':
      return `rollout ${type.slice('rollout'.length).toLowerCase()} deployment/${p.name}`;
    default:
      return type;
  }
}
