import { deflateRawSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { deployment, openLab } from './support/lab';

test('broken YAML is told with line and column, sends nothing, and keeps the text', async ({ page }) => {
  const lab = await openLab(page);
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: [a\ndata: {}\n';
  const before = await page.evaluate(() => globalThis.clusterglass?.state()?.length);
  await lab.apply(text);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(/Line \d+, column \d+/);
  await expect(alert).toContainText('Nothing was sent to the cluster.');
  await expect(lab.manifest).toHaveValue(text);
  await expect(lab.manifest).toHaveAttribute('aria-invalid', 'true');
  expect(await page.evaluate(() => globalThis.clusterglass?.state()?.length)).toBe(before);
});

test('a key that is given twice is told with its place, in words of the lab', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  name: b\n');
  const note = page.getByRole('status').filter({ hasText: 'Keys that are given twice' });
  await expect(note).toContainText(/Line 5\s+name/);
  await lab.toEnd();
  await expect(lab.terminal).toContainText('configmap/b created');
});

for (const [what, text, expected] of [
  [
    'an unknown kind',
    'apiVersion: v1\nkind: Foo\nmetadata: {name: x}\n',
    'error: resource mapping not found for name: "x" namespace: "" from "web.yaml": no matches for kind "Foo" in version "v1"',
  ],
  [
    'an invalid field',
    deployment().replace('  replicas: 3', '  replicaz: 3'),
    'strict decoding error: unknown field "spec.replicaz"',
  ],
  [
    'a selector that does not match',
    deployment(3, 'nginx', 'other'),
    'The Deployment "web" is invalid: spec.template.metadata.labels: Invalid value: {"app":"other"}: `selector` does not match template `labels`',
  ],
] as const) {
  test(`${what} is refused in the words of kubectl, at once, and the text stays`, async ({ page }) => {
    const lab = await openLab(page);
    await lab.apply(text);
    await expect(lab.terminal).toContainText(expected);
    await expect(lab.terminal).toContainText('exit code 1');
    await expect(lab.manifest).toHaveValue(text);
    lab.expectNoFaults();
  });
}

test('a manifest of 5 MB is refused with its size; the page goes on', async ({ page }) => {
  const lab = await openLab(page);
  await page.evaluate(() => {
    const area = document.querySelector('textarea') as HTMLTextAreaElement;
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    set?.call(area, `# ${'x'.repeat(5 * 1024 * 1024)}`);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await lab.button('apply').click();
  await expect(page.getByRole('alert')).toContainText('5.0 MB');
  await lab.apply(deployment(1));
  await lab.toEnd();
  await expect(lab.pods('ready')).toHaveCount(1);
});

test('keys that reach for a prototype, and markup in names, do nothing to the page', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n    note: "<img src=x onerror=globalThis.hacked=1>"\ndata:\n  __proto__: one\n  constructor: two\n',
  );
  await lab.toEnd();
  await expect(lab.terminal).toContainText('configmap/a created');
  await page.locator('[data-id="configmaps/default/a"]').click();
  await expect(page.getByRole('group', { name: 'The object as it is stored' })).toContainText('<img src=x');
  expect(await page.evaluate(() => [(globalThis as { hacked?: number }).hacked, ({} as { x?: string }).x])).toEqual([
    undefined,
    undefined,
  ]);
  lab.expectNoFaults();
});

test.describe('a link', () => {
  const link = (value: unknown) => `./#/s/1.${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

  for (const [what, hash, words] of [
    ['that is no link', './#/s/hello', 'form of a shared link'],
    ['with markup', './#/s/1.%3Cimg%20src=x%20onerror=alert(1)%3E', 'form of a shared link'],
    ['that is damaged', './#/s/1.AAAA', 'damaged'],
    ['that is too long', `./#/s/1.${'A'.repeat(40_000)}`, 'longer than 32 KB'],
    [
      'that unpacks to 20 MB',
      `./#/s/1.${deflateRawSync(Buffer.alloc(20_000_000)).toString('base64url')}`,
      'more than 1 MB',
    ],
    ['that holds something else', link({ version: 1, seed: 'x' }), 'no cluster of this lab'],
    [
      'whose command makes no sense',
      link({
        version: 1,
        engine: '0.1.0',
        seed: 1,
        config: { nodes: [] },
        until: 0,
        position: -1,
        commands: [{ at: 60_000_000, command: { to: 'faults', type: 'cut', payload: null } }],
      }),
      'no cluster of this lab',
    ],
  ] as const) {
    test(`${what} is refused with a reason, and what was there stays`, async ({ page }) => {
      const lab = await openLab(page);
      await lab.apply(deployment(1));
      await lab.toEnd();
      await page.goto(hash);
      await expect(lab.notices).toContainText('cannot be opened');
      await expect(lab.notices).toContainText(words);
      await lab.stands();
      await expect(lab.pods('ready')).toHaveCount(1);
    });
  }

  test('made by this page opens on another one with the same run; of another engine with a notice', async ({
    page,
    context,
  }) => {
    const lab = await openLab(page);
    await lab.apply(deployment(2));
    await lab.toEnd();
    const hash = await page.evaluate(() => globalThis.clusterglass?.hash());
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toContain('#/s/1.');

    const other = await context.newPage();
    const opened = await openLab(other, { path: address });
    await expect(opened.pods('ready')).toHaveCount(2);
    expect(await other.evaluate(() => globalThis.clusterglass?.hash())).toEqual(hash);

    const saved = await page.evaluate(() => globalThis.clusterglass?.save());
    await page.goto(link({ ...saved?.branches[0]?.scene, engine: '9.9.9' }));
    await expect(lab.notices).toContainText('9.9.9');
    await expect(lab.pods('ready')).toHaveCount(2);
  });
});
