import { expect, type Page, test } from '@playwright/test';
import { axeFaults, deployment, type Lab, type Language, openLab } from './support/lab';

const words = {
  en: {
    open: 'Side by side',
    close: 'One branch again',
    toParting: 'To where they part',
    rename: 'Call branch 1 something else',
    title: 'Name of the branch',
    go: 'Go on in main',
    same: 'Nothing differs.',
    table: 'What differs',
    gauge: 'Gauge',
    lanes: 'Lanes',
  },
  zh: {
    open: '并排比较',
    close: '只看一条分支',
    toParting: '到分开的地方',
    rename: '给分支 1改名',
    title: '分支的名字',
    go: '转到主线继续',
    same: '没有不同。',
    table: '不同之处',
    gauge: '标尺',
    lanes: '泳道',
  },
} as const;

/** Three replicas, which became four in `main`, and two in `branch 1` from the moment before. */
async function twoBranches(page: Page, language: Language = 'en'): Promise<Lab> {
  const lab = await openLab(page, { language });
  await lab.apply(deployment());
  await lab.toEnd();
  const before = await lab.position();
  await lab.apply(deployment(4));
  await lab.toEnd();
  await lab.granularity('milestone');
  while ((await lab.position()) > before) await lab.step('back');
  await lab.apply(deployment(2));
  await lab.toEnd();
  return lab;
}

const atOf = (page: Page) => page.evaluate(() => globalThis.clusterglass?.state()?.at ?? 0);
const branchOf = (page: Page) => page.evaluate(() => globalThis.clusterglass?.state()?.branch);

test('two branches stand side by side at one virtual time, and what differs is marked and named', async ({ page }) => {
  const lab = await twoBranches(page);
  const stage = page.locator('#stage');
  await stage.getByRole('button', { name: words.en.open }).click();
  const main = stage.locator('[data-side="main"]');
  const branch = stage.locator('[data-side="branch-1"]');
  // Both at rest, at the time of the second: the fourth Pod is there, or one of the three is leaving.
  await expect(branch.locator('[data-pod]')).not.toHaveCount(0);
  await expect(branch.getByRole('application')).toHaveAccessibleName(/^branch 1: Picture of the cluster/);
  await expect(branch).toContainText('kubectl apply -f web.yaml');
  await expect(branch).toContainText('from main at');
  const table = stage.getByRole('region', { name: words.en.table });
  await expect(table.getByRole('row', { name: /^Deployment web/ })).toContainText('2 of 2 replicas ready');
  await expect(branch.locator('[data-of="deployments/default/web"]')).toHaveAttribute('data-differs', 'other');
  await expect(main.locator('[data-of="deployments/default/web"]')).toHaveAttribute('data-differs', 'other');
  await expect(page.getByTestId('differing')).toContainText('What differs');
  expect(await axeFaults(page)).toEqual([]);

  // Before the branches part, nothing does.
  await stage.getByRole('button', { name: words.en.toParting }).click();
  await expect(page.getByTestId('differing')).toHaveText(words.en.same);
  for (const side of [main, branch]) await expect(side.locator('[data-differs]')).toHaveCount(0);
  for (const side of [main, branch]) await expect(side.locator('[data-pod]')).toHaveCount(3);

  // One cursor: a step forward in the one is the same time in the other, and whoever goes there stands at it.
  await lab.step('forward');
  await lab.step('forward');
  const at = await atOf(page);
  await stage.getByRole('button', { name: words.en.go }).click();
  await expect.poll(() => branchOf(page)).toBe('main');
  expect(await atOf(page)).toBeLessThanOrEqual(at);
  expect(at - (await atOf(page))).toBeLessThan(1_000_000);
  // Neither picture has moved.
  const [left, right] = [await main.boundingBox(), await branch.boundingBox()];
  expect(left?.x ?? 0).toBeLessThan(right?.x ?? 0);

  await stage.getByRole('radio', { name: words.en.gauge, exact: true }).check({ force: true });
  for (const side of [main, branch])
    await expect(side.getByRole('application')).toHaveAccessibleName(/^Deployment web/);
  await expect(stage.getByRole('radio', { name: words.en.lanes, exact: true })).toHaveCount(0);
  await main.getByRole('application').focus();
  await page.keyboard.press('Escape');
  await expect(main).toHaveCount(0);
  await expect(stage.getByRole('radio', { name: words.en.lanes, exact: true })).toHaveCount(1);
  lab.expectNoFaults();
});

test('with the keyboard alone: compare, name a branch, open an object of the other one, leave', async ({ page }) => {
  const lab = await twoBranches(page, 'zh');
  const stage = page.locator('#stage');
  await stage.getByRole('button', { name: words.zh.open }).focus();
  await page.keyboard.press('Enter');
  await stage.getByRole('button', { name: words.zh.rename }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('两个副本');
  await page.keyboard.press('Enter');
  const branch = stage.locator('[data-side="branch-1"]');
  await expect(branch.getByRole('heading')).toHaveText('两个副本');
  await expect(stage.getByRole('region', { name: words.zh.table })).toContainText('两个副本');
  expect(await axeFaults(page)).toEqual([]);

  // To open what stands in the other branch is to go there.
  await stage.locator('[data-side="main"]').getByRole('application').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect.poll(() => branchOf(page)).toBe('main');
  await expect(stage.locator('[data-side="main"]').locator('header')).toHaveAttribute('data-here', 'true');
  await page.keyboard.press('Escape');
  await stage.getByRole('button', { name: words.zh.close }).focus();
  await page.keyboard.press('Enter');
  await expect(branch).toHaveCount(0);
  // The name is kept with the lab.
  await page.waitForTimeout(600);
  await page.reload();
  await expect(page.getByRole('combobox', { name: '分支' }).locator('option').nth(1)).toContainText('两个副本');
  lab.expectNoFaults();
});

test('a dead Worker comes back with the comparison', async ({ page }) => {
  await twoBranches(page);
  const stage = page.locator('#stage');
  await stage.getByRole('button', { name: words.en.open }).click();
  await expect(stage.locator('[data-side]')).toHaveCount(2);
  await page.evaluate(() => globalThis.clusterglass?.kill());
  await expect(page.getByTestId('notices')).toContainText('played again', { timeout: 20_000 });
  await expect(stage.locator('[data-side]')).toHaveCount(2);
  await expect(stage.locator('[data-side="main"]').locator('[data-pod]')).not.toHaveCount(0);
});

test('on a phone the two pictures take turns', async ({ page }) => {
  const lab = await twoBranches(page);
  await page.setViewportSize({ width: 375, height: 812 });
  const stage = page.locator('#stage');
  await stage.getByRole('button', { name: words.en.open }).click();
  await expect(stage.locator('[data-side]')).toHaveCount(1);
  await expect(stage.locator('[data-side="branch-1"]')).toBeVisible();
  await stage.getByRole('radio', { name: 'main', exact: true }).check({ force: true });
  await expect(stage.locator('[data-side="main"]')).toBeVisible();
  await expect(stage.locator('[data-side="main"]').locator('[data-of="deployments/default/web"]')).toHaveCount(1);
  expect(await branchOf(page)).toBe('branch-1');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  expect(await axeFaults(page)).toEqual([]);
  lab.expectNoFaults();
});
