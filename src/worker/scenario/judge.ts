import { ViewCursor } from '../../engine/index';
import { parseCommandLine } from '../../kubectl/index';
import type { Lab } from '../lab';
import { countOf, holds, inBounds } from './checks';
import { applyText, give, refusalAfter, runToRest } from './perform';
import type { Attempt, Attempted, Goal, Judgement } from './types';

/** Whether the current branch has reached a goal. `from`: the position after which `always` holds. */
export function judge(lab: Lab, goal: Goal, from: number): Judgement {
  const { kernel } = lab.branch.cluster;
  const unmet = goal.settled.flatMap((check, index) => (holds(check, kernel) ? [] : [index]));
  const worst = new Map<string, { position: number; worst: number }>();
  const view = new ViewCursor(kernel.trace);
  view.moveTo(from);
  for (let position = from; position < lab.length; position++) {
    if (position > from && !view.moveTo(position).has('api/pods')) continue;
    for (const check of goal.always ?? []) {
      const count = countOf(check, view);
      if (inBounds(count, check)) continue;
      const before = worst.get(check.id);
      const worse = check.atMost !== undefined && count > check.atMost ? Math.max : Math.min;
      worst.set(check.id, before ? { ...before, worst: worse(before.worst, count) } : { position, worst: count });
    }
  }
  const broken = [...worst].map(([id, found]) => ({ id, ...found }));
  return { met: unmet.length === 0 && broken.length === 0, unmet, broken };
}

/**
 * Makes a change in a branch of its own that leaves `from` at a position, lets that come to rest, and judges it. The branch
 * stays current, with the cursor at the change.
 */
export function attempt(
  lab: Lab,
  { branch, position }: { readonly branch: string; readonly position: number },
  change: Attempt,
  goal: Goal,
): Attempted {
  lab.switchBranch(branch);
  lab.seek(position);
  lab.fork();
  const from = lab.length - 1;
  const failed = { met: false, unmet: goal.settled.map((_, index) => index), broken: [] };
  let at = from;
  if ('text' in change) {
    const applied = applyText(lab, 'change.yaml', change.text);
    if (applied.faults.length > 0)
      return { ...failed, branch: lab.branch.name, position: from, refused: undefined, faults: applied.faults };
    at = applied.position;
  } else {
    const parsed = parseCommandLine(change.kubectl);
    if (!parsed) {
      const faults = [{ message: change.kubectl, line: 0, column: 0 }];
      return { ...failed, branch: lab.branch.name, position: from, refused: undefined, faults };
    }
    at = give(lab, { to: 'kubectl', ...parsed });
  }
  runToRest(lab);
  const refused = refusalAfter(lab, from + 1);
  lab.seek(at);
  return { ...judge(lab, goal, from), branch: lab.branch.name, position: at, refused, faults: [] };
}
