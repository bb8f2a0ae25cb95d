import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { expect, test } from '@playwright/test';
import { openPage } from './support/page';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves dist/ from a sub-folder, as a site of somebody else would. */
function serve(): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = normalize(pathname.replace(/^\/lab\//, '/')).replace(/\/$/, '/index.html');
    readFile(join('dist', path)).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ server, port: (server.address() as { port: number }).port }));
  });
}

test.use({ serviceWorkers: 'allow' });

test('after one visit to the map, lessons, playground and the rest open with the server gone', async ({ page }) => {
  test.setTimeout(120_000);
  const { server, port } = await serve();
  await openPage(page, `http://127.0.0.1:${port}/lab/`);
  await page.evaluate(async () => {
    const { active, waiting, installing } = await navigator.serviceWorker.ready;
    const worker = active ?? waiting ?? installing;
    while (worker?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 50));
  });
  // The editor was used once, before the service worker may have watched.
  await page.goto(`http://127.0.0.1:${port}/lab/#/playground`);
  await expect(page.locator('.monaco-editor')).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('assets')).keys()).map(({ url }) => url).join(' ')))
    .toMatch(/(?=.*monaco-.*\.js)(?=.*codicon)(?=.*yaml\.worker-)/);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));

  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  await page.goto(`http://127.0.0.1:${port}/lab/#/lesson/deployment/rolling-ten?step=start`);
  await page.reload();
  await expect(page.getByText('Step 1 of 12')).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('[data-diagram="deploy-0"]')).toBeVisible();
  for (const [hash, title] of [
    ['#/playground', 'Playground'],
    ['#/fidelity', 'What is simulated, and what is not'],
    ['#/questions', 'Questions'],
  ] as const) {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeAttached();
  }
  await page.evaluate(() => {
    location.hash = '#/playground';
  });
  await expect(page.locator('.monaco-editor')).toBeVisible({ timeout: 30_000 });
  await page.goto(`http://127.0.0.1:${port}/lab/embed.html#/lesson/deployment/rolling-ten?step=start&lang=en`);
  await expect(page.getByText('1/12')).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('[data-diagram="deploy-0"]')).toBeVisible();
  // Only the look for a newer service worker goes to the network.
  expect(failed.filter((url) => !url.endsWith('/sw.js'))).toEqual([]);
});
