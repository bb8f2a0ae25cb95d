import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput, runCommand } from '../src/host/command-line.mjs';
import { findChromium } from './lib/chromium.mjs';
import { installIfStale, requireNode } from './lib/install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const unitReport = 'reports/unit.json';
const e2eReport = 'reports/e2e.json';

/** Runs a command with its output shown, and returns its exit code and that output. */
function run(command, args, env = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    let output = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      from.on('data', (chunk) => {
        output += chunk;
        to.write(chunk);
      });
    child.on('error', (error) => done({ code: 1, output: `${output}\n${error.message}` }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

/** A check that passes or fails as a whole. */
const whole = (command, args) => async () => {
  const { code } = await run(command, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
};

/**
 * A program whose last line is `N passed, M failed`. The failures that it lets pass (disputed cases) exit with 0.
 * An exit code that the counts do not explain is a failure of its own.
 */
const counted = (args) => async () => {
  const { code, output } = await run('npm', ['run', '--silent', ...args]);
  const counts = /(\d+) passed, (\d+) failed\s*$/.exec(output);
  if (!counts) return { passed: 0, failed: 1, note: 'printed no counts' };
  const [passed, failed] = [Number(counts[1]), Number(counts[2])];
  const skipped = /^skipped: .*$/m.exec(output)?.[0];
  if (skipped) return { passed, failed, note: skipped };
  if (code === 0) return { passed, failed: 0, ...(failed > 0 && { note: `${failed} disputed, let pass` }) };
  return { passed, failed: Math.max(failed, 1) };
};

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

async function unit() {
  rmSync(unitReport, { force: true });
  const { code } = await run('npx', [
    'vitest',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ]);
  const report = readReport(unitReport);
  if (!report) return { passed: 0, failed: 1, note: 'wrote no report' };
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + broken;
  return { passed: report.numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1) };
}

async function e2e() {
  rmSync(e2eReport, { force: true });
  const { code } = await run('npx', ['playwright', 'test'], {
    CHROMIUM_PATH: findChromium(),
    E2E_PORT: String(await freePort()),
    E2E_REPORT: e2eReport,
  });
  const stats = readReport(e2eReport)?.stats;
  if (!stats) return { passed: 0, failed: 1, note: 'wrote no report' };
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed: code === 0 ? failed : Math.max(failed, 1) };
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

const steps = [
  ['lint', whole('npx', ['biome', 'ci', '--colors=off', '--error-on-warnings', '--diagnostic-level=warn', '.'])],
  ['typecheck', whole('npm', ['run', '--silent', 'typecheck'])],
  ['boundaries', whole('npm', ['run', '--silent', 'boundaries'])],
  ['unit', unit],
  ['cases', counted(['cases', '--', '--disputed-ok', '--check', 'content/cases'])],
  ['sim', counted(['sim', '--', '--seeds', '50', '--commands', '30'])],
  ['kubectl', counted(['kubectl-check'])],
  ['build', whole('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'])],
  ['budgets', whole('npm', ['run', '--silent', 'budgets'])],
  ['knip', whole('npx', ['knip'])],
  ['e2e', e2e],
];

const names = steps.map(([name]) => name);

async function test(asked) {
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new BadInput(`'${unknown}' is no step; the steps are ${names.join(', ')}`);
  installIfStale(root);
  mkdirSync('reports', { recursive: true });
  process.env.NO_COLOR = '1';
  delete process.env.FORCE_COLOR;

  const results = [];
  for (const [name, step] of steps) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`\n── ${name}`);
    const start = performance.now();
    const result = await step().catch((error) => ({ passed: 0, failed: 1, note: error.message }));
    results.push({ name, seconds: (performance.now() - start) / 1000, ...result });
  }

  console.log('\n── summary');
  for (const { name, seconds, passed, failed, note } of results)
    console.log(
      `${failed > 0 ? 'FAIL' : 'ok  '} ${name.padEnd(11)}${seconds.toFixed(1).padStart(7)} s  ${passed} passed, ${failed} failed${note ? ` (${note})` : ''}`,
    );
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') > 0 ? 1 : 0;
}

requireNode();
await runCommand({
  call: 'npm test --',
  usage: '[--list | step …]',
  help: `Runs every check of the project, or only the named steps, in order; the last line is \`N passed, M failed\`.
The steps: ${names.join(', ')}.

Exit code: 0 all passed, 1 something failed, 2 bad input.`,
  flags: ['list'],
  places: [0, names.length],
  main({ flags, places }) {
    if (!flags.has('list')) return test(places);
    console.log(names.join('\n'));
    return 0;
  },
});
