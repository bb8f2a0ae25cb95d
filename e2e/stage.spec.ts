import { expect, test } from '@playwright/test';
import { axeFaults, deployment, openLab } from './support/lab';

const pictures = {
  en: { cluster: 'Cluster', lanes: 'Lanes', gauge: 'Gauge' },
  zh: { cluster: '集群', lanes: '泳道', gauge: '标尺' },
} as const;

const projector = { language: 'en', theme: 'light', playOnCommand: false, keys: true, projector: true };

test('the pictures of the stage show one cursor: switching does not move it', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment());
  await lab.toEnd();
  await lab.granularity('milestone');
  for (let i = 0; i < 3; i++) await lab.step('back');
  const position = await lab.position();
  const stage = page.locator('#stage');
  await stage.getByRole('radio', { name: pictures.en.lanes }).check();
  await expect(stage.getByRole('application')).toHaveAccessibleName(/^Messages between the parts in time/);
  await stage.getByRole('radio', { name: pictures.en.gauge }).check();
  await expect(stage.getByRole('application')).toHaveAccessibleName(/^Deployment web: 3 Pods/);
  await stage.getByRole('radio', { name: pictures.en.cluster }).check();
  await expect(lab.pods()).toHaveCount(3);
  expect(await lab.position()).toBe(position);
  lab.expectNoFaults();
});

test('in the lanes a message is chosen with the keyboard, and the cursor goes there', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  const stage = page.locator('#stage');
  await stage.getByRole('radio', { name: pictures.en.lanes }).check();
  const picture = stage.getByRole('application');
  await expect(picture).toBeVisible();
  await picture.focus();
  await page.keyboard.press('Home');
  const before = await lab.position();
  await page.keyboard.press('Enter');
  await expect.poll(() => lab.position()).not.toBe(before);
  await expect(picture.locator('svg')).toBeVisible();
  await expect(stage.getByRole('list', { name: 'Lanes' })).toContainText('at the cursor');
  lab.expectNoFaults();
});

test('the gauge follows a rollout between floor and ceiling', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(4));
  await lab.toEnd();
  await lab.apply(deployment(4, 'nginx:1.30'));
  const stage = page.locator('#stage');
  await stage.getByRole('radio', { name: pictures.en.gauge }).check();
  const picture = stage.getByRole('application');
  await expect(picture).toContainText('floor: 3 available');
  await expect(picture).toContainText('ceiling: 5');
  await lab.toEnd();
  await expect(picture).toHaveAccessibleName(/4 Pods, 4 available/);
  await expect(picture).toContainText('How it came here');
  lab.expectNoFaults();
});

test('an open object gives way to a chosen event, and Escape closes it', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  const object = page.getByText('The object as it is stored at the cursor');
  const rows = page.getByRole('listbox').getByRole('option');
  await lab.showEvents();
  await lab.pods().first().click();
  await expect(object).toBeVisible();
  await rows.first().click();
  await expect(object).toBeHidden();
  await page.locator('[data-id^="nodes/"]').first().click();
  await expect(object).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(object).toBeHidden();
  lab.expectNoFaults();
});

test('the list shows the event at the cursor, whatever the granularity, and finds the words that it says', async ({
  page,
}) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  await lab.showEvents();
  const list = page.getByRole('listbox');
  await lab.granularity('micro');
  for (let i = 0; i < 6; i++) {
    await lab.step('back');
    const position = await lab.position();
    await lab.granularity('milestone');
    await expect(list.locator(`#event-${position}`)).toHaveAttribute('aria-selected', 'true');
    await expect(list.locator(`#event-${position}`)).toBeInViewport();
    await lab.granularity('micro');
  }
  await page.getByRole('searchbox').fill('scheduler finds');
  await expect(list.getByText('Nothing matches.')).toBeVisible();
  await page.getByRole('searchbox').fill('scheduler takes');
  await expect(list.getByRole('option').first()).toContainText('The scheduler takes');
  lab.expectNoFaults();
});

test('the time line changes its colours with the theme', async ({ page }) => {
  const lab = await openLab(page);
  const inks = () =>
    page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      const context = canvas?.getContext('2d');
      if (!canvas || !context) return [];
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const counts = new Map<string, number>();
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] !== 255) continue;
        const colour = `${data[i]},${data[i + 1]},${data[i + 2]}`;
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      return [...counts.keys()];
    });
  const light = '47,47,166';
  const dark = '143,147,255';
  await expect.poll(inks).toContain(light);
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect.poll(inks).toContain(dark);
  expect(await inks()).not.toContain(light);
  lab.expectNoFaults();
});

test('ten replicas in the midst of a rollout: every object is in sight at 1280 by 720', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const lab = await openLab(page);
  await lab.apply(deployment(10));
  await lab.toEnd();
  await lab.apply(deployment(10, 'nginx:1.30'));
  await lab.toEnd();
  const cards = page.locator('#stage [data-id^="replicasets/"], #stage [data-id^="deployments/"]');
  await expect(cards).toHaveCount(3);
  for (const card of await cards.all()) await expect(card).toBeInViewport({ ratio: 1 });
  const picture = page.locator('#stage').getByRole('application');
  const [shown, whole] = await picture.evaluate((element) => [element.clientHeight, element.scrollHeight] as const);
  expect(whole).toBeLessThanOrEqual(shown);
  lab.expectNoFaults();
});

test('the hint for an empty cluster goes when a manifest is applied', async ({ page }) => {
  const lab = await openLab(page);
  await expect(page.getByText('No Pods yet.')).toBeVisible();
  await lab.apply(deployment(1));
  await expect(page.getByText('No Pods yet.')).toBeHidden();
  lab.expectNoFaults();
});

test('a fault is done to the node that is chosen, and the event says what to watch for', async ({ page }) => {
  const lab = await openLab(page);
  await page.getByRole('button', { name: 'Faults', exact: true }).click();
  const menu = page.getByRole('region', { name: 'Faults', exact: true });
  await menu.getByRole('button', { name: 'Cut a node off' }).click();
  await menu.getByRole('combobox', { name: 'To which' }).selectOption('node-2');
  await menu.getByRole('button', { name: 'Do it' }).click();
  await expect(page.locator('[data-id="nodes/node-2"]')).toContainText('cut off');
  await expect(page.locator('[data-id="nodes/node-3"]')).not.toContainText('cut off');
  await expect(page.getByRole('region', { name: 'Event at the cursor' })).toContainText('Then watch:');
  lab.expectNoFaults();
});

test('deleting asks first, and says what it deletes', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  await page.getByRole('button', { name: /kubectl delete/ }).click();
  await expect(page.getByText('kubectl delete -f web.yaml')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Deployment web' }).first()).toBeVisible();
  await expect(lab.terminal).not.toContainText('deleted');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await lab.toEnd();
  await expect(lab.terminal).toContainText('deployment.apps "web" deleted');
  lab.expectNoFaults();
});

test('the stage can have the page to itself, and Escape gives it back', async ({ page }) => {
  const lab = await openLab(page);
  await lab.showEvents();
  await page.getByRole('button', { name: 'Stage only' }).click();
  await expect(lab.manifest).toBeHidden();
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(lab.button('play')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the whole page' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  lab.expectNoFaults();
});

test('on a phone the player says time and event, and what the line has no room for is in the menu, with words', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const lab = await openLab(page);
  await expect(page.getByTestId('clock')).toBeVisible();
  await expect(page.getByTestId('position')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Faults' })).toContainText('Faults');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('button', { name: 'New cluster' })).toContainText('New cluster');
  expect(await axeFaults(page)).toEqual([]);
  lab.expectNoFaults();
});

test('a projector of 1280 by 720 shows ten replicas in the midst of a rollout, and cuts nothing', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.addInitScript((text) => localStorage.setItem('clusterglass.settings', text), JSON.stringify(projector));
  const lab = await openLab(page);
  await lab.apply(deployment(10));
  await lab.toEnd();
  await lab.apply(deployment(10, 'nginx:1.30'));
  await lab.toEnd();
  const picture = page.locator('#stage').getByRole('application');
  const [shown, whole] = await picture.evaluate((element) => [element.clientHeight, element.scrollHeight] as const);
  expect(whole).toBeLessThanOrEqual(shown);
  const bar = await page.locator('header').evaluate((element) => [element.scrollWidth, element.clientWidth] as const);
  expect(bar[0]).toBeLessThanOrEqual(bar[1]);
  lab.expectNoFaults();
});

for (const language of ['en', 'zh'] as const) {
  test(`axe finds nothing in lanes and gauge (${language})`, async ({ page }) => {
    const lab = await openLab(page, { language, theme: language === 'zh' ? 'dark' : 'light' });
    await lab.apply(deployment());
    await lab.toEnd();
    const stage = page.locator('#stage');
    for (const picture of ['lanes', 'gauge'] as const) {
      await stage.getByRole('radio', { name: pictures[language][picture] }).check();
      await expect(stage.getByRole('application')).toBeVisible();
      expect(await axeFaults(page)).toEqual([]);
    }
  });
}
