import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { systemChromium } from '../../src/host/chromium.mjs';

/**
 * Path of a Chromium: CHROMIUM_PATH, else the system's, else one installed now by apt (Debian, as root).
 * Throws, saying what to do, if there is none.
 */
export function findChromium() {
  const present = systemChromium();
  if (present) return present;
  const named = process.env.CHROMIUM_PATH;
  if (named) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found: installing chromium and fonts-noto-cjk with apt-get …');
    const apt = (...args) =>
      spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk');
    const installed = systemChromium();
    if (installed) return installed;
  }
  throw new Error(
    'the browser tests need a Chromium: install one (Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM_PATH',
  );
}
