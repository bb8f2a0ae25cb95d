import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput, runCommand, wholeNumber } from '../src/host/command-line.mjs';
import { installIfStale, requireNode } from './lib/install.mjs';

requireNode();
await runCommand({
  call: 'npm start --',
  usage: '',
  help: `Installs what is missing, builds, serves the built site and prints its address. Ctrl-C ends it.

  PORT=N     the port asked for (4173); the next free one is taken if it is in use
  HOST=NAME  the address to listen on (127.0.0.1)

Exit code: 1 it could not be installed or built, 2 bad input.`,
  async main() {
    const host = process.env.HOST || '127.0.0.1';
    const port = wholeNumber(process.env.PORT || undefined, { name: 'PORT', least: 1, most: 65_535, otherwise: 4173 });
    process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
    installIfStale('.');
    const { build, preview } = await import('vite');
    await build({ logLevel: 'warn' });
    const server = await preview({ logLevel: 'warn', preview: { host, port } }).catch((error) => {
      if (!['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EACCES'].includes(error.code)) throw error;
      throw new BadInput(`cannot listen on HOST '${host}', PORT ${port}: ${error.code}`);
    });
    const [address] = [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])];
    console.log(`\nClusterglass is at ${address}\nCtrl-C ends it.`);
    return 0;
  },
});
