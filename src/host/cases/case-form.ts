/** Types of the conformance cases and of the adapters that run them; nothing here runs. */

/** One fact: given these objects, when this happens, then that. The keys inside depend on the area. */
export interface Case {
  name: string;
  given?: Record<string, unknown>;
  when: Record<string, unknown>;
  then: Record<string, unknown>;
  confidence?: string;
  note?: string;
  [key: string]: unknown;
}

/** One file of cases. */
export interface CaseFile {
  area: string;
  topic: string;
  notes?: unknown[];
  source?: string;
  version?: string;
  cases: Case[];
}

/** One thing that a case names and that came out otherwise. */
export interface Failure {
  path: string;
  expected: unknown;
  actual: unknown;
}

/** Drives the real component for the cases of one area that have one kind of action. */
export interface CaseAdapter {
  area: string;
  /** Limits the adapter to one file of the area. */
  topic?: string;
  /** A key of `when` (`reconcile`), such a key with its text (`compute:fenceposts`), or `*` for any. */
  when: string;
  /** False: the case needs a part that does not exist yet, and is skipped. Absent: every case is taken. */
  takes?(c: Case, file: CaseFile): boolean;
  /** Empty when the case holds. May throw: the case then failed with the error's message. */
  run(c: Case, file: CaseFile): Failure[];
}
