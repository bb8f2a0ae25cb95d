import { get, set } from 'idb-keyval';
import type { SavedLab } from '../worker/protocol';

const journalKey = 'clusterglass.journal';
const draftKey = 'clusterglass.draft';

/** A manifest being written. */
export interface Draft {
  readonly name: string;
  readonly text: string;
}

/** Where the journal is kept; a browser may refuse, and the page then works without. */
export interface JournalStore {
  read(): Promise<SavedLab | undefined>;
  write(saved: SavedLab): Promise<void>;
  readDraft(): Draft | undefined;
  writeDraft(draft: Draft): void;
}

async function quietly<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch {
    return undefined;
  }
}

export const browserJournal: JournalStore = {
  read: () => quietly(() => get<SavedLab>(journalKey)),
  write: async (saved) => {
    await quietly(() => set(journalKey, saved));
  },
  // Kept synchronously: it must survive a tab that is closed in the middle of a word.
  readDraft: () => {
    try {
      const value: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? localStorage.getItem(draftKey) ?? 'null');
      if (typeof value !== 'object' || value === null) return undefined;
      const { name, text } = value as Record<string, unknown>;
      return typeof name === 'string' && typeof text === 'string' ? { name, text } : undefined;
    } catch {
      return undefined;
    }
  },
  writeDraft: (draft) => {
    const value = JSON.stringify(draft);
    for (const storage of ['sessionStorage', 'localStorage'] as const) {
      try {
        globalThis[storage].setItem(draftKey, value);
      } catch {
        // Full or blocked.
      }
    }
  },
};
