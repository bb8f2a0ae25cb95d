import { expect, test } from '@playwright/test';
import { axeFaults, deployment, openLab } from './support/lab';

test('what is typed is run, and what kubectl prints stands below it; Tab completes, arrows bring lines back', async ({
  page,
}) => {
  const lab = await openLab(page);
  await lab.apply(deployment());
  await lab.toEnd();
  const screen = page.getByTestId('xterm');
  await screen.click();
  await page.keyboard.type('kubectl get depl');
  await page.keyboard.press('Tab');
  await expect(screen).toContainText('kubectl get deployments');
  await page.keyboard.press('Enter');
  await expect(lab.terminal).toContainText('READY   UP-TO-DATE   AVAILABLE');
  await expect(screen).toContainText('3/3');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('we');
  await page.keyboard.press('Tab');
  await page.keyboard.type('-o name');
  await page.keyboard.press('Enter');
  await expect(lab.terminal).toContainText('deployment.apps/web');
  // Names are those of the objects at the cursor, and several are offered side by side.
  await page.keyboard.type('kubectl describe node node-');
  await page.keyboard.press('Tab');
  await expect(screen).toContainText('node-1  node-2  node-3');
  await page.keyboard.press('Control+c');
  await page.keyboard.type('get nonsense\n');
  await expect(lab.terminal).toContainText('the server doesn\'t have a resource type "nonsense"');
  expect(await axeFaults(page)).toEqual([]);
  lab.expectNoFaults();
});

test('a watch goes on while time passes, and Ctrl-C ends it', async ({ page }) => {
  const lab = await openLab(page);
  await page.getByTestId('xterm').click();
  await page.keyboard.type('kubectl get pods -w\n');
  await expect(page.getByTestId('xterm')).toContainText('Ctrl-C ends it');
  await lab.apply(deployment(1));
  await lab.toEnd();
  await expect(lab.terminal).toContainText('ContainerCreating');
  await expect(lab.terminal).toContainText('Running');
  await page.getByTestId('xterm').click();
  await page.keyboard.press('Control+c');
  await expect(lab.terminal).toContainText('^C');
  // The rows alone: what was read aloud stays in the log beside them.
  await expect(page.locator('.xterm-rows')).not.toContainText('Ctrl-C ends it');
  lab.expectNoFaults();
});

test('the keyboard gets in with Tab, and out with Escape and Tab; keys of the page do nothing meanwhile', async ({
  page,
}) => {
  const lab = await openLab(page);
  const input = page
    .getByRole('textbox', { name: 'Terminal', exact: false })
    .or(page.locator('.xterm-helper-textarea'));
  await input.first().focus();
  const before = await lab.position();
  await page.keyboard.type('. ,');
  await page.keyboard.press('Tab');
  await expect(input.first()).toBeFocused();
  expect(await lab.position()).toBe(before);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(input.first()).not.toBeFocused();
  lab.expectNoFaults();
});

test('several pasted lines are run one after another; the last, unfinished one is left to be edited', async ({
  page,
}) => {
  const lab = await openLab(page);
  await page.getByTestId('xterm').click();
  await page.evaluate(() => {
    const target = document.querySelector('.xterm-helper-textarea') as HTMLTextAreaElement;
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'kubectl create ns a\nkubectl create ns b\nkubectl get ns');
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(lab.terminal).toContainText('namespace/b created');
  await expect(page.getByTestId('xterm')).toContainText('$ kubectl get ns');
  expect(await page.evaluate(() => globalThis.clusterglass?.state()?.branch)).toBe('main');
});

test('a command in the past makes a branch, and a step back takes away what was printed later', async ({ page }) => {
  const lab = await openLab(page);
  await page.getByTestId('xterm').click();
  await page.keyboard.type('create ns first\n');
  await expect(lab.terminal).toContainText('namespace/first created');
  await lab.toEnd();
  await page.getByTestId('xterm').click();
  await page.keyboard.type('create ns second\n');
  await expect(lab.terminal).toContainText('namespace/second created');
  await lab.button('start').click();
  await expect(lab.terminal).not.toContainText('created');
  await page.getByTestId('xterm').click();
  await page.keyboard.type('get ns\n');
  await expect(lab.notices).toContainText('branch');
});

test('on a phone the terminal has a tab and a line of its own', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const lab = await openLab(page);
  await page.getByText('kubectl', { exact: true }).first().click();
  const line = page.getByRole('textbox', { name: 'Command line' });
  await line.fill('kubectl get nodes');
  await line.press('Enter');
  await expect(lab.terminal).toContainText('node-3');
  await line.press('ArrowUp');
  await expect(line).toHaveValue('kubectl get nodes');
  expect(await axeFaults(page)).toEqual([]);
  lab.expectNoFaults();
});
