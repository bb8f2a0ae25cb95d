import { expect, test } from '@playwright/test';
import { deployment, openLab } from './support/lab';

test('a Deployment is applied, its Pods become Ready, and a step back makes a Pod disappear', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment());
  await lab.toEnd();
  await expect(lab.terminal).toContainText('deployment.apps/web created');
  await expect(lab.pods('ready')).toHaveCount(3);

  await lab.granularity('milestone');
  let pods = 3;
  for (let i = 0; i < 40 && pods > 0; i++) {
    expect(await lab.step('back')).toBe(true);
    const now = await lab.pods().count();
    expect(now).toBeLessThanOrEqual(pods);
    pods = now;
  }
  expect(pods).toBe(0);
  while ((await lab.pods().count()) < 3) expect(await lab.step('forward')).toBe(true);
  await lab.toEnd();
  await expect(lab.pods('ready')).toHaveCount(3);
  lab.expectNoFaults();
});

test('why a Pod is Ready leads back to the command, and a click goes there', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  await lab.granularity('milestone');
  const detail = page.getByRole('region', { name: 'Event at the cursor' });
  while (!(await detail.getByRole('heading', { name: /^Pod .* is Ready$/ }).isVisible())) {
    expect(await lab.step('back')).toBe(true);
  }
  await expect(detail.getByText(lab.words.began)).toBeVisible();
  await detail.getByRole('button', { name: /^You give a command: kubectl apply/ }).click();
  await expect(detail.getByRole('heading', { name: 'You give a command: kubectl apply -f web.yaml' })).toBeVisible();
  await expect(lab.pods()).toHaveCount(0);
  // The chain of a root has nothing before it.
  await expect(detail.getByRole('listitem')).toHaveCount(1);
});

test('the message at the cursor: request and answer, and the rows before and after', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  await lab.showEvents();
  await page.getByRole('searchbox', { name: 'Filter' }).fill('api.create deployments');
  await page.getByRole('option', { name: /Deployment web is created/ }).click();
  const detail = page.getByRole('region', { name: 'Event at the cursor' });
  await expect(detail).toContainText('POST /apis/apps/v1/namespaces/default/deployments');
  await expect(detail).toContainText('201');
  await detail.getByRole('button', { name: /more lines$/ }).click();
  await expect(
    detail.getByRole('group', { name: /^Deployment web \(stored by the API server\): added/ }),
  ).toContainText('replicas: 1');
  await detail.getByText('Request', { exact: true }).click();
  await expect(detail.getByRole('group', { name: 'Request' })).toContainText('image: nginx:1.29');
});

test('an object of the picture opens as it is stored at the cursor, with the event that changed it last', async ({
  page,
}) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  await page.locator('[data-id="deployments/default/web"]').click();
  const panel = page.getByRole('region', { name: /^Deployment web/ });
  await expect(panel.getByRole('group')).toContainText('readyReplicas: 1');
  await panel.getByRole('button', { name: /^Deployment web: the rollout is complete/ }).click();
  await expect(page.getByRole('region', { name: 'Event at the cursor' })).toContainText('PUT /apis/apps/v1');
});

test('a command in the past begins a branch; the other one keeps its future', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(3));
  await lab.toEnd();
  await lab.showEvents();
  await page.getByRole('searchbox', { name: 'Filter' }).fill('command');
  await page.getByRole('option', { name: /You give a command/ }).click();
  await lab.step('back');
  await lab.apply(deployment(1));
  await expect(lab.notices).toContainText('You changed the past');
  await lab.toEnd();
  await expect(lab.pods('ready')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Branch' }).selectOption('main');
  await expect(lab.pods()).toHaveCount(0);
  await lab.toEnd();
  await expect(lab.pods('ready')).toHaveCount(3);
});

test('the player plays by itself after a command, pauses, and goes on', async ({ page }) => {
  const lab = await openLab(page, { play: true });
  await lab.apply(deployment(1));
  await expect(lab.button('pause')).toBeVisible();
  const before = await lab.position();
  await expect.poll(() => lab.position()).toBeGreaterThan(before);
  await lab.button('pause').click();
  const paused = await lab.position();
  await page.waitForTimeout(600);
  expect(await lab.position()).toBe(paused);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('max');
  await lab.button('play').click();
  await expect(lab.pods('ready')).toHaveCount(1);
});

test('playing ends at rest after a command that changes nothing; played on there, time passes', async ({ page }) => {
  const lab = await openLab(page, { play: true });
  const state = () => page.evaluate(() => globalThis.clusterglass?.state());
  const rests = () => expect.poll(async () => (await state())?.player.playing, { timeout: 20_000 }).toBe(false);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('max');
  await lab.apply(deployment(1));
  await rests();
  await lab.granularity('milestone');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('16');
  const menu = page.getByRole('button', { name: 'Faults', exact: true });
  for (const fault of [/^Pull images slowly/, /^Let the next update conflict/, /^Cut a node off/]) {
    await menu.click();
    await page.getByRole('button', { name: fault }).click();
    await page.getByRole('button', { name: 'Do it', exact: true }).click();
    await rests();
  }
  await lab.apply('# nothing\n');
  await rests();
  await expect(page.getByTestId('place')).toContainText('node-3 becomes NotReady');
  const before = await state();
  await page.waitForTimeout(500);
  expect((await state())?.length).toBe(before?.length);
  await lab.button('play').click();
  await expect.poll(async () => (await state())?.now ?? 0).toBeGreaterThan((before?.now ?? 0) + 5e6);
  await lab.button('pause').click();
  await rests();
  expect(((await state())?.length ?? 0) - (before?.length ?? 0)).toBeLessThan(2_000);
});

test('what a resting cluster waits for is said, and On to rest goes there', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(
    deployment(1).replace(
      '        app: web\n    spec',
      '        app: web\n      annotations:\n        clusterglass.dev/crash: after 2s\n    spec',
    ),
  );
  await lab.toEnd();
  const place = page.getByTestId('place');
  await expect(place).toHaveText(/^next, in \d+ s: restart of web-\S+$/);
  const restarts = lab.pods().first();
  await expect(restarts).toContainText(/\d restart/);
  const before = await restarts.textContent();
  await lab.button('end').click();
  await expect(restarts).not.toHaveText(before ?? '');
  await lab.step('back');
  await expect(place).toHaveText('');
});

test('speed and granularity are kept', async ({ page }) => {
  const lab = await openLab(page);
  await lab.granularity('milestone');
  const speed = page.getByRole('combobox', { name: 'Speed' });
  await speed.selectOption({ label: 'real time' });
  await page.reload();
  await lab.stands();
  await expect(speed).toHaveValue('real-1');
  await expect(page.getByRole('radio', { name: 'Milestone' })).toBeChecked();
});

test('whoever did not go back changes no past', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(10));
  await lab.toEnd();
  await lab.apply(deployment(10, 'nginx:1.30'));
  await lab.toEnd();
  await expect(lab.terminal).toContainText('configured');
  await expect(lab.notices).not.toContainText('You changed the past');
});

test('a node that is cut off is shown as one, is NotReady once its grace period is over, and can be reconnected', async ({
  page,
}) => {
  const lab = await openLab(page);
  const menu = page.getByRole('button', { name: 'Faults', exact: true });
  const node = page.locator('[data-id="nodes/node-3"]');
  await menu.click();
  await page.getByRole('button', { name: /^Cut a node off/ }).click();
  await page.getByRole('button', { name: 'Do it', exact: true }).click();
  await expect(node).toContainText('cut off');
  await lab.toEnd();
  await expect(page.getByTestId('place')).toContainText('node-3');
  await expect(node).toContainText('NotReady');
  await menu.click();
  await page.getByRole('button', { name: /^Reconnect a node/ }).click();
  await page.getByRole('button', { name: 'Do it', exact: true }).click();
  await expect(node).not.toContainText('cut off');
  lab.expectNoFaults();
});

test('a bad release fails beside the Pods that go on, and is rolled back', async ({ page }) => {
  const lab = await openLab(page);
  const menu = page.getByRole('button', { name: 'Faults', exact: true });
  await lab.apply(deployment(2));
  await lab.toEnd();
  await menu.click();
  await page.getByRole('button', { name: /^Release an image that does not exist/ }).click();
  await page.getByRole('button', { name: 'Do it', exact: true }).click();
  await lab.toEnd();
  await expect(lab.pods('failed').first()).toBeVisible();
  await expect(lab.pods('ready')).toHaveCount(2);
  await menu.click();
  await page.getByRole('button', { name: /^Roll back/ }).click();
  await page.getByRole('button', { name: 'Do it', exact: true }).click();
  await lab.toEnd();
  await expect(lab.terminal).toContainText('deployment.apps/web rolled back');
  await expect(lab.pods('failed')).toHaveCount(0);
  await expect(lab.pods('ready')).toHaveCount(2);
});

test('a killed container is started again, and the Pod says so', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  await page.getByRole('button', { name: 'Faults', exact: true }).click();
  await page.getByRole('button', { name: /^Kill a container/ }).click();
  await page.getByRole('button', { name: 'Do it', exact: true }).click();
  await lab.toEnd();
  await expect(lab.pods('ready')).toContainText('1 restart');
});
