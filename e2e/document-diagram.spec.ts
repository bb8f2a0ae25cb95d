import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { axeFaults, deployment, openLab, showEvents } from './support/lab';

const picture = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const part = (page: Page, id: string) => page.locator(`[data-diagram] [data-id="${id}"]`);

async function goTo(page: Page, filter: string, option: RegExp): Promise<void> {
  await showEvents(page);
  await page.getByRole('searchbox', { name: 'Filter' }).fill(filter);
  await page.getByRole('option', { name: option }).first().click();
}

test('the document’s diagram is lit by what the cluster does, and the cursor stays when the picture changes', async ({
  page,
}) => {
  const lab = await openLab(page);
  await lab.apply(deployment());
  await lab.toEnd();
  const at = await lab.position();
  await picture(page, 'Document').check({ force: true });
  await expect(part(page, 'I')).toHaveAttribute('data-state', 'visited');
  expect(await lab.position()).toBe(at);

  await goTo(page, 'api.create replicasets', /ReplicaSet .* is created/);
  await expect(part(page, 'F')).toHaveAttribute('data-state', 'now');
  await expect(part(page, 'C')).toHaveAttribute('data-state', 'visited');
  await expect(part(page, 'I')).not.toHaveAttribute('data-state', 'visited');
  await expect(page.locator('[data-diagram]')).toContainText(/POST rs\/web-[0-9a-z]+ {2}= 3/);
  const here = await lab.position();
  await picture(page, 'Cluster').check({ force: true });
  await expect(page.locator('[data-id="nodes/node-1"]')).toBeVisible();
  await picture(page, 'Document').check({ force: true });
  await expect(part(page, 'F')).toHaveAttribute('data-state', 'now');
  expect(await lab.position()).toBe(here);
  expect(await axeFaults(page)).toEqual([]);
  lab.expectNoFaults();
});

test('another diagram of the document, a click that goes to where a part was last lit, and the picture as a file', async ({
  page,
}) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  await picture(page, 'Document').check({ force: true });
  await page.getByRole('combobox', { name: 'Diagram' }).selectOption('deploy-1');
  await expect(part(page, 'm11')).toHaveAttribute('data-state', 'visited');
  await expect(part(page, 'm8')).toHaveAttribute('data-state', 'idle');
  expect(await axeFaults(page)).toEqual([]);
  await part(page, 'm11').click();
  await expect(part(page, 'm11')).toHaveAttribute('data-state', 'now');
  await expect(page.getByRole('region', { name: 'Event at the cursor' })).toContainText('api.create');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as SVG' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('deploy-1.svg');
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^<svg [\s\S]*What a change of a Deployment sets off/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as Mermaid' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^sequenceDiagram\n[\s\S]*%% m11: now\n/);
  lab.expectNoFaults();
});

test('with the keyboard alone one goes along the diagram and to an event', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  await picture(page, 'Document').check({ force: true });
  await expect(part(page, 'A')).toHaveAttribute('data-state', 'visited');
  await page.locator('[data-diagram] [role=application]').focus();
  for (const key of ['ArrowDown', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await expect(part(page, 'E')).not.toHaveAttribute('data-state', 'idle');
  await expect(page.getByRole('region', { name: 'Event at the cursor' })).toContainText('watch.deliver');
  lab.expectNoFaults();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test('sender, message and receiver stand alone, and the whole diagram is one tap away', async ({ page }) => {
    const lab = await openLab(page);
    await page.getByRole('radio', { name: 'Manifest', exact: true }).check({ force: true });
    await lab.apply(deployment(1));
    await lab.toEnd();
    await page.getByRole('radio', { name: 'Cluster', exact: true }).first().check({ force: true });
    await picture(page, 'Document').check({ force: true });
    const diagram = page.locator('[data-diagram]');
    await expect(diagram).toHaveAttribute('data-form', 'near');
    expect(await diagram.locator('[data-id]').count()).toBeLessThanOrEqual(2);
    await page.getByRole('button', { name: 'Whole diagram' }).click();
    await expect(diagram.locator('[data-id]')).toHaveCount(10);
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow).toBe(0);
    lab.expectNoFaults();
  });
});
