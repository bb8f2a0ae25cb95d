import { expect, test } from '@playwright/test';
import { axeFaults } from './support/lab';
import { fitsWidth, openPage } from './support/page';

const pages = [
  ['the map', '#/'],
  ['the documents', '#/documents'],
  ['the questions', '#/questions'],
  ['what is simulated', '#/fidelity'],
  ['an unknown address', '#/nowhere/<b>'],
] as const;

for (const [what, address] of pages) {
  test(`${what}: axe finds nothing in both languages and themes, nor on a phone`, async ({ page }) => {
    const noFaults = await openPage(page, address, { language: 'zh' });
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Playground', exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Dark theme' }).click();
    expect(await axeFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await axeFaults(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);
    noFaults();
  });
}

test('from the map a region leads to its document, and from there to a lesson; the focus goes along', async ({
  page,
}) => {
  const noFaults = await openPage(page, '#/');
  await expect(page).toHaveTitle('How Kubernetes works · Clusterglass');
  await page.locator('[data-region="workloads"]').focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: 'Ten documents' });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Ten documents · Clusterglass');
  await page.getByRole('link', { name: /A rolling update of ten/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A rolling update of ten' })).toBeFocused();
  await page.goBack();
  await expect(heading).toBeFocused();
  noFaults();
});

test('regions and documents without a lesson are no links and say so', async ({ page }) => {
  await openPage(page, '#/');
  await expect(page.locator('a[data-region]')).toHaveCount(1);
  const row = page.getByRole('listitem').filter({ hasText: 'Kubelet' });
  await expect(row).toContainText('not yet');
  await expect(row.getByRole('link')).toHaveCount(0);
});

test('an address that leads nowhere is shown as text, with ways on', async ({ page }) => {
  const noFaults = await openPage(page, '#/nowhere/<img src=x onerror=alert(1)>');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist');
  await expect(page.getByRole('main')).toContainText('#/nowhere/');
  await page.getByRole('link', { name: 'To the map' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How Kubernetes works');
  noFaults();
});

test('/ searches documents, lessons and questions, by keyboard alone', async ({ page }) => {
  const noFaults = await openPage(page, '#/');
  await page.keyboard.press('/');
  const box = page.getByRole('combobox');
  await expect(box).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await box.fill('no such thing');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await box.fill('rolling ten');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/lesson\/deployment\/rolling-ten/);
  noFaults();
});

test('a projector gets large type, the light theme and more contrast; single keys can be switched off', async ({
  page,
}) => {
  await openPage(page, '#/documents', { theme: 'dark' });
  await page.getByRole('button', { name: 'Settings' }).click();
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
  const before = await size();
  await page.getByRole('checkbox', { name: /Projector/ }).check();
  expect(await size()).toBeGreaterThan(before);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('checkbox', { name: /Less motion/ }).check();
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'calm');
  await page.getByRole('checkbox', { name: /Single keys/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await page.reload();
  expect(await size()).toBeGreaterThan(before);
});

test('what is simulated: cases by area, disputed ones with their reason, upstream paths part by part', async ({
  page,
}) => {
  const noFaults = await openPage(page, '#/fidelity');
  await expect(page.getByRole('row', { name: /^deployment \d+/ })).toBeVisible();
  await page.getByText('controllers/deployment', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'controllers/deployment/sync.ts' })).toContainText(
    'pkg/controller/deployment/sync.go',
  );
  noFaults();
});
