import '../../engine/further-kinds';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Lesson } from '../../lessons/types';
import { BadInput, mustExist, runCommand } from '../command-line.mjs';
import { walk } from './walk';

await runCommand({
  call: 'npm run lesson --',
  usage: 'content/documents/<document>/lessons/<lesson> [step]',
  help: `Walks a lesson in the engine and prints where each of its steps stands in the run; before the named step, also the events that
lead to it. Problems come last.

Exit code: 0 all well, 1 the lesson has problems, 2 bad input.`,
  places: [1, 2],
  async main({ places: [folder = '', upTo] }) {
    mustExist(folder);
    const file = join(folder, 'lesson.ts');
    if (!existsSync(file)) throw new BadInput(`'${folder}' has no lesson.ts`);
    const module = (await import(pathToFileURL(resolve(file)).href)) as { readonly default: Lesson };
    const { lab, steps, problems } = await walk(module.default);
    const ids = steps.map(({ step }) => step.id);
    if (upTo !== undefined && !ids.includes(upTo))
      throw new BadInput(`'${upTo}' is no step of the lesson; they are ${ids.join(', ')}`);
    for (const [index, { step, anchor }] of steps.entries()) {
      const event = lab.event(anchor.position);
      const seconds = (anchor.at / 1e6).toFixed(6);
      console.log(
        `${step.id.padEnd(14)} ${seconds.padStart(12)} s  #${anchor.seq}  ${event?.actor} ${event?.verb} ${event?.subject}`,
      );
      if (step.id !== upTo) continue;
      for (let position = (steps[index - 1]?.anchor.position ?? -1) + 1; position <= anchor.position; position++) {
        const other = lab.event(position);
        if (other && other.level !== 'micro') console.log(`    ${other.actor} ${other.verb} ${other.subject}`);
      }
    }
    for (const problem of problems) console.log(problem);
    return problems.length > 0 ? 1 : 0;
  },
});
