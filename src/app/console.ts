import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import type { LabHash, LabState, SavedLab } from '../worker/protocol';

/** What the browser's console and the end-to-end tests may ask of the page: `clusterglass.hash()` and the like. */
export interface PageConsole {
  readonly state: () => LabState | undefined;
  readonly hash: () => Promise<LabHash | undefined>;
  readonly save: () => Promise<SavedLab | undefined>;
  readonly open: (saved: SavedLab) => Promise<boolean>;
  /** Ends the Worker as though it had crashed. */
  readonly kill: () => void;
}

declare global {
  var clusterglass: PageConsole | undefined;
}

export function installConsole(): void {
  globalThis.clusterglass = {
    state: () => useLab.getState().state,
    hash: () => lab.hash(),
    save: () => lab.save(),
    open: (saved) => lab.open(saved),
    kill: () => lab.kill(),
  };
}
