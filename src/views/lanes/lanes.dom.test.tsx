import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Lanes } from '../../worker/lanes';
import type { LanesQuery } from '../../worker/protocol';
import { mount } from '../testing/mount';
import { deploymentText, RealRun } from '../testing/real-run';
import { LanesView } from './View';

let run: RealRun;
let lanes: Lanes;
let page: Awaited<ReturnType<typeof mount>>;
const asked: LanesQuery[] = [];
beforeAll(async () => {
  run = await RealRun.start();
  run.apply(deploymentText(2));
  run.goTo(({ verb, subject }) => verb === 'api.create' && subject.startsWith('replicasets/'));
  lanes = new Lanes(run.lab.branch);
});
afterEach(() => page.unmount());

const ask = async (query: LanesQuery) => {
  asked.push(query);
  return lanes.window(query);
};

const view = (position: number, onSeek = vi.fn(), onOpen = vi.fn()) => (
  <LanesView
    ask={ask}
    rows={run.rows()}
    branch="main"
    position={position}
    at={run.lab.event(position)?.at ?? 0}
    length={run.lab.length}
    granularity="action"
    subject={run.lab.event(position)?.subject ?? ''}
    onSeek={onSeek}
    onOpen={onOpen}
  />
);

test('the message at the cursor is there, Enter on another one goes to it', async () => {
  const onSeek = vi.fn();
  const { position } = run.lab;
  page = await mount(view(position, onSeek));
  expect(page.host.textContent).toMatch(/POST replicaset\/web-/);
  await page.focus('[role=application]');
  await page.press('Enter');
  expect(onSeek).toHaveBeenCalledTimes(1);
  const target = onSeek.mock.calls[0]?.[0] as number;
  expect(run.lab.event(target)?.verb).toMatch(/^api\.|^watch\.deliver$/);
});

test('plus and minus zoom, Page Up goes earlier, Escape comes back to the cursor', async () => {
  page = await mount(view(run.lab.position));
  await page.focus('[role=application]');
  const last = () => asked[asked.length - 1] as LanesQuery;
  const { before, after, around } = last();
  await page.press('-');
  expect(last().before + last().after).toBe(2 * (before + after));
  await page.press('+');
  await page.press('PageUp');
  expect(last().around).toBeLessThan(around);
  await page.press('Escape');
  expect(last().around).toBe(around);
});

test('the window stays while the cursor moves within it', async () => {
  const { position } = run.lab;
  page = await mount(view(position));
  const { around } = asked[asked.length - 1] as LanesQuery;
  const before = page.host.querySelectorAll('[data-id^="event/"]').length;
  await page.show(view(position + 3));
  expect((asked[asked.length - 1] as LanesQuery).around).toBe(around);
  expect(page.host.querySelectorAll('[data-id^="event/"]').length).toBe(before);
});

test('an object chosen by the page is followed instead of the one at the cursor', async () => {
  const subjects = ['deployments/default/web'];
  const { props } = view(run.lab.position);
  page = await mount(<LanesView {...props} subjects={subjects} />);
  expect((asked[asked.length - 1] as LanesQuery).subjects).toEqual(subjects);
  expect(page.host.textContent).toContain('Deployment web');
});
