// Models: github.com/spf13/cobra Command, k8s.io/kubectl pkg/cmd/util (Factory): what a command of kubectl is given
// Simplified: a command is a function of its words; what it waits for comes back to it as a step.
// Not modelled: kubeconfig files, plugins.
import type { KindDefinition, KubeObject, Session, Status, StreamChunk } from '../../engine/index';
import type { FilePayload } from '../process';
import type { KubectlError } from '../wording';
import type { FlagDefinition, Flags } from './flags';

/** Ends a command with kubectl's own complaints. */
export class Failure extends Error {
  readonly errors: readonly KubectlError[];
  readonly exitCode: number;

  constructor(errors: readonly KubectlError[], exitCode = 1) {
    super(errors[0]?.message ?? errors[0]?.status?.message ?? '');
    this.errors = errors;
    this.exitCode = exitCode;
  }
}

/** Complains as kubectl does: `error: ` stands before it. */
export function fail(message: string, exitCode = 1): never {
  throw new Failure([{ message }], exitCode);
}

/** Ends with the server's refusal. */
export function refuse(status: unknown): never {
  throw new Failure([{ status: status as Status }]);
}

/** What one run of a command may do. */
export interface Call {
  readonly path: string;
  readonly session: Session;
  readonly flags: Flags;
  readonly args: readonly string[];
  /** How many arguments stand before `--`; -1 without it. */
  readonly dashAt: number;
  readonly namespace: string;
  /** The file that `-f` names. */
  readonly file: FilePayload | undefined;
  /** To standard output: whole lines. */
  out(text: string): void;
  err(text: string): void;
  /** Opens a watch whose events come to `step`; a failed one ends the command. */
  watch(kind: KindDefinition, namespace: string, query: Readonly<Record<string, string>>): string;
  /** Sends a request whose answer may go on: what comes later comes to `step`. Its refusal ends the command. */
  open(request: {
    readonly method: 'GET';
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  }): Opened;
  /** Tells a command in a container that its input has ended. */
  endInput(stream: string): void;
  /** Lets a step come after so many microseconds. */
  timer(delayMicros: number, name: string): void;
  /** The namespace for commands to come (`config set-context`). */
  setNamespace(namespace: string): void;
}

/** A text so far, and the stream of the rest where there is one. */
export interface Opened {
  readonly text: string;
  readonly stream: string | undefined;
}

/** Plain data: what a command keeps while it waits. */
export type Waiting = { readonly state: unknown };

/** What a waiting command is told. Only one that opened a stream is told of streams. */
export type Step =
  | {
      readonly sort: 'watch';
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
      readonly object: KubeObject;
      readonly stream: string;
    }
  | { readonly sort: 'timer'; readonly name: string };

/** What comes of a request that goes on. */
export type StreamStep = { readonly sort: 'stream' } & StreamChunk;

/** The exit code; nothing: 0; or what it waits with. */
export type Ended = number | undefined | Waiting;

export interface CommandDefinition {
  /** `get`, `rollout status` */
  readonly path: string;
  readonly use: string;
  readonly short: string;
  readonly flags: readonly FlagDefinition[];
  /** Takes arguments as they are, flags too, after the first argument (`exec POD cmd`)? No command of kubectl does. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a command that just ends is the usual case
  run(call: Call): Ended | void;
  /** A waiting command goes on. */
  // biome-ignore lint/suspicious/noConfusingVoidType: see above
  step?(call: Call, state: never, step: Step | StreamStep): Ended | void;
}

export const flag = (
  type: FlagDefinition['type'],
  name: string,
  usage: string,
  more: Partial<FlagDefinition> = {},
): FlagDefinition => ({ type, name, usage, ...more });

export const selectorFlag = flag('text', 'selector', 'Selector (label query) to filter on', { short: 'l' });
export const allFlag = flag('bool', 'all', 'Select all resources, in the namespace of the specified resource types');
export const allNamespacesFlag = flag(
  'bool',
  'all-namespaces',
  'If present, list the requested object(s) across all namespaces',
  { short: 'A' },
);
export const outputFlag = flag('text', 'output', 'Output format', { short: 'o' });
export const dryRunFlag = flag('text', 'dry-run', 'Must be "none", "server", or "client"', {
  bare: 'unchanged',
  byDefault: 'none',
});
export const filenameFlag = flag('list', 'filename', 'The file that is open in the editor', { short: 'f' });
export const overwriteFlag = flag('bool', 'overwrite', 'If true, allow labels to be overwritten');

/** `--dry-run`: `undefined` when nothing is dry. */
export function dryRunOf(flags: Flags): 'client' | 'server' | undefined {
  const value = flags.text('dry-run');
  if (value === undefined || value === 'none' || value === 'false') return undefined;
  if (value === 'client' || value === 'server') return value;
  fail(
    value === 'unchanged' || value === 'true'
      ? 'Invalid dry-run value (unchanged). Must be "none", "server", or "client".'
      : `Invalid dry-run value (${value}). Must be "none", "server", or "client".`,
  );
}

export const dryRunSuffix = (dry: 'client' | 'server' | undefined): string =>
  dry === undefined ? '' : dry === 'client' ? ' (dry run)' : ' (server dry run)';

export const dryRunQuery = (dry: 'client' | 'server' | undefined): Record<string, string> =>
  dry === 'server' ? { dryRun: 'All' } : {};
