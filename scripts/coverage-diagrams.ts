import { documents } from '../content/atlas/documents';
import { runCommand } from '../src/host/command-line.mjs';
import { coverageOf, deadIn } from './diagrams/coverage';

await runCommand({
  call: 'npm run coverage:diagrams --',
  usage: '',
  help: `Prints how many of each document's diagrams there are, how much of them its lessons' runs light, and what is dead.

Exit code: 0 every document that has diagrams is lit wholly, 1 one is not, 2 bad input.`,
  async main() {
    let deadInAll = 0;
    for (const { number, folder, figures } of documents) {
      const coverage = await coverageOf(folder);
      const name = `${String(number).padStart(2)} ${folder}`.padEnd(18);
      if (coverage.length === 0) {
        console.log(`${name} not yet (${figures})`);
        continue;
      }
      const elements = coverage.reduce((sum, one) => sum + one.elements.length, 0);
      const missing = coverage.reduce((sum, one) => sum + deadIn(one).length, 0);
      deadInAll += missing;
      console.log(
        `${name} ${elements - missing} of ${elements} lit (${Math.floor((100 * (elements - missing)) / elements)} %)${
          coverage.length < figures ? `, ${coverage.length} of ${figures} diagrams, the others not yet` : ''
        }`,
      );
      for (const one of coverage) {
        const dead = deadIn(one);
        const rest = dead.length > 0 ? `  dead: ${dead.join(', ')}` : '';
        console.log(`   ${one.diagram.padEnd(14)} ${one.elements.length - dead.length}/${one.elements.length}${rest}`);
      }
    }
    return deadInAll > 0 ? 1 : 0;
  },
});
