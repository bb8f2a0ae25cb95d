import { expect, type Page, test } from '@playwright/test';
import { axeFaults, openLab } from './support/lab';

const part = (page: Page, id: string) => page.locator(`[data-diagram="kubelet-4"] [data-id="${id}"]`);

test('a diagram whose document has no lessons yet is alive in the playground, from the page of the documents', async ({
  page,
}) => {
  const lab = await openLab(page, { path: './#/playground' });
  await page.goto('./#/documents/kubelet');
  await page.getByRole('link', { name: /Phases of a Pod/ }).click();
  await expect(page.locator('[data-diagram="kubelet-4"]')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Event at the cursor' })).toContainText(
    'kubectl apply -f ends-well.yaml',
  );
  await expect(part(page, 'Pending')).toHaveAttribute('data-state', 'idle');

  await lab.toEnd();
  for (const id of ['start', 'Pending', 'Running', 'Succeeded', 'Failed', 'end'])
    await expect(part(page, id)).toHaveAttribute('data-state', 'visited');
  await expect(page.getByRole('list', { name: 'Document diagram' })).toContainText(
    'Running to Failed: the document says “failure”; the cluster: all have ended',
  );
  // A state leads to the event by which something last came into it.
  await part(page, 'Failed').click();
  await expect(part(page, 'Failed')).toHaveAttribute('data-state', 'now');
  await expect(part(page, 'Running')).toHaveAttribute('data-state', 'visited');
  await expect(page.getByRole('region', { name: 'Event at the cursor' })).toContainText('ends-badly');
  expect(await axeFaults(page)).toEqual([]);

  // What somebody had in the playground is there again.
  await page.goto('./#/playground');
  await expect(page.locator('[data-id="nodes/node-1"]')).toBeVisible();
  await expect(page.locator('[data-diagram]')).toHaveCount(0);
  lab.expectNoFaults();
});

test('the address of a diagram that has no run of its own leads nowhere', async ({ page }) => {
  await page.goto('./#/figure/deployment/deploy-0');
  await expect(page.getByText('#/figure/deployment/deploy-0')).toBeVisible();
});
