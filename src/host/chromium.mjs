import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable'];

/** Path of the Chromium that CHROMIUM_PATH names, else of the system's; undefined if it is not there. */
export function systemChromium() {
  const named = process.env.CHROMIUM_PATH;
  return (named ? [named] : places).find((path) => existsSync(path));
}
