// Models: nothing of Kubernetes; where kubectl's process finds its commands, which are a part of their own.
// Simplified: —
// Not modelled: —
import type { EngineContext, Session, StreamChunk, WatchDelivery } from '../engine/index';
import type { afterApply as lookAhead } from './after-apply';
import type { mapObject as mapToResource } from './apply';
import type { FilePayload, PrintedLine } from './process';

/** What a line is given beside its text. */
export interface LinePayload {
  readonly line: string;
  /** The file that `-f` names, as it stood in the editor. */
  readonly file?: FilePayload;
}

/** Carries out commands and lines, and goes on with lines that wait. */
export interface Runner {
  act(run: string, type: string, payload: unknown): void;
  line(run: string, payload: LinePayload): void;
  deliver(delivery: WatchDelivery): void;
  stream(chunk: StreamChunk): void;
  timer(payload: { readonly run: string; readonly name: string }): void;
  interrupt(run: string): void;
}

/** Shows lines at a virtual time; with an exit code the run has ended. */
export type PrintLines = (
  session: Session,
  at: number,
  run: string,
  lines: readonly PrintedLine[],
  exitCode?: number,
) => void;

type Parts = Pick<EngineContext, 'kernel' | 'clients' | 'api'>;
type Factory = (parts: Parts, print: PrintLines) => Runner;

/** Names of a resource's objects as the learner sees them now; all of them without a namespace. */
export type NamesOf = (resource: string, namespace: string) => readonly string[];

/** What is offered for the end of a line. */
export interface Completion {
  /** Where the word that is being completed begins. */
  readonly from: number;
  /** What it could become, sorted. */
  readonly words: readonly string[];
}

type Completer = (line: string, namesOf: NamesOf, namespace: string) => Completion;

/** What is fetched beside the engine's core. */
export interface Commands {
  readonly runner: Factory;
  readonly complete: Completer;
  readonly mapObject: typeof mapToResource;
  readonly afterApply: typeof lookAhead;
}

let installed: Commands | undefined;

/** Adds the commands that are a part of their own. Adding them again changes nothing. */
export function installCommands(commands: Commands): void {
  installed = commands;
}

/** Throws before they are installed, which no command is given without. */
function installedCommands(): Commands {
  if (installed === undefined) throw new Error('the commands of kubectl are not installed: await loadLines first');
  return installed;
}

/** See apply.ts. */
export const mapObject: typeof mapToResource = (...given) => installedCommands().mapObject(...given);
/** See after-apply.ts. */
export const afterApply: typeof lookAhead = (...given) => installedCommands().afterApply(...given);

/** A runner, made when it is first asked for. */
export function runnerOf(parts: Parts, print: PrintLines): () => Runner {
  let runner: Runner | undefined;
  return () => {
    runner ??= installedCommands().runner(parts, print);
    return runner;
  };
}

/** What the end of `line` could become; nothing while the commands are not installed. `namespace`: that of the context. */
export function completeTyped(line: string, namesOf: NamesOf, namespace: string): Completion {
  return installed?.complete(line, namesOf, namespace) ?? { from: line.length, words: [] };
}
