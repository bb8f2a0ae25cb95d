// `npm start`: installs what is missing, builds, serves the built site and prints its address. Ctrl-C ends it.
// PORT asks for a port (the next free one is taken if it is in use), HOST for an address to listen on.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfStale, requireNode } from './lib/install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
requireNode();
installIfStale(root);

const { build, preview } = await import('vite');
await build({ logLevel: 'warn' });
const server = await preview({
  logLevel: 'warn',
  preview: { host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT ?? 4173) },
});
const [address] = [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])];
console.log(`\nClusterglass is at ${address}\nCtrl-C ends it.`);
