// Models: one run of kubectl: the requests that a command line leads to, and what it prints.
// Simplified: starts at once; reading files, discovery and schemas take no time.
// Not modelled: kubeconfig, output formats, --wait.
import type { EngineContext, EngineProcess, Session } from '../engine/index';
import { applyObject, goJson, type ManifestObject, type Mapped, mapObject, type Outcome } from './apply';
import { deleteNamed, deleteObject, type ObjectTarget, scaleNamed, setImage } from './object-commands';
import { rolloutPaused, rolloutRestart, rolloutUndo } from './rollout';
import { errorText, type KubectlError } from './wording';

export interface PrintedLine {
  readonly stream: 'out' | 'err';
  readonly text: string;
}

/** What the terminal shows of one run: row `kubectl/<n>`. */
export interface KubectlRun {
  /** The command line, without `kubectl`. */
  readonly command: string;
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

type Objects = (mapped: Mapped, source: string, session: Session) => Outcome;

const kubectl = 'kubectl';

/** `kind: List` stands for its items. */
function flatten(objects: readonly ManifestObject[]): ManifestObject[] {
  return objects.flatMap((object) =>
    object.kind === 'List' && Array.isArray(object.items) ? flatten(object.items as ManifestObject[]) : [object],
  );
}

/** The client's own check of a document, before it looks for its resource (getObjectKind, then the decoder). */
function notSet(object: ManifestObject, source: string): KubectlError | undefined {
  const texts = ['apiVersion', 'kind'].flatMap((key) => {
    const value = object[key];
    if (value === undefined || value === null) return [`${key} not set`];
    return typeof value === 'string' ? [] : [`${key} isn't string type`];
  });
  if (texts.length > 0) {
    const what = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
    return {
      message: `error validating ${JSON.stringify(source)}: error validating data: ${what}; if you choose to ignore these errors, turn validation off with --validate=false`,
    };
  }
  if (object.kind !== '') return undefined;
  return { message: `unable to decode ${JSON.stringify(source)}: Object 'Kind' is missing in '${goJson(object)}'` };
}

function lines(stream: 'out' | 'err', texts: readonly string[]): PrintedLine[] {
  return texts.map((text) => ({ stream, text }));
}

/** The commands that name one object instead of a file. */
function onObject(type: string, payload: unknown, session: Session): Outcome {
  const target = payload as ObjectTarget;
  const options = payload as { replicas: number; container: string; image: string; toRevision?: number };
  switch (type) {
    case 'deleteObject':
      return deleteNamed(target, session);
    case 'scale':
      return scaleNamed(target, options.replicas, session);
    case 'setImage':
      return setImage(target, options.container, options.image, session);
    case 'rolloutUndo':
      return rolloutUndo(session, target, options.toRevision ?? 0);
    case 'rolloutRestart':
      return rolloutRestart(session, target);
    case 'rolloutPause':
      return rolloutPaused(session, target, true);
    case 'rolloutResume':
      return rolloutPaused(session, target, false);
    default:
      return { warnings: [], error: { message: `unknown command ${JSON.stringify(type)} for "kubectl"` } };
  }
}

/** A process of the cluster's administrator. Commands: `apply`, `delete` (FilePayload) and the verbs below. */
export function kubectlProcess({ kernel, clients }: EngineContext): EngineProcess {
  const runs = kernel.table<KubectlRun>(kubectl);

  const print = (session: Session, payload: Print): void => {
    kernel.schedule(session.at, kubectl, 'print', payload, { cause: session.seq || kernel.cause });
  };

  const finish = (
    session: Session,
    run: string,
    printed: readonly PrintedLine[],
    errors: readonly KubectlError[],
  ): void => {
    const text = errorText(errors);
    const failed = errors.length > 0;
    print(session, {
      run,
      lines: text ? [...printed, ...lines('err', text.split('\n'))] : printed,
      exitCode: failed ? 1 : 0,
    });
  };

  /** Runs over the objects of a file; what went well is printed as it happens, errors at the end. */
  const overFile = (run: string, payload: FilePayload, act: Objects, none: string): void => {
    const session = clients.session(kubectl);
    const mapped: Mapped[] = [];
    const errors: KubectlError[] = [];
    let stopped = false;
    for (const object of flatten(payload.objects)) {
      const invalid = notSet(object, payload.file);
      if (invalid) {
        errors.push(invalid);
        stopped = true;
        break;
      }
      const found = mapObject(object, payload.file);
      if ('kind' in found) mapped.push(found);
      else errors.push(found);
    }
    if (payload.unread !== undefined && !stopped) errors.push({ message: payload.unread });
    if (mapped.length === 0 && errors.length === 0) errors.push({ message: none });
    let printed: readonly PrintedLine[] = [];
    for (const one of mapped) {
      if (printed.length > 0) print(session, { run, lines: printed });
      const outcome = act(one, payload.file, session);
      if (outcome.error) errors.push(outcome.error);
      printed = [...lines('err', outcome.warnings), ...lines('out', outcome.line ? [outcome.line] : [])];
    }
    finish(session, run, printed, errors);
  };

  const single = (run: string, act: (session: Session) => Outcome): void => {
    const session = clients.session(kubectl);
    const { line, warnings, error } = act(session);
    finish(session, run, [...lines('err', warnings), ...lines('out', line ? [line] : [])], error ? [error] : []);
  };

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
    runs.set(run, { command, startedAt: kernel.now, lines: [] });
    if (type === 'apply') {
      const file = payload as FilePayload;
      const act: Objects = (mapped, source, session) => applyObject(mapped, source, session, file.dryRun === true);
      overFile(run, file, act, 'no objects passed to apply');
    } else if (type === 'delete') overFile(run, payload as FilePayload, deleteObject, 'no objects passed to delete');
    else single(run, (session) => onObject(type, payload, session));
  };

  kernel.on(kubectl, ({ type, payload }) => {
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
    runs.set(run, { ...row, lines: [...row.lines, ...printed], ...ended });
  });
  return { boot: () => {} };
}

/** The command line that one would type, without `kubectl`. */
function commandLine(type: string, payload: unknown): string {
  const p = payload as Record<string, string | number | boolean>;
  switch (type) {
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
