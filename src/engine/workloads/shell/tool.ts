// Models: nothing of Kubernetes; what a program of a container is to the shell that runs it.
// Simplified: —
// Not modelled: —
import type { Shell } from './shell';

/** What a program reads and where it writes. */
export interface Streams {
  readonly input: () => string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export interface Tool {
  /** A part of the shell: there in every image that has one. */
  readonly builtin: boolean;
  /** Returns the exit code. Throws Endless. */
  readonly run: (args: readonly string[], streams: Streams, shell: Shell) => number;
}

/** The command waits for something that never comes. */
export class Endless {}
