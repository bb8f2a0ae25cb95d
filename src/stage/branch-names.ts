import type { Ui } from '../i18n/index';
import { clockText } from '../ui/time';
import { eventSentence } from '../views/words';
import type { BranchState } from '../worker/protocol';

/** What a branch is called: by the learner, else by its number. */
export function branchName(ui: Ui, branches: readonly BranchState[], name: string): string {
  return branches.find((branch) => branch.name === name)?.title ?? ui.player.branchName(name);
}

/** Which command made a branch; empty for the first one, and where nothing has been done yet. */
export function branchBegan(ui: Ui, { began }: BranchState): string {
  return began ? eventSentence(ui, began) : '';
}

/** Where a branch left which other one; empty for the first. */
export function branchLeft(ui: Ui, branches: readonly BranchState[], { parent, forkedAt }: BranchState): string {
  return parent === undefined ? '' : ui.player.branchFrom(branchName(ui, branches, parent), clockText(forkedAt));
}
