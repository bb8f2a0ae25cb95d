// Prints where each step of a lesson stands in its run. `npm run lesson -- content/documents/deployment/lessons/rolling-ten`
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Lesson } from '../../lessons/types';
import { walk } from './walk';

const [folder, upTo] = process.argv.slice(2);
if (!folder) {
  console.error('npm run lesson -- content/documents/<document>/lessons/<lesson> [step whose events are listed]');
  process.exit(2);
}
const module = (await import(pathToFileURL(resolve(folder, 'lesson.ts')).href)) as { readonly default: Lesson };
const { lab, steps, problems } = await walk(module.default);
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
process.exitCode = problems.length > 0 ? 1 : 0;
