// Models: the program of a container, as its image, its command line and the lab's annotations describe it.
// Simplified: a program has one life: it starts, listens, perhaps ends, and reacts to one signal.
//   Executables are looked for in images that are described; in others whatever is asked for is there.
// Not modelled: processes beside the first one.
import { parseBytes } from '../api/quantity';
import type { Container } from '../api/types';
import {
  type AnnotationProblem,
  type AnswerWindow,
  type ProbeKind,
  readAnnotations,
  type Settings,
} from './annotations';
import type { WorkloadDescription } from './description';
import { type FileWindow, type Program, runCommand } from './program';
import { missingProgram } from './programs';

/** What a container's process does. Times are microseconds since its start. Plain data. */
export interface Behaviour {
  readonly listensAtMicros: number;
  /** It says no to its readiness probe until it is released. */
  readonly held?: true;
  /** When it ends by itself; absent: when it is stopped. */
  readonly exitAtMicros?: number;
  readonly exitCode: number;
  /** The kernel kills it, for it wants more memory than its limit. */
  readonly outOfMemory?: true;
  readonly createError?: string;
  readonly startError?: string;
  readonly stopSignal: string;
  /** How long after the stop signal it ends; absent: it is deaf to it. */
  readonly termMicros?: number;
  readonly termCode: number;
  readonly listens?: readonly number[];
  readonly http?: Readonly<Record<string, number>>;
  readonly answers: Readonly<Partial<Record<ProbeKind, readonly AnswerWindow[]>>>;
  readonly files: readonly FileWindow[];
  readonly log: readonly { readonly atMicros: number; readonly text: string }[];
  readonly cpuMilli: number;
  readonly memoryBytes: number;
}

/** Entry point and arguments as the runtime joins them: `command` replaces the image's, `args` what follows. */
export function commandLine(container: Container, image: WorkloadDescription): readonly string[] | undefined {
  if (container.command && container.command.length > 0) return [...container.command, ...(container.args ?? [])];
  if (!container.args || container.args.length === 0) return image.command;
  if (image.shell) return container.args;
  return image.command ? [...image.command, ...container.args] : undefined;
}

/** The documentation's test image answers /healthz for ten seconds and then fails. */
function livenessExample(container: Container): Partial<Behaviour> | undefined {
  const named = container.args?.[0] === 'liveness' && !container.command;
  if (!named || !container.image?.includes('/e2e-test-images/agnhost')) return undefined;
  return {
    answers: {
      liveness: [
        { fromMicros: 0, ok: true },
        { fromMicros: 10e6, ok: false },
      ],
    },
  };
}

function probeWords(image: WorkloadDescription, read: (text: string) => readonly AnswerWindow[] | undefined) {
  const answers: Partial<Record<ProbeKind, readonly AnswerWindow[]>> = {};
  for (const kind of ['readiness', 'liveness', 'startup'] as const) {
    const text = image.probes?.[kind];
    const windows = text === undefined ? undefined : read(text);
    if (windows) answers[kind] = windows;
  }
  return answers;
}

function ending(
  image: WorkloadDescription,
  program: Program | undefined,
  settings: Settings,
): Pick<Behaviour, 'exitAtMicros' | 'exitCode'> {
  if (settings.runsForMicros !== undefined)
    return { exitAtMicros: settings.runsForMicros, exitCode: settings.exitCode ?? 0 };
  // An exit code alone is a program that fails as soon as it has started.
  if (settings.exitCode !== undefined)
    return { exitAtMicros: program?.endsAtMicros ?? 1_000_000, exitCode: settings.exitCode };
  if (program && !program.server) {
    return program.endsAtMicros === undefined
      ? { exitCode: 0 }
      : { exitAtMicros: Math.max(1_000, program.endsAtMicros), exitCode: program.code };
  }
  if (image.runsForMillis !== undefined)
    return { exitAtMicros: image.runsForMillis * 1e3, exitCode: image.exitCode ?? 0 };
  if (image.exitCode !== undefined) return { exitAtMicros: (image.startMillis ?? 500) * 1e3, exitCode: image.exitCode };
  return { exitCode: 0 };
}

function termination(
  image: WorkloadDescription,
  program: Program | undefined,
  settings: Settings,
): Pick<Behaviour, 'termMicros' | 'termCode'> {
  if (settings.sigterm === 'ignore') return { termCode: 0 };
  if (settings.sigterm) return { termMicros: settings.sigterm.afterMicros, termCode: 0 };
  if (program && !program.server)
    return program.trapCode === undefined ? { termCode: 0 } : { termMicros: 20_000, termCode: program.trapCode };
  const term = image.onSigterm ?? { exitsAfterMillis: 200 };
  return term === 'ignore' ? { termCode: 0 } : { termMicros: term.exitsAfterMillis * 1e3, termCode: term.code ?? 0 };
}

function memoryLimit(container: Container): number | undefined {
  const limit = container.resources?.limits?.memory;
  return limit === undefined ? undefined : parseBytes(limit);
}

/**
 * Joins image, command line and annotations. `parse` reads the probe words of a description; `jitterMicros`: how much
 * later than described the program starts.
 * Annotations win over the command line, which wins over the image.
 */
export function behaviourOf(
  container: Container,
  annotations: Readonly<Record<string, string>> | undefined,
  isApp: boolean,
  image: WorkloadDescription,
  parse: (text: string) => readonly AnswerWindow[] | undefined,
  jitterMicros = 0,
): { behaviour: Behaviour; settings: Settings; problems: readonly AnnotationProblem[] } {
  const { settings, problems } = readAnnotations(annotations, container.name, isApp);
  const words = commandLine(container, image);
  const holds = (name: string) => missingProgram(container, image, name) === undefined;
  const program = words === undefined ? undefined : runCommand(words, holds);
  const absent = words?.[0] === undefined ? undefined : missingProgram(container, image, words[0]);
  const memoryBytes = settings.memoryBytes ?? image.usage?.memoryBytes ?? 4_000_000;
  const limit = memoryLimit(container);
  const startMicros = (image.startMillis ?? 500) * 1e3 + jitterMicros;
  // Only what somebody said the program needs is held against its limit, never this model's own guess.
  const said = settings.memoryBytes !== undefined;
  const outOfMemory = said && limit !== undefined && memoryBytes > limit;
  const behaviour: Behaviour = {
    listensAtMicros: settings.startDelayMicros ?? startMicros,
    ...(image.held ? { held: true as const } : {}),
    ...(outOfMemory
      ? { exitAtMicros: Math.max(100_000, startMicros), exitCode: 137, outOfMemory: true as const }
      : ending(image, program, settings)),
    ...(settings.create === 'fails'
      ? { createError: 'failed to create containerd container: no space left on device' }
      : {}),
    ...(settings.start === 'fails'
      ? { startError: startErrorText(`exec: "${words?.[0] ?? '/app'}": executable file not found in $PATH`) }
      : absent === undefined
        ? {}
        : { startError: startErrorText(absent) }),
    stopSignal: image.stopSignal ?? 'SIGTERM',
    ...termination(image, program, settings),
    ...(image.listens && (!program || program.server) ? { listens: image.listens } : {}),
    ...(image.http && (!program || program.server) ? { http: image.http } : {}),
    answers: { ...probeWords(image, parse), ...livenessExample(container)?.answers, ...settings.answers },
    files: program?.files ?? [],
    log: [
      ...(program?.output ?? []),
      ...(program && !program.server ? [] : (image.logLines ?? [])).map((text) => ({ atMicros: startMicros, text })),
    ],
    cpuMilli: settings.cpuMilli ?? image.usage?.cpuMilli ?? 1,
    memoryBytes,
  };
  return { behaviour, settings, problems };
}

/** What containerd 2 and runc say when the program cannot be executed. */
function startErrorText(problem: string): string {
  return `failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: ${problem}`;
}
