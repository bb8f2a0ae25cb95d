import { expect, type Page, test } from '@playwright/test';
import { axeFaults, openLab } from './support/lab';
import { fitsWidth, openPage } from './support/page';

const lesson = '#/lesson/deployment/rolling-ten';

const position = (page: Page) => page.evaluate(() => globalThis.clusterglass?.state()?.position ?? -2);

test('a question hides what follows: neither stepping, playing, the time line nor the end shows it before the answer', async ({
  page,
}) => {
  const noFaults = await openPage(page, `${lesson}?step=created`);
  await expect(page.getByRole('heading', { name: 'The new ReplicaSet is about to be written' })).toBeVisible();
  await expect(page.getByText('answer first, then this opens').first()).toBeVisible();
  const gate = await position(page);
  await page.getByRole('button', { name: 'One step forward' }).click();
  await page.getByRole('button', { name: 'On to rest' }).click();
  const slider = page.getByRole('slider', { name: 'Time line' });
  await slider.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  const box = await slider.boundingBox();
  if (box) await page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
  await expect.poll(() => position(page)).toBe(gate);

  await page.getByRole('spinbutton', { name: 'Your number' }).fill('0');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('Create first and scale later')).toBeVisible();
  expect(await position(page)).toBe(gate);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('spinbutton', { name: 'Your number' }).fill('3');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('That is what happens.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Claim 170' })).toBeVisible();
  await expect.poll(() => position(page)).toBeGreaterThan(gate);
  expect(await axeFaults(page)).toEqual([]);
  noFaults();
});

test('the keyboard alone walks from the first step to the last and reaches the goal', async ({ page }) => {
  test.setTimeout(90_000);
  const noFaults = await openPage(page, lesson);
  const { keyboard } = page;
  const press = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name, exact: typeof name === 'string' });
    await expect(button).toBeEnabled();
    await button.focus();
    await keyboard.press('Enter');
  };
  await page.getByRole('spinbutton').focus();
  await keyboard.type('1');
  await keyboard.press('Enter');
  await press('Begin');
  const step = (n: number) => expect(page.getByText(`Step ${n} of 12`)).toBeVisible();
  await step(1);
  for (const n of [2, 3]) {
    await press('Next step');
    await step(n);
  }
  await page.getByRole('spinbutton').focus();
  await keyboard.type('3');
  await keyboard.press('Enter');
  await press('Next step');
  await press('Next step');
  await step(5);
  await page.getByRole('combobox', { name: /Point at it/ }).focus();
  await keyboard.type('create, delete');
  await keyboard.press('Tab');
  await press('Check');
  await expect(page.getByText('That is what happens.')).toBeVisible();
  for (const n of [6, 7, 8]) {
    await press('Next step');
    await step(n);
  }
  await press('Let the first three become Ready');
  await press('Skip');
  await press('Next step');
  await press('Let the next two become Ready');
  await press('Next step');
  await press('Let the next three become Ready');
  await press('Next step');
  await step(11);
  const manifest = page.getByRole('textbox', { name: 'Manifest' });
  await manifest.focus();
  const text = await manifest.inputValue();
  expect(text).toContain('maxUnavailable');
  await keyboard.press('ControlOrMeta+A');
  await keyboard.insertText(
    text
      .replace(/maxSurge: .*/, 'maxSurge: 2')
      .replace(/maxUnavailable: .*/, 'maxUnavailable: 0')
      .replace(/image: .*/, 'image: shop:v3'),
  );
  await press('Roll it out');
  await expect(page.getByText('Goal reached.')).toBeVisible({ timeout: 20_000 });
  await press('Next step');
  await step(12);
  await expect(page.getByRole('link', { name: 'All lessons of this document' })).toBeVisible();
  await expect(page).toHaveURL(/step=summary$/);
  await page.getByRole('link', { name: 'All lessons of this document' }).click();
  await expect(page.getByRole('link', { name: /A rolling update of ten/ })).toContainText('done');
  noFaults();
});

test('the pictures of a step: document, cluster, lanes, with the gauge below; axe finds nothing in any', async ({
  page,
}) => {
  const noFaults = await openPage(page, `${lesson}?step=shrink`, { language: 'zh', theme: 'dark' });
  await expect(page.locator('[data-diagram="deploy-0"]')).toBeVisible();
  await expect(page.getByRole('region', { name: '下限、上限和 Pod' })).toBeVisible();
  for (const name of ['集群', '泳道', '文档图']) {
    await page.getByRole('radio', { name, exact: true }).check();
    expect(await axeFaults(page), name).toEqual([]);
  }
  noFaults();
});

test('on a phone the text comes first, the picture fits, and Why opens from below', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const noFaults = await openPage(page, `${lesson}?step=created`);
  await expect(page.locator('[data-diagram="deploy-0"]')).toBeVisible();
  expect(await fitsWidth(page)).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Why', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Why' })).toContainText('Why?');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  noFaults();
});

test('a lesson leaves the playground’s run as it was', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mine\n');
  await lab.toEnd();
  await page.waitForTimeout(600);
  const hash = await page.evaluate(() => globalThis.clusterglass?.hash());
  await page.goto(`./${lesson}`);
  await expect(page.getByText('From the lesson before')).toBeVisible();
  await page.goto('./#/playground');
  await expect(lab.notices).toContainText('Back where you were');
  expect(await page.evaluate(() => globalThis.clusterglass?.hash())).toEqual(hash);
});

test('1 to 9 take an answer, , and . step, and none of them does when single keys are off', async ({ page }) => {
  const noFaults = await openPage(page, '#/lesson/deployment/first-deployment');
  const choices = page.getByRole('radiogroup', { name: 'Your prediction' }).getByRole('radio');
  await expect(choices).toHaveCount(3);
  await page.keyboard.press('2');
  await expect(choices.nth(1)).toBeChecked();
  const before = await position(page);
  await page.keyboard.press(',');
  await expect.poll(() => position(page)).toBeLessThan(before);
  const back = await position(page);
  await page.keyboard.press('.');
  await expect.poll(() => position(page)).toBeGreaterThan(back);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: /Single keys/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('3');
  await expect(choices.nth(1)).toBeChecked();
  noFaults();
});

test('with less motion asked for in the settings, the trail is numbered and nothing travels', async ({ page }) => {
  await openPage(page, `${lesson}?step=shrink`, { settings: { calm: true } });
  await expect(page.locator('[data-diagram="deploy-0"]')).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('a Worker that dies behind a question is replaced, and the question stays closed', async ({ page }) => {
  await openPage(page, `${lesson}?step=created`);
  await expect(page.getByText('answer first, then this opens').first()).toBeVisible();
  const gate = await position(page);
  await page.evaluate(() => globalThis.clusterglass?.kill());
  await expect(page.getByTestId('notices')).toContainText('is back', { timeout: 20_000 });
  await expect.poll(() => position(page)).toBe(gate);
  await page.getByRole('button', { name: 'On to rest' }).click();
  await page.getByRole('button', { name: 'One step forward' }).click();
  await expect.poll(() => position(page)).toBe(gate);
  await page.getByRole('spinbutton', { name: 'Your number' }).fill('3');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('region', { name: 'Claim 170' })).toBeVisible();
  await expect.poll(() => position(page)).toBeGreaterThan(gate);
});

test('the picture fills the screen, with its switch and its gauge, and comes back', async ({ page }) => {
  const noFaults = await openPage(page, `${lesson}?step=shrink`);
  await expect(page.locator('[data-diagram="deploy-0"]')).toBeVisible();
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.hasAttribute('data-stage'))).toBe(true);
  const stage = page.locator('[data-stage]');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect.poll(async () => (await stage.boundingBox())?.width).toBe(width);
  expect((await stage.boundingBox())?.height).toBe(height);
  await expect(page.getByRole('region', { name: 'Floor, ceiling and Pods' })).toBeVisible();
  await page.getByRole('radio', { name: 'Cluster', exact: true }).check();
  await expect(page.locator('[data-id="nodes/worker-1"]')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null);
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  noFaults();
});
