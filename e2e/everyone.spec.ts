import { expect, type Locator, test } from '@playwright/test';
import { axeFaults, deployment, openLab } from './support/lab';

for (const language of ['en', 'zh'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing: ${language}, ${theme}, with a run under the cursor`, async ({ page }) => {
      const lab = await openLab(page, { language, theme });
      expect(await axeFaults(page)).toEqual([]);
      await lab.apply(deployment(2));
      await lab.toEnd();
      for (let i = 0; i < 4; i++) await lab.step('back');
      expect(await axeFaults(page)).toEqual([]);
      await lab.apply('a: [');
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await axeFaults(page)).toEqual([]);
      lab.expectNoFaults();
    });
  }
}

test('axe finds nothing on a phone, in any of its tabs', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const lab = await openLab(page);
  for (const tab of ['Manifest', 'Cluster', 'Events', 'Details']) {
    await page.getByText(tab, { exact: true }).first().click();
    if (tab === 'Manifest') {
      await lab.apply(deployment(2));
      await lab.toEnd();
    }
    const sight = {
      Manifest: lab.manifest,
      Cluster: lab.pods('ready').first(),
      Events: page.getByRole('listbox'),
      Details: page.getByRole('heading', { name: lab.words.why }),
    }[tab];
    await expect(sight as Locator, tab).toBeInViewport();
    expect(await axeFaults(page), tab).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBeLessThanOrEqual(375);
  }
});

test('both languages, at a click, with the language of the page and of the button set', async ({ page }) => {
  const lab = await openLab(page, { language: 'zh' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await lab.apply(deployment(1));
  await lab.toEnd();
  await expect(lab.pods('ready')).toContainText('就绪');
  await page.getByRole('button', { name: 'EN', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await lab.showEvents();
  await expect(page.getByRole('heading', { name: 'Trace events' })).toBeVisible();
  await page.reload();
  await lab.showEvents();
  await expect(page.getByRole('heading', { name: 'Trace events' })).toBeVisible();
});

test('the keyboard alone applies, steps, plays, asks why and opens an object', async ({ page }) => {
  const lab = await openLab(page);
  const { keyboard } = page;
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLInputElement && activeElement.type === 'radio') return activeElement.name;
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
    });
  const tabTo = async (name: RegExp) => {
    for (let i = 0; i < 60; i++) {
      await keyboard.press('Tab');
      if (name.test(await focused())) return;
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await tabTo(/^Manifest in YAML$/);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.insertText(deployment(1));
  await keyboard.press('ControlOrMeta+Enter');
  await expect(lab.terminal).toContainText('$ kubectl apply');
  // Tab leaves the text area: it is no trap.
  await tabTo(/^Picture of the cluster/);
  await keyboard.press('Escape');
  // The events are behind the terminal, a choice beside it.
  await tabTo(/^lower$/);
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('listbox')).toBeVisible();
  await tabTo(/^Trace events$/);
  await tabTo(/^Play$/);
  await keyboard.press('End');
  await expect(lab.pods('ready')).toHaveCount(1);
  const end = await lab.position();
  await keyboard.press('3');
  await keyboard.press('ArrowLeft');
  await expect.poll(() => lab.position()).toBeLessThan(end);
  const back = await lab.position();
  await keyboard.press('ArrowRight');
  await expect.poll(() => lab.position()).toBeGreaterThan(back);
  await keyboard.press('Home');
  await expect.poll(() => lab.position()).toBe(-1);
  await keyboard.press('End');
  await expect(lab.pods('ready')).toHaveCount(1);

  await tabTo(/^Picture of the cluster/);
  const stops = new Set<string>();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
    await keyboard.press(key);
    stops.add((await page.getByRole('application').getAttribute('aria-activedescendant')) ?? '');
  }
  expect(stops.size).toBeGreaterThan(2);
  await keyboard.press('End');
  await keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^ReplicaSet web-/ })).toBeVisible();
  await tabTo(/^Back to the event$/);
  await keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Event at the cursor' })).toBeVisible();
});

test('the picture is one tab stop, and so is the list of events', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(3));
  await lab.toEnd();
  await lab.showEvents();
  const picture = page.getByRole('application');
  expect(await picture.locator('[tabindex="0"], a, button, input').count()).toBe(0);
  expect(await page.getByRole('listbox').locator('[tabindex="0"], a, button, input').count()).toBe(0);
  const name = await picture.getAttribute('aria-label');
  expect(name).toContain('3 nodes, 3 Pods');
  await expect(page.getByRole('region', { name: 'The cluster in words' }).getByRole('listitem').first()).toBeAttached();
});

test('the live region speaks milestones, politely, and no small events', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  const live = page.getByTestId('live');
  await expect(live).toHaveAttribute('aria-live', 'polite');
  await lab.granularity('milestone');
  await lab.step('back');
  const spoken = await live.textContent();
  expect(spoken).not.toBe('');
  await lab.granularity('micro');
  await lab.step('back');
  expect(await live.textContent()).toBe(spoken);
});

test('with reduced motion nothing moves by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.step('forward');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
