import '../../engine/further-kinds';
import '../../kubectl/line/index';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Lesson } from '../../lessons/types';
import { BadInput, mustExist, runCommand } from '../command-line.mjs';
import { lessonLanguages, loadDefault, promiseProblems, readingProblems } from './check';
import { walk } from './walk';

await runCommand({
  call: 'npm run lesson --',
  usage: 'content/documents/<document>/lessons/<lesson> [step]',
  help: `Walks a lesson in the engine and prints where each of its steps stands in the run; before the named step, also the events that
lead to it. Then solves and fails it, and reads its texts in each language. Problems come last.

Exit code: 0 all well, 1 the lesson has problems, 2 bad input.`,
  places: [1, 2],
  async main({ places: [folder = '', upTo] }) {
    mustExist(folder);
    const file = join(folder, 'lesson.ts');
    if (!existsSync(file)) throw new BadInput(`'${folder}' has no lesson.ts`);
    const lesson = await loadDefault<Lesson>(file);
    const { lab, steps, problems: walked } = await walk(lesson);
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
    const there = lessonLanguages.filter((language) => existsSync(join(folder, `${language}.mdx`)));
    const problems = [
      // Without its steps in the run there is nothing to be proven; without its texts, nothing to be quoted.
      ...(walked.length > 0 || there.length < lessonLanguages.length ? walked : await promiseProblems(folder, lesson)),
      ...lessonLanguages.flatMap((language) =>
        there.includes(language)
          ? readingProblems(folder, lesson, language).map((problem) => `${language}.mdx: ${problem}`)
          : [`${language}.mdx is not there`],
      ),
    ];
    for (const problem of problems) console.log(problem);
    console.log(problems.length > 0 ? `${problems.length} problems` : `${steps.length} steps, no problem`);
    return problems.length > 0 ? 1 : 0;
  },
});
