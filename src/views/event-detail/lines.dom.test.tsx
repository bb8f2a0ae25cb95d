import { afterEach, expect, test } from 'vitest';
import { ui as en } from '../../../content/languages/en/ui';
import { mount } from '../testing/mount';
import { Lines } from './Lines';

let page: Awaited<ReturnType<typeof mount>>;
afterEach(() => page.unmount());

const show = async (count: number) => {
  const lines = Array.from({ length: count }, (_, i) => ({ indent: 0, text: `line ${i + 1}` }));
  page = await mount(<Lines lines={lines} label="a change" limit={11} />, en);
};

test('a rest of a line or three is shown: a change of one line is never cut in its middle', async () => {
  await show(14);
  expect(page.host.querySelectorAll('code').length).toBe(14);
  expect(page.host.querySelector('button')).toBeNull();
});

test('a longer rest is shown on demand', async () => {
  await show(15);
  expect(page.host.querySelectorAll('code').length).toBe(11);
  expect(page.host.querySelector('button')?.textContent).toBe('4 more lines');
});
