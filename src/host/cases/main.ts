import '../../engine/further-kinds';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput, mustExist, runCommand } from '../command-line.mjs';
import { findCaseFiles, loadCaseFile, readDisputed } from './load';
import { adapters } from './registry';
import { report, runCases, someFailed } from './run';
import { summaryText } from './summary';

const casesDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../content/cases');
const summaryFile = path.resolve(casesDir, '../fidelity/cases.generated.json');
const disputedFile = path.join(casesDir, 'disputed.yaml');

await runCommand({
  call: 'npm run cases --',
  usage: '[--disputed-ok] [--json | --check] [folder or file …]',
  help: `Runs conformance cases (default: all of content/cases) against the engine. Prints a line an area, each failure below it, and
last \`N passed, M failed\`. A case for which there is no subsystem yet is skipped: its topic is named, and it counts as neither.

  --disputed-ok  lets those failures pass that content/cases/disputed.yaml names; they are counted all the same
  --json         keeps the counts of content/cases for the page that tells how faithful the lab is
  --check        fails when those kept counts are stale

Exit code: 0 all passed, 1 a case failed, 2 bad input.`,
  flags: ['disputed-ok', 'json', 'check'],
  places: [0, Number.POSITIVE_INFINITY],
  main({ flags, places }) {
    const disputedOk = flags.has('disputed-ok');
    const whole = places.every((place) => path.resolve(place) === casesDir);
    if (!whole && (flags.has('json') || flags.has('check')))
      throw new BadInput('--json and --check are about the whole of content/cases');
    for (const place of places) mustExist(place);
    const files = findCaseFiles(places.length > 0 ? places : [casesDir]).map(loadCaseFile);
    if (files.length === 0) throw new BadInput(`no YAML file of cases in ${places.join(', ')}`);
    const disputed = existsSync(disputedFile) ? readDisputed(readFileSync(disputedFile, 'utf8')) : [];
    const results = runCases(files, adapters, disputed);
    console.log(report(results, disputedOk).join('\n'));
    const summary = summaryText(results);
    if (flags.has('json')) writeFileSync(summaryFile, summary);
    const stale = flags.has('check') && readFileSync(summaryFile, 'utf8') !== summary;
    if (stale) console.error(`${path.relative('.', summaryFile)} is stale: run \`npm run cases -- --json\``);
    return stale || someFailed(results, disputedOk) ? 1 : 0;
  },
});
