import { expect, test } from '@playwright/test';
import { axeFaults, deployment, openLab } from './support/lab';

const pictures = {
  en: { cluster: 'Cluster', lanes: 'Lanes', gauge: 'Gauge' },
  zh: { cluster: '集群', lanes: '泳道', gauge: '标尺' },
} as const;

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
