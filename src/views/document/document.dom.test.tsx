import { readFileSync } from 'node:fs';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import overviewBind from '../../../content/documents/deployment/diagrams/deploy-0.bind';
import { ui as en } from '../../../content/languages/en/ui';
import { ui as zh } from '../../../content/languages/zh/ui';
import { MarkedEvents } from '../../store/mark-index';
import type { IndexedEvent } from '../../store/trace-index';
import { Marks } from '../../worker/marks';
import { mount } from '../testing/mount';
import { deploymentText, RealRun } from '../testing/real-run';
import { type Bind, type Diagram, lightRules } from './diagram';
import { DocumentView } from './View';

const diagram = JSON.parse(
  readFileSync('content/documents/deployment/diagrams/deploy-0.generated.json', 'utf8'),
) as Diagram;
const bind: Bind = overviewBind;

let run: RealRun;
let events: MarkedEvents;
let created: number;
let page: Awaited<ReturnType<typeof mount>>;
beforeAll(async () => {
  run = (await RealRun.start()).apply(deploymentText(2));
  events = new MarkedEvents();
  const marks = new Marks();
  marks.watch('x', lightRules(bind));
  marks.follow(run.lab.branch);
  while (!marks.caughtUp) for (const chunk of marks.next()) events.append(chunk);
  created = events.lastOf(Object.keys(lightRules(bind)).indexOf('F'), run.lab.length);
});
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  page.unmount();
  vi.useRealTimers();
});

function view(position: number, more: Partial<Parameters<typeof DocumentView>[0]> = {}) {
  const event = run.lab.event(position);
  const indexed = { ...event, position, failed: false, note: '' } as unknown as IndexedEvent;
  return (
    <DocumentView
      diagram={diagram}
      bind={bind}
      language="en"
      events={events}
      until={events.until}
      position={position}
      event={indexed}
      detail={run.lab.detail(position)}
      {...more}
    />
  );
}

const stateOf = (id: string) => page.host.querySelector(`[data-id="${id}"]`)?.getAttribute('data-state');

test('the receiver changes when the message arrives, not before', async () => {
  page = await mount(view(created), en);
  expect(stateOf('F')).toBe('now');
  expect(stateOf('C')).toBe('next');
  await act(async () => vi.advanceTimersByTime(400));
  expect(stateOf('C')).toBe('visited');
  expect(page.host.textContent).toContain('POST rs/web-');
});

test('the picture is one tab stop with names; arrows go from node to node, Enter chooses', async () => {
  const onOpen = vi.fn();
  page = await mount(view(created, { onOpen }), en);
  expect(page.host.querySelectorAll('[tabindex="0"]').length).toBe(1);
  const picture = page.host.querySelector('[role=application]');
  expect(picture?.getAttribute('aria-label')).toMatch(/^How a Deployment becomes Pods\. \d+ of 19 parts have happened/);
  await page.focus('[role=application]');
  const named = () =>
    page.host.querySelector(`#${picture?.getAttribute('aria-activedescendant')}`)?.getAttribute('aria-label');
  expect(named()).toBe('apply with kubectl (has happened)');
  await page.press('ArrowDown');
  expect(named()).toMatch(/^Deployment \(/);
  await page.press('ArrowLeft');
  expect(named()).toMatch(/^watch Deployment \(/);
  await page.press('Enter');
  expect(onOpen).toHaveBeenCalledWith('E');
});

test('the words of labels and of states are those of the language', async () => {
  page = await mount(view(created, { language: 'zh' }), zh);
  expect(page.host.textContent).toContain('创建或更新副本集');
  expect(page.host.querySelector('[role=application]')?.getAttribute('aria-label')).toMatch(
    /^Deployment 怎样变成 Pod。/,
  );
});

test('before the Worker has answered all is idle, and nothing travels', async () => {
  page = await mount(view(created, { events: undefined, until: 0 }), en);
  const states = [...page.host.querySelectorAll('[data-state]')].map((element) => element.getAttribute('data-state'));
  expect(new Set(states)).toEqual(new Set(['idle']));
});

test('the answer that a learner points at is marked as theirs', async () => {
  page = await mount(view(created - 1, { chosen: 'I' }), en);
  expect(page.host.querySelector('[data-id="I"] rect')?.getAttribute('fill')).toBe('var(--pen)');
});
