// `npm run coverage:diagrams`: how much of each document's diagrams real runs light, and what is dead. Exit code 1 when a
// document that has diagrams is not lit wholly.
import { documents } from '../content/atlas/documents';
import { coverageOf, deadIn } from './diagrams/coverage';

let dead = 0;
for (const { number, folder } of documents) {
  const coverage = await coverageOf(folder);
  const name = `${String(number).padStart(2)} ${folder}`.padEnd(18);
  if (coverage.length === 0) {
    console.log(`${name} not yet`);
    continue;
  }
  const elements = coverage.reduce((sum, one) => sum + one.elements.length, 0);
  const missing = coverage.reduce((sum, one) => sum + deadIn(one).length, 0);
  dead += missing;
  console.log(
    `${name} ${elements - missing} of ${elements} lit (${Math.floor((100 * (elements - missing)) / elements)} %)`,
  );
  for (const one of coverage) {
    const lit = one.elements.length - deadIn(one).length;
    const onlyScenes = one.elements.filter((id) => !one.inLessons.has(id) && one.inScenes.has(id));
    const rest = [
      ...(deadIn(one).length > 0 ? [`dead: ${deadIn(one).join(', ')}`] : []),
      ...(onlyScenes.length > 0 ? [`in no lesson yet: ${onlyScenes.join(', ')}`] : []),
    ];
    console.log(
      `   ${one.diagram.padEnd(14)} ${lit}/${one.elements.length}${rest.map((text) => `  ${text}`).join('')}`,
    );
  }
}
process.exitCode = dead > 0 ? 1 : 0;
