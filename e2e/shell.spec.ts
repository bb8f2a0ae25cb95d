import { expect, test } from '@playwright/test';
import { openLab } from './support/lab';

test('the page opens under its own content security policy without an error', async ({ page }) => {
  const lab = await openLab(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  expect(await page.locator('meta[http-equiv="Content-Security-Policy"]').count()).toBe(1);
  lab.expectNoFaults();
});

test('nothing is fetched from anywhere else', async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(baseURL ?? '').origin) foreign.push(request.url());
  });
  await openLab(page);
  expect(foreign).toEqual([]);
});

test('the cluster stands, and stays until somebody does something', async ({ page }) => {
  await openLab(page);
  const position = await page.evaluate(() => globalThis.clusterglass?.state()?.position);
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => globalThis.clusterglass?.state()?.position)).toBe(position);
});
