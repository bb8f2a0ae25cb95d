import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { deployment, openLab } from './support/lab';
import type { SceneFile } from './support/scene';

test('a reload brings back every command, the cursor, the branch and the text', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(2));
  await lab.toEnd();
  await lab.apply(deployment(3));
  await lab.toEnd();
  for (let i = 0; i < 5; i++) await lab.step('back');
  const position = await lab.position();
  const hash = await page.evaluate(() => globalThis.clusterglass?.hash());
  await lab.write('# half a thought\n');
  // The place of the cursor is written a moment after it moved.
  await page.waitForTimeout(700);
  await page.reload();
  await lab.stands();
  await expect(lab.notices).toContainText('2 commands');
  expect(await lab.position()).toBe(position);
  expect(await page.evaluate(() => globalThis.clusterglass?.hash())).toEqual(hash);
  await expect(lab.manifest).toHaveValue('# half a thought\n');
});

test('a Worker that dies is replaced, with every command in it and the cursor where it was', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(2));
  await lab.toEnd();
  for (let i = 0; i < 3; i++) await lab.step('back');
  const position = await lab.position();
  const hash = await page.evaluate(() => globalThis.clusterglass?.hash());
  await page.evaluate(() => globalThis.clusterglass?.kill());
  await expect(lab.notices).toContainText('is back', { timeout: 20_000 });
  await lab.stands();
  expect(await lab.position()).toBe(position);
  expect(await page.evaluate(() => globalThis.clusterglass?.hash())).toEqual(hash);
  await lab.apply(deployment(4));
  await lab.toEnd();
  await expect(lab.pods('ready')).toHaveCount(4);
});

test('a command given to a dead Worker is not lost', async ({ page }) => {
  const lab = await openLab(page);
  await page.evaluate(() => globalThis.clusterglass?.kill());
  await lab.apply(deployment(1));
  await expect(lab.notices).toContainText('is back', { timeout: 20_000 });
  await expect(lab.terminal).toContainText('$ kubectl apply -f web.yaml', { timeout: 10_000 });
  await lab.toEnd();
  await expect(lab.pods('ready')).toHaveCount(1);
});

/** A run of many virtual days without a command: half a million events, however fast the machine. */
const longRun = {
  version: 1,
  engine: '0.1.0',
  seed: 1,
  config: { nodes: Array.from({ length: 20 }, (_, i) => ({ name: `node-${i + 1}` })) },
  commands: [],
  until: 2 * 24 * 3600e6,
  position: -1,
};

test('a link whose run takes long shows how far it is, and can be left: what was there comes back', async ({
  page,
}) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  const hash = await page.evaluate(() => globalThis.clusterglass?.hash());
  await page.goto(`./#/s/1.${deflateRawSync(JSON.stringify(longRun)).toString('base64url')}`);
  await expect(lab.notices.getByRole('progressbar')).toBeVisible({ timeout: 10_000 });
  await lab.notices.getByRole('button', { name: 'Stop' }).click();
  await expect(lab.notices).toContainText('The run of the link was not played.');
  await lab.stands();
  expect(await page.evaluate(() => globalThis.clusterglass?.hash())).toEqual(hash);
});

test('a link brings the manifest that its run applied last', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lab = await openLab(page);
  await lab.apply(deployment(2, 'nginx:1.30'));
  await lab.toEnd();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('copied', { exact: false })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await (await page.context().browser())?.newPage();
  if (!other) throw new Error('no other page');
  const guest = await openLab(other, { path: link });
  await expect(guest.manifest).toHaveValue(deployment(2, 'nginx:1.30'));
  await expect(guest.pods('ready')).toHaveCount(2);
  await other.close();
});

test('the Worker in the browser and the engine in Node give one hash for one seed and its commands', async ({
  page,
}) => {
  const path = 'e2e/scenes/rollout.json';
  const scene = JSON.parse(readFileSync(path, 'utf8')) as SceneFile;
  const inNode: unknown = JSON.parse(
    execFileSync('npx', ['tsx', 'e2e/support/trace-hash.ts', path], { encoding: 'utf8' }),
  );
  await openLab(page);
  const commands = scene.commands.map(({ at, to, type, payload, file, text }) => ({
    at,
    command: { to, type, payload: text === undefined ? payload : { file, text } },
  }));
  const saved = {
    current: 'main',
    branches: [
      {
        name: 'main',
        parent: undefined,
        forkedAt: 0,
        scene: {
          version: 1 as const,
          engine: '',
          seed: scene.seed,
          config: { nodes: scene.nodes },
          commands,
          until: scene.until,
          position: -1,
        },
      },
    ],
  };
  expect(await page.evaluate((lab) => globalThis.clusterglass?.open(lab), saved)).toBe(true);
  expect(await page.evaluate(() => globalThis.clusterglass?.hash())).toEqual(inNode);
});
