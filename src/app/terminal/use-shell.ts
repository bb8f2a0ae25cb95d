import { useCallback, useMemo, useRef } from 'react';
import type { KubectlRun } from '../../kubectl/index';
import { browserJournal } from '../../store/journal';
import { lab } from '../../store/lab-connection';
import { useLab } from '../../store/lab-store';

/** A run as it stands at the cursor. */
export interface ShownRun extends KubectlRun {
  readonly id: string;
}

/** What a shell offers, however it is drawn. */
export interface Shell {
  readonly runs: readonly ShownRun[];
  /** The typed line that still goes on at the cursor. */
  readonly waiting: ShownRun | undefined;
  readonly ready: boolean;
  /** Runs lines one after another; a line that waits is ended by the next. */
  type(lines: readonly string[]): Promise<void>;
  interrupt(): Promise<void>;
}

/** Whether a line needs what stands in the editor. */
const namesFile = /(^|\s)(-f|--filename)([\s=]|$|\S)/;
/** Its `-f` follows a log. */
const readsLog = /^\s*((kubectl|k)\s+)?logs\s/;

/** The command line of the cluster at the cursor. */
export function useShell(): Shell {
  const table = useLab((view) => view.rows.kubectl) as ReadonlyMap<string, KubectlRun> | undefined;
  const ready = useLab((view) => view.state !== undefined);
  const runs = useMemo(
    () => [...(table ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, run]): ShownRun => ({ id, ...run })),
    [table],
  );
  const last = runs.filter(({ typed }) => typed).at(-1);
  const waiting = last?.exitCode === undefined ? last : undefined;
  const waitingId = useRef<string>(undefined);
  waitingId.current = waiting?.id;
  const interrupt = useCallback(async () => {
    if (waitingId.current !== undefined) await lab.interrupt(waitingId.current);
  }, []);
  const type = useCallback(async (lines: readonly string[]) => {
    for (const line of lines) {
      if (line.trim() === '') continue;
      const draft = namesFile.test(line) && !readsLog.test(line) ? browserJournal.readDraft() : undefined;
      await lab.type(line, draft && draft.text !== '' ? draft : undefined);
    }
  }, []);
  return { runs, waiting, ready, type, interrupt };
}
