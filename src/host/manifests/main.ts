import '../../engine/further-kinds';
import '../../kubectl/line/index';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput, mustExist, runCommand } from '../command-line.mjs';
import { rowsOf } from './index-file';
import { applyFile, differences } from './run';

await runCommand({
  call: 'npm run manifests --',
  usage: 'FOLDER [--only TEXT] [--brief]',
  help: `Applies each manifest that FOLDER/INDEX.tsv names to a fresh cluster of its own and runs it to rest. Prints what kubectl prints,
what is there at the end and why, and whether that agrees with the column 'expectation'. Kinds that are stored and not yet
acted on count by acceptance only, as does what the INDEX marks as unsure. The last line is "N passed, M failed".

  --only TEXT  only files whose name has TEXT in it
  --brief      only the files that do not agree

Exit code: 0 all agree, 1 some do not, 2 bad input.`,
  values: ['only'],
  flags: ['brief'],
  places: [1, 1],
  main({ places, values, flags }) {
    const folder = places[0] as string;
    const index = join(folder, 'INDEX.tsv');
    mustExist(index);
    const rows = rowsOf(index).filter(({ file }) => file.includes(values.only ?? ''));
    if (rows.length === 0) throw new BadInput('no file is chosen');
    let failed = 0;
    for (const { file, expectation } of rows) {
      const path = join(folder, file);
      mustExist(path);
      const report = applyFile(file, readFileSync(path, 'utf8'));
      const found = differences(report, expectation);
      if (found.length > 0) failed++;
      else if (flags.has('brief')) continue;
      const rest =
        report.restSeconds === undefined ? 'not at rest after 15 min' : `at rest after ${report.restSeconds} s`;
      console.log(`${found.length === 0 ? 'agrees' : 'DIFFERS'}  ${file}: ${report.verdict}, ${rest}`);
      const section = (title: string, lines: readonly string[]) => {
        for (const line of lines) console.log(`  ${title.padEnd(8)} ${line.replaceAll('\n', '\n           ')}`);
      };
      section('kubectl', report.printed);
      section('there', report.state);
      section('because', report.reasons);
      section(
        'stored',
        report.unattended.map((kind) => `${kind}: nothing acts on it yet`),
      );
      section('INDEX', [expectation]);
      section('differs', found);
    }
    console.log(`${rows.length - failed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  },
});
