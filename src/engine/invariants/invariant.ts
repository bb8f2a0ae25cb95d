// Models: nothing of Kubernetes; what must hold at every moment of every run.
// Simplified: —
// Not modelled: —
import type { EngineContext } from '../engine-context';

/** One thing that must hold. It is asked only about writes to the tables that it reads. */
export interface Invariant {
  /** A sentence about the cluster. */
  readonly name: string;
  /** Whether a table is one that it reads. */
  reads(table: string): boolean;
  /** What is wrong with the state that this write led to; `undefined` when it holds. */
  check(context: EngineContext, key: string, before: unknown, after: unknown, table: string): string | undefined;
}

export interface Violation {
  readonly invariant: string;
  readonly table: string;
  readonly key: string;
  readonly problem: string;
  readonly at: number;
  readonly seq: number;
}
