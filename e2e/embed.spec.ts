import { deflateRawSync } from 'node:zlib';
import { expect, type Frame, type Page, test } from '@playwright/test';
import { type ForeignHost, foreignHost } from './support/foreign-host';
import { axeFaults } from './support/lab';

let host: ForeignHost;
test.beforeAll(async () => {
  host = await foreignHost();
});
test.afterAll(() => host.close());

const podText = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - {name: web, image: nginx:1.29}
`;

interface Told {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Keeps what the page hears, and counts the Workers that its frames make. */
async function listen(page: Page): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    addEventListener('message', ({ data }) => heard.push(data));
    for (const type of ['ready', 'resize', 'step', 'prediction', 'goal', 'complete', 'error'])
      addEventListener(`clusterglass:${type}`, (event) =>
        heard.push({ event: type, of: (event.target as Element).id, ...(event as CustomEvent).detail }),
      );
  });
  return faults;
}

const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: Told[] }).heard);
const events = async (page: Page, of: string, event: string) =>
  (await heard(page)).filter((one) => one.event === event && one.of === of);

async function frameOf(page: Page, address: string): Promise<Frame> {
  await expect.poll(() => page.frames().some((frame) => frame.url().includes(address))).toBe(true);
  return page.frames().find((frame) => frame.url().includes(address)) as Frame;
}

const send = (page: Page, data: unknown) =>
  page.evaluate((message) => {
    const roots = [document, ...[...document.querySelectorAll('cluster-glass')].map(({ shadowRoot }) => shadowRoot)];
    for (const root of roots) root?.querySelector('iframe')?.contentWindow?.postMessage(message, '*');
  }, data);

const order = (page: Page, data: object) => send(page, { source: 'clusterglass', version: 1, ...data });

test('a page of another origin holds two embeds: height, events, one Worker each once in sight, orders', async ({
  page,
}) => {
  test.setTimeout(60_000);
  const faults = await listen(page);
  await page.goto(
    host.page(`
      <cluster-glass id="one" lesson="deployment/rolling-ten" step="created" lang="en" theme="light"><p>As it was</p></cluster-glass>
      <div style="height: 4000px"></div>
      <cluster-glass id="two" lesson="deployment/rolling-ten" lang="zh" theme="dark" controls="buttons" height="300"><p>As it was</p></cluster-glass>
      <script src="${host.lab}embed.js"></script>`),
  );
  const one = await frameOf(page, 'step=created');
  await expect(one.getByText('4/12').or(one.getByText('3/12')).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('As it was').first()).toBeHidden();
  expect(page.frames()).toHaveLength(2);
  expect(page.workers()).toHaveLength(1);
  expect(await page.locator('#two').evaluate((element) => element.getBoundingClientRect().height)).toBe(300);

  const inside = () => one.evaluate(() => document.querySelector('#root > div')?.getBoundingClientRect().height ?? 0);
  const outside = () => page.locator('#one').evaluate((element) => element.getBoundingClientRect().height);
  await expect.poll(async () => Math.abs((await inside()) - (await outside()))).toBeLessThan(5);
  await expect.poll(() => one.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThan(5);
  const messages = await heard(page);
  expect(messages.some(({ subject, height }) => subject === 'lti.frameResize' && Number(height) > 200)).toBe(true);
  for (const message of messages.filter(({ source }) => source !== undefined)) expect(message.version).toBe(1);

  // A wrong answer, then the right one: the page hears that, and not what was answered.
  const forward = one.getByRole('button', { name: 'Next step' });
  await expect(forward).toBeDisabled();
  for (const answer of ['0', '3']) {
    await one.getByRole('spinbutton').fill(answer);
    await one.getByRole('button', { name: 'Check' }).click();
    await expect(one.getByRole('button', { name: 'Check' })).toHaveCount(answer === '3' ? 0 : 1);
  }
  await expect
    .poll(async () => (await events(page, 'one', 'prediction')).map(({ right }) => right))
    .toEqual([false, true]);
  for (const told of await events(page, 'one', 'prediction'))
    expect(Object.keys(told).sort()).toEqual(['event', 'of', 'right', 'source', 'step', 'type', 'version']);
  await expect(forward).toBeEnabled();
  await forward.click();
  await expect.poll(async () => (await events(page, 'one', 'step')).length).toBe(2);
  expect(await axeFaults(one)).toEqual([]);

  await order(page, { type: 'goto', step: 'bounds' });
  await expect.poll(async () => (await events(page, 'one', 'step')).at(-1)?.step).toBe('bounds');
  await order(page, { type: 'setTheme', theme: 'dark' });
  await expect(one.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.locator('#one').evaluate((element) => element.setAttribute('lang', 'zh'));
  await expect(one.locator('html')).toHaveAttribute('lang', 'zh-CN');

  await page.locator('#two').scrollIntoViewIfNeeded();
  const two = await frameOf(page, 'controls=buttons');
  await expect(two.getByText('1/12')).toBeVisible({ timeout: 20_000 });
  expect(page.workers()).toHaveLength(2);
  await expect(two.getByRole('button', { name: '下一步' })).toBeEnabled();
  await two.getByRole('button', { name: '播放' }).click();
  await order(page, { type: 'pause' });
  await expect(two.getByRole('button', { name: '播放' })).toBeVisible();
  expect(await axeFaults(two)).toEqual([]);

  // Without questions in sight the buttons walk the whole lesson; what was not asked is not answered.
  for (let n = 2; n <= 12; n++) {
    await two.getByRole('button', { name: '下一步' }).click();
    await expect(two.getByText(`${n}/12`)).toBeVisible();
  }
  await expect.poll(async () => (await events(page, 'two', 'complete')).map(({ score }) => score)).toEqual([0]);
  await expect(two.getByRole('button', { name: '下一步' })).toBeDisabled();
  await two.getByRole('button', { name: '后退' }).click();
  await expect(two.getByText('11/12')).toBeVisible();
  expect(faults).toEqual([]);
});

test('a challenge tells whether its goal was met; without controls only picture and caption are there', async ({
  page,
}) => {
  test.setTimeout(60_000);
  const faults = await listen(page);
  await page.goto(
    host.page(`
      <cluster-glass id="one" lesson="deployment/how-to-read-the-glass" step="change" lang="en" theme="light"></cluster-glass>
      <cluster-glass id="two" lesson="deployment/how-to-read-the-glass" step="act" lang="en" theme="light" controls="none"></cluster-glass>
      <script src="${host.lab}embed.js"></script>`),
  );
  const one = await frameOf(page, 'step=change');
  const line = one.getByRole('textbox', { name: 'Command line' });
  await expect(line).toBeVisible({ timeout: 20_000 });
  const lab = one.getByRole('link', { name: /Open in the lab/ });
  await expect(lab).toHaveAttribute('href', /index\.html#\/lesson\/deployment\/how-to-read-the-glass\?step=change$/);
  for (const [replicas, tries] of [
    [4, 1],
    [3, 2],
  ]) {
    await line.fill(`kubectl scale deployment/shop --replicas=${replicas}`);
    await line.press('Enter');
    await expect.poll(async () => (await events(page, 'one', 'goal')).length, { timeout: 20_000 }).toBe(tries);
  }
  expect((await events(page, 'one', 'goal')).map(({ step, met }) => ({ step, met }))).toEqual([
    { step: 'change', met: false },
    { step: 'change', met: true },
  ]);

  await page.locator('#two').scrollIntoViewIfNeeded();
  const two = await frameOf(page, 'controls=none');
  await expect(two.getByText('3/7')).toBeVisible({ timeout: 20_000 });
  await expect(two.locator('[data-diagram="deploy-0"]')).toBeVisible();
  await expect(two.getByRole('button')).toHaveCount(0);
  await expect(two.getByRole('region', { name: 'Text of the step' })).toHaveCount(0);
  expect(await axeFaults(two)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a shared run: steps, the way to the lab, and a playground of one’s own with the run as it stands', async ({
  page,
  context,
}) => {
  test.setTimeout(60_000);
  const scene = {
    version: 1,
    engine: '0.1.0',
    seed: 1,
    config: { nodes: [{ name: 'node-1' }] },
    until: 70_000_000,
    position: 400,
    commands: [
      { at: 60_000_000, command: { to: 'kubectl', type: 'apply', payload: { file: 'web.yaml', text: podText } } },
    ],
  };
  const link = `s/1.${deflateRawSync(JSON.stringify(scene)).toString('base64url')}`;
  await page.goto(
    host.page(
      `<iframe title="Run" width="900" height="900" src="${host.lab}embed.html#/${link}?lang=en&theme=light"></iframe>`,
    ),
  );
  const frame = await frameOf(page, 'embed.html');
  await expect(frame.getByRole('button', { name: 'Next step' })).toBeEnabled({ timeout: 20_000 });
  for (let n = 0; n < 3; n++) await frame.getByRole('button', { name: 'Next step' }).click();
  const caption = await frame.locator('p[aria-live]').textContent();
  await expect(frame.getByRole('link', { name: /Open in the lab/ })).toHaveAttribute('href', `./index.html#/${link}`);

  const opened = context.waitForEvent('page');
  await frame.getByRole('button', { name: 'Make it yours' }).click();
  const mine = await opened;
  await expect(mine).toHaveURL(/index\.html#\/playground$/, { timeout: 20_000 });
  await expect(mine.locator('[data-id="pods/default/web"]').first()).toBeVisible();
  await expect(mine.locator('main')).toContainText(caption ?? '-');
});

test('an embed out of sight lets its Worker go, and stands where it stood when it is seen again', async ({ page }) => {
  test.setTimeout(120_000);
  const faults = await listen(page);
  await page.goto(
    host.page(`
      <cluster-glass id="one" lesson="deployment/rolling-ten" step="start" lang="en" theme="light"></cluster-glass>
      <div style="height: 4000px"></div><p id="end">The end</p>
      <script src="${host.lab}embed.js"></script>`),
  );
  const one = await frameOf(page, 'step=start');
  const forward = one.getByRole('button', { name: 'Next step' });
  await expect(forward).toBeEnabled({ timeout: 20_000 });
  await forward.click();
  await expect(one.getByText('2/12').first()).toBeVisible();
  const watch = one.locator('[data-id="E"]');
  await expect(watch).toHaveAttribute('data-state', 'visited');
  expect(page.workers()).toHaveLength(1);

  await page.locator('#end').scrollIntoViewIfNeeded();
  await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(0);

  await page.locator('#one').scrollIntoViewIfNeeded();
  await expect.poll(() => page.workers().length).toBe(1);
  await expect(watch).toHaveAttribute('data-state', 'visited', { timeout: 20_000 });
  await forward.click();
  await expect(one.getByText('3/12').first()).toBeVisible();
  // The page may send it on while nobody looks.
  await page.locator('#end').scrollIntoViewIfNeeded();
  await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(0);
  await order(page, { type: 'goto', step: 'start' });
  await expect.poll(async () => (await events(page, 'one', 'step')).at(-1)?.step).toBe('start');
  await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(0);
  expect(faults).toEqual([]);
});

test('messages that are no orders, and those of other windows, do nothing', async ({ page }) => {
  const faults = await listen(page);
  await page.goto(
    host.page(
      `<iframe title="Lesson" width="900" height="700" src="${host.lab}embed.html#/lesson/deployment/rolling-ten?lang=en&theme=light"></iframe>`,
    ),
  );
  const frame = await frameOf(page, 'rolling-ten');
  await expect(frame.getByText('1/12')).toBeVisible({ timeout: 20_000 });
  for (const data of [
    null,
    'pause',
    { type: 'goto', step: 'bounds' },
    { source: 'clusterglass', version: 9, type: 'goto', step: 'bounds' },
    { source: 'clusterglass', version: 1, type: 'goto', step: '<img src=x onerror=alert(1)>' },
    { source: 'clusterglass', version: 1, type: 'goto', step: 'nowhere' },
    { source: 'clusterglass', version: 1, type: 'setLang', lang: 'zh'.repeat(1e6) },
    { source: 'clusterglass', version: 1, type: 'setTheme', theme: { toString: 'dark' } },
    { source: 'clusterglass', version: 1, type: '__proto__', polluted: true },
  ])
    await send(page, data);
  // The frame's own window is not the page around it.
  await frame.evaluate(() => postMessage({ source: 'clusterglass', version: 1, type: 'setTheme', theme: 'dark' }, '*'));
  await order(page, { type: 'setLang', lang: 'zh' });
  await expect(frame.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(frame.getByText('1/12')).toBeVisible();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(faults).toEqual([]);
});

test('a hostile address and a hostile run show words and run no script; storage may be blocked', async ({ page }) => {
  test.setTimeout(60_000);
  const faults = await listen(page);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
  const evil = '<img src=x onerror=globalThis.hacked=1><script>globalThis.hacked=1</script>';
  const text = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  labels: {app: web}\n  annotations: {note: '${evil}'}\nspec:\n  containers:\n  - {name: web, image: '${evil.replaceAll(' ', '')}', command: ['${evil}']}\n`;
  const scene = {
    version: 1,
    engine: '0.1.0',
    seed: 1,
    config: { nodes: [{ name: 'node-1' }] },
    until: 70_000_000,
    position: 400,
    commands: [{ at: 60_000_000, command: { to: 'kubectl', type: 'apply', payload: { file: `${evil}.yaml`, text } } }],
  };
  const run = `#/s/1.${deflateRawSync(JSON.stringify(scene)).toString('base64url')}?lang=en`;
  const open = async (hash: string) => {
    await page.goto('about:blank');
    await page.goto(
      host.page(
        `<iframe title="Lesson" width="900" height="900" src="${host.lab}embed.html${hash.replaceAll('"', '&quot;')}"></iframe>`,
      ),
    );
    return frameOf(page, 'embed.html');
  };
  const clean = async (frame: Frame) =>
    expect(await frame.evaluate(() => [(globalThis as { hacked?: number }).hacked, document.images.length])).toEqual([
      undefined,
      0,
    ]);

  for (const hash of [
    '#/lesson/<img src=x onerror=hacked=1>/x?lang=en',
    '#javascript:hacked=1?lang=en',
    '#/lesson/a/b?lang=en',
  ]) {
    const frame = await open(hash);
    await expect(frame.getByRole('heading', { level: 1 }), hash).toHaveText(/There is no such lesson|没有这一课/);
    await clean(frame);
  }
  const broken = await open('#/s/1.AAAA?lang=en');
  await expect(broken.getByText('This run cannot be opened.')).toBeVisible({ timeout: 20_000 });

  const frame = await open(run);
  await expect(frame.getByRole('button', { name: 'Next step' })).toBeEnabled({ timeout: 20_000 });
  for (let i = 0; i < 3; i++) await frame.getByRole('button', { name: 'Next step' }).click();
  const pod = frame.locator('[data-id="pods/default/web"]').first();
  await expect(pod).toBeVisible();
  await pod.click();
  await expect(frame.getByText('<script>globalThis.hacked=1</script>').first()).toBeAttached();
  await clean(frame);
  expect(await axeFaults(frame)).toEqual([]);

  const lesson = await open('#/lesson/deployment/rolling-ten?lang=en&view=cluster');
  await expect(lesson.getByText('1/12')).toBeVisible({ timeout: 20_000 });
  await lesson.getByRole('button', { name: 'Next step' }).click();
  await expect(lesson.getByText('2/12')).toBeVisible();
  expect(faults).toEqual([]);
});

test('without the frame, and for a lesson of no valid name, what stands inside the element stays', async ({ page }) => {
  await page.clock.install();
  await listen(page);
  await page.route('**/embed.html', (route) => route.abort());
  await page.goto(
    host.page(`
      <cluster-glass id="one" lesson="deployment/rolling-ten"><a href="https://example.org/">Read it there</a></cluster-glass>
      <cluster-glass id="two" lesson="javascript:alert(1)"><p>Only words</p></cluster-glass>
      <script src="${host.lab}embed.js"></script><script src="${host.lab}embed.js"></script>`),
  );
  await expect(page.getByText('Read it there')).toBeVisible();
  await expect(page.locator('#one iframe')).toHaveCount(1);
  await page.clock.fastForward(30_000);
  await expect(page.locator('#one iframe')).toHaveCount(0);
  await expect(page.getByText('Read it there')).toBeVisible();
  await expect(page.getByText('Only words')).toBeVisible();
  expect(await events(page, 'one', 'error')).toHaveLength(1);
  await expect(page.locator('#two iframe')).toHaveCount(0);
});

test('play on the first step behind a long set-up starts at the command of that step, not at the set-up', async ({
  page,
}) => {
  await page.goto('./embed.html#/lesson/deployment/stuck-rollout?step=accepted&lang=en&theme=light');
  await expect(page.locator('[data-id="B"]')).toHaveAttribute('data-state', 'visited', { timeout: 20_000 });
  await page.evaluate(() => {
    const told = new Set<string>();
    Object.assign(globalThis, { told });
    const look = () => {
      const text = document.querySelector('[data-diagram]')?.textContent ?? '';
      for (const [message] of text.matchAll(/kubectl set image \S+|(?:POST|PUT|PATCH|DELETE) [a-z]+\/[a-z]+/g))
        told.add(message);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play' })).toBeEnabled({ timeout: 30_000 });
  const told = await page.evaluate(() => [...(globalThis as unknown as { told: Set<string> }).told]);
  expect(told).toContain('kubectl set image deployments/shop');
  expect(told).toContainEqual(expect.stringMatching(/^PATCH deploy\/shop/));
  // Ten Pods were made before it: none of that is played again.
  expect(told.filter((message) => /\/(?:po|rs)\b|^POST|po\//.test(message))).toEqual([]);
});
