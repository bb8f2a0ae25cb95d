import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages by path as a lock file lists them; undefined if there is no such file. */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Why node_modules does not match package-lock.json; undefined if it does. */
export function whyInstall(root) {
  const wanted = lockedPackages(join(root, 'package-lock.json')) ?? {};
  const installed = lockedPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return 'node_modules is missing';
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = installed[path];
    if (!found && !entry.optional) return `${path} is missing`;
    if (found && found.version !== entry.version) return `${path} is ${found.version}, not ${entry.version}`;
  }
  const extra = Object.keys(installed).find((path) => !(path in wanted));
  return extra ? `${extra} is no longer wanted` : undefined;
}

/** Brings node_modules to what package-lock.json says. Ends the process if npm fails. */
export function installIfStale(root) {
  const why = whyInstall(root);
  if (!why) return;
  console.log(`Installing packages (${why}) …`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error('npm ci failed: see above.');
    process.exit(status ?? 1);
  }
}

/** Ends the process with a clear message on a Node that is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Clusterglass needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}
