/**
 * `npm run cases -- [--disputed-ok] [--json | --check] [folder or file …]`: runs conformance cases against the engine (default
 * content/cases), prints a line an area and last `N passed, M failed`; exit code 1 if any failed, with
 * `--disputed-ok` only if one failed that content/cases/disputed.yaml does not name.
 * `--json` keeps the counts for the page that tells how faithful the lab is; `--check` fails when those are stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCaseFiles, loadCaseFile, readDisputed } from './load';
import { adapters } from './registry';
import { report, runCases } from './run';
import { summaryText } from './summary';

const casesDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../content/cases');
const summaryFile = path.resolve(casesDir, '../fidelity/cases.generated.json');
const args = process.argv.slice(2);
const disputedOk = args.includes('--disputed-ok');
const places = args.filter((arg) => !arg.startsWith('--'));
const disputedFile = path.join(casesDir, 'disputed.yaml');
const disputed = existsSync(disputedFile) ? readDisputed(readFileSync(disputedFile, 'utf8')) : [];

try {
  const files = findCaseFiles(places.length > 0 ? places : [casesDir]).map(loadCaseFile);
  const results = runCases(files, adapters, disputed);
  console.log(report(results).join('\n'));
  const summary = summaryText(results);
  if (args.includes('--json')) writeFileSync(summaryFile, summary);
  const stale = args.includes('--check') && readFileSync(summaryFile, 'utf8') !== summary;
  if (stale) console.error(`${path.relative('.', summaryFile)} is stale: run \`npm run cases -- --json\``);
  const failed = results.flatMap((result) => result.failed);
  process.exitCode = stale || failed.some((one) => !(disputedOk && one.disputed !== undefined)) ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
