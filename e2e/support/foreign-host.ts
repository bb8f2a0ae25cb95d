import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

const listen = (server: Server): Promise<number> =>
  new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)));

/** Two servers of different origins: the built lab below a sub-path, and a page of somebody else that holds embeds of it. */
export interface ForeignHost {
  readonly lab: string;
  /** Serves a page with this body from the other origin; returns its address. */
  page(body: string): string;
  close(): void;
}

export async function foreignHost(dist = 'dist'): Promise<ForeignHost> {
  const prefix = '/tools/k8s/';
  const files = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const name = normalize(path.slice(prefix.length));
    try {
      if (!path.startsWith(prefix) || name.startsWith('..')) throw new Error('no such file');
      const content = readFileSync(join(dist, name));
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end('not found');
    }
  });
  let body = '';
  const host = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><head><title>A blog</title><link rel="icon" href="data:,"></head><body><main><h1>A post</h1>${body}</main></body></html>`,
      );
  });
  const [filesPort, hostPort] = [await listen(files), await listen(host)];
  return {
    lab: `http://127.0.0.1:${filesPort}${prefix}`,
    page: (html) => {
      body = html;
      return `http://127.0.0.1:${hostPort}/2026/11/post.html`;
    },
    close: () => {
      files.close();
      host.close();
    },
  };
}
