import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ui as zh } from '../../../content/languages/zh/ui';
import { mount } from '../testing/mount';
import { deploymentText, RealRun } from '../testing/real-run';
import { RolloutGauge } from './View';

let run: RealRun;
let page: Awaited<ReturnType<typeof mount>>;
beforeAll(async () => {
  run = await RealRun.start();
  run.apply(deploymentText(4));
});
afterEach(() => page.unmount());

test('the gauge is one tab stop; arrows go from cell to cell, Enter opens the Pod', async () => {
  const onOpen = vi.fn();
  page = await mount(<RolloutGauge rows={run.rows()} form="picture" onOpen={onOpen} />);
  const picture = page.host.querySelector('[role=application]');
  expect(page.host.querySelectorAll('[tabindex="0"]').length).toBe(1);
  expect(picture?.getAttribute('aria-label')).toBe(
    'Deployment web: 4 Pods, 4 available. At least 3 must be available, at most 5 may exist.',
  );
  await page.focus('[role=application]');
  const named = () =>
    page.host.querySelector(`#${picture?.getAttribute('aria-activedescendant')}`)?.getAttribute('aria-label');
  const first = named();
  await page.press('ArrowRight');
  expect(named()).toMatch(/^Pod web-.*: available$/);
  expect(named()).not.toBe(first);
  await page.press('Enter');
  expect(onOpen).toHaveBeenCalledWith(expect.stringMatching(/^pods\/default\/web-/));
  await page.press('End');
  await page.press('Enter');
  expect(onOpen).toHaveBeenLastCalledWith(expect.stringMatching(/^replicasets\/default\/web-/));
});

test('without a Deployment it says so, in the language of the page', async () => {
  page = await mount(<RolloutGauge rows={{}} form="dock" />, zh);
  expect(page.host.textContent).toBe(zh.gauge.empty);
});
