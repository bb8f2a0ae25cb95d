// Models: nothing of Kubernetes; what an image's program does, said in data instead of being run.
// Simplified: one program a container; it answers all requests alike.
// Not modelled: what the program computes.

/** What an image does. Everything is optional: an empty description is a server that starts in half a second. */
export interface WorkloadDescription {
  /** From the start of the process until it listens, milliseconds. */
  readonly startMillis?: number;
  /** It starts later by up to this much, milliseconds, each container by its own draw. */
  readonly startJitterMillis?: number;
  /** It fails its readiness probe until somebody releases it: how a lesson lets several become Ready at one moment. */
  readonly held?: boolean;
  /** It ends by itself after this time, milliseconds. Absent: it runs until it is stopped. */
  readonly runsForMillis?: number;
  /** With which it ends by itself. */
  readonly exitCode?: number;
  readonly logLines?: readonly string[];
  /** Ports on which it listens. Absent: on each that is asked. */
  readonly listens?: readonly number[];
  /** HTTP status by path; other paths answer 404. Absent: 200 everywhere. */
  readonly http?: Readonly<Record<string, number>>;
  /** Fixed answers to probes, in the words of the annotations: `never`, `after 5s`, `fails from 30s`. */
  readonly probes?: { readonly readiness?: string; readonly liveness?: string; readonly startup?: string };
  /** What SIGTERM (or the image's stop signal) does: `ignore`, or an exit after a time. */
  readonly onSigterm?: 'ignore' | { readonly exitsAfterMillis: number; readonly code?: number };
  /** STOPSIGNAL of the image. */
  readonly stopSignal?: string;
  readonly usage?: { readonly cpuMilli?: number; readonly memoryBytes?: number };
  readonly image?: {
    readonly sizeBytes?: number;
    readonly exists?: boolean;
    readonly pullMillis?: number;
    /** The last version that counts as published, `1.31`: a tag with a later one is not there. */
    readonly newest?: string;
  };
  /** The image's own command line, as its ENTRYPOINT and CMD together. Absent: a program of its own. */
  readonly command?: readonly string[];
  /** Whether `args` replace the whole command line (an image without ENTRYPOINT). */
  readonly shell?: boolean;
  /** Executables beside the usual tools: names on the path, or whole paths. Absent: whatever is asked is there. */
  readonly programs?: readonly string[];
  /** It holds no shell and no tools, only its `programs`. */
  readonly distroless?: boolean;
}

const numbers = ['startMillis', 'startJitterMillis', 'runsForMillis', 'exitCode'] as const;

/** What is wrong with a description that somebody wrote; `undefined` when it is usable. Never throws. */
export function checkDescription(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be a map';
  const map = value as Record<string, unknown>;
  for (const name of numbers) {
    const number = map[name];
    if (number !== undefined && (typeof number !== 'number' || !Number.isInteger(number) || number < 0)) {
      return `${name} must be a whole number, zero or more`;
    }
  }
  if (map.held !== undefined && typeof map.held !== 'boolean') return 'held must be true or false';
  if (typeof map.exitCode === 'number' && map.exitCode > 255) return 'exitCode must be at most 255';
  for (const name of ['logLines', 'listens', 'command', 'programs'] as const) {
    if (map[name] !== undefined && !Array.isArray(map[name])) return `${name} must be a list`;
  }
  for (const name of ['http', 'probes', 'usage', 'image'] as const) {
    const part = map[name];
    if (part !== undefined && (typeof part !== 'object' || part === null || Array.isArray(part))) {
      return `${name} must be a map`;
    }
  }
  const term = map.onSigterm;
  if (
    term !== undefined &&
    term !== 'ignore' &&
    typeof (term as { exitsAfterMillis?: unknown })?.exitsAfterMillis !== 'number'
  ) {
    return 'onSigterm must be ignore, or name exitsAfterMillis';
  }
  return undefined;
}
