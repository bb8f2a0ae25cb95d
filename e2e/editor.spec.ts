import { expect, type Locator, type Page, test } from '@playwright/test';
import { axeFaults, deployment, type Lab, openLab } from './support/lab';

const loadMs = 30_000;

/** The lab with the editor in the place of the plain text area. */
async function openEditor(page: Page, options: Parameters<typeof openLab>[1] = {}): Promise<Lab> {
  const lab = await openLab(page, { ...options, editor: 'rich' });
  await expect(page.locator('.monaco-editor')).toBeVisible({ timeout: loadMs });
  await expect(page.locator('textarea[class*="text"]:not(.inputarea, .xterm-helper-textarea)')).toHaveCount(0);
  return lab;
}

/** Pastes a text in the place of all, as the clipboard would. */
async function paste(lab: Lab, text: string): Promise<void> {
  await lab.manifest.focus();
  await lab.page.keyboard.press('ControlOrMeta+A');
  await lab.manifest.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Pastes a text, and goes back to its first line. */
async function pasteFromTop(lab: Lab, text: string): Promise<void> {
  await paste(lab, text);
  await lab.page.keyboard.press('Escape');
  await lab.page.keyboard.press('ControlOrMeta+Home');
}

/** What the editor shows, without what is out of sight. */
async function shown(page: Page): Promise<string> {
  return (await page.locator('.view-line').allTextContents()).join('\n').replaceAll('\u00a0', ' ');
}

/** What is said at once, of the page's own. */
function alertOf(page: Page): Locator {
  return page.getByRole('main').getByRole('alert');
}

/** Points at a word of the text. */
async function pointAt(page: Page, word: string): Promise<void> {
  const box = await page.evaluate((looked) => {
    const walk = document.createTreeWalker(document.querySelector('.view-lines') as Element, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const at = walk.currentNode.textContent?.indexOf(looked) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(walk.currentNode, at);
      range.setEnd(walk.currentNode, at + looked.length);
      const { x, y, height } = range.getBoundingClientRect();
      return { x: x + 8, y: y + height / 2 };
    }
    return undefined;
  }, word);
  if (!box) throw new Error(`the editor does not show ${word}`);
  await page.mouse.move(box.x - 4, box.y);
  await page.mouse.move(box.x, box.y);
}

/** The rows of the list that offers words, which a learner asks for until the schema has come. */
async function offers(page: Page, word: string): Promise<Locator> {
  const offered = page.locator('.suggest-widget .monaco-list-row');
  await expect(async () => {
    await page.keyboard.press('Control+Space');
    await expect(offered.filter({ hasText: word }).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
  return offered;
}

/** Lines of the text that are underlined as wrong, by their place on the screen. */
async function underlined(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines = [...document.querySelectorAll('.view-lines .view-line')].map((line) => ({
      top: line.getBoundingClientRect().top,
      text: (line.textContent ?? '').replaceAll('\u00a0', ' ').trim(),
    }));
    return [...document.querySelectorAll('.squiggly-error')].map((mark) => {
      const { top, height } = (mark.parentElement as Element).getBoundingClientRect();
      return lines.find((line) => Math.abs(line.top - top) < height / 2)?.text ?? '';
    });
  });
}

test('a manifest is pasted into the editor and applied from it, without a violation of the page’s policy', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  const lab = await openEditor(page);
  await paste(lab, deployment(2));
  expect(await shown(page)).toContain('replicas: 2');
  await page.keyboard.press('ControlOrMeta+Enter');
  await lab.toEnd();
  await expect(lab.terminal).toContainText('deployment.apps/web created');
  await expect(lab.pods('ready')).toHaveCount(2);
  expect(await axeFaults(page)).toEqual([]);
  lab.expectNoFaults();
});

test('what was typed before the editor came stays, with the cursor where it was', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/monaco-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const lab = await openLab(page, { editor: 'rich' });
  await lab.write('# one\n# two\n');
  await lab.manifest.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('# zero');
  release();
  await expect(page.locator('.monaco-editor')).toBeVisible({ timeout: loadMs });
  await expect(lab.manifest).toBeFocused();
  await page.keyboard.type(' and more');
  expect(await shown(page)).toContain('# zero and more');
  expect(await shown(page)).toContain('# two');
  lab.expectNoFaults();
});

test('the plain text stays where the editor cannot be loaded, and says so', async ({ page }) => {
  await page.route('**/monaco-*.js', (route) => route.abort());
  const lab = await openLab(page, { editor: 'rich' });
  await expect(page.getByText('The editor could not be loaded')).toBeVisible({ timeout: loadMs });
  await lab.apply(deployment(1));
  await lab.toEnd();
  await expect(lab.terminal).toContainText('deployment.apps/web created');
});

test('a phone gets the plain text, and fetches no editor', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setViewportSize({ width: 375, height: 812 });
  const lab = await openLab(page, { editor: 'rich' });
  await page.getByText('Manifest', { exact: true }).first().click();
  await lab.apply(deployment(1));
  await lab.toEnd();
  await expect(lab.terminal).toContainText('deployment.apps/web created');
  await page.waitForTimeout(2_500);
  expect(asked.filter((url) => /monaco|yaml\.worker/.test(url))).toEqual([]);
});

test('completion offers the fields of the kind, and help says what a field means', async ({ page }) => {
  const lab = await openEditor(page);
  await paste(lab, 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  ');
  await offers(page, 'replicas');
  await page.keyboard.type('repl');
  await page.keyboard.press('Enter');
  expect(await shown(page)).toContain('replicas:');
  await pasteFromTop(lab, deployment(2));
  await pointAt(page, 'replicas');
  await expect(page.locator('.monaco-hover').filter({ hasText: 'Number of desired pods.' })).toBeVisible({
    timeout: 15_000,
  });
  lab.expectNoFaults();
});

test('the kind of each document decides what is offered', async ({ page }) => {
  const lab = await openEditor(page);
  await paste(lab, 'apiVersion: apps/v1\nkind: Deployment\n---\napiVersion: v1\nkind: Service\nspec:\n  ');
  await page.keyboard.type('cl');
  const offered = await offers(page, 'clusterIP');
  await expect(offered.filter({ hasText: 'replicas' })).toHaveCount(0);
});

test.describe('what is wrong is underlined at its line', () => {
  test('while it is written: broken YAML, an unknown field, a wrong type, an unknown kind', async ({ page }) => {
    const lab = await openEditor(page);
    const marked = page.locator('.squiggly-error');
    for (const [text, line, place, words] of [
      [
        deployment(1).replace('replicas: 1', 'replicas: [1'),
        '',
        /Line \d+, column \d+/,
        'error converting YAML to JSON',
      ],
      [
        deployment(1).replace('replicas:', 'replicaz:'),
        'replicaz: 1',
        'Line 6, column 3',
        'unknown field "spec.replicaz"',
      ],
      [deployment(1).replace('replicas: 1', 'replicas: many'), 'replicas: many', 'Line 6, column 3', 'of type int32'],
      [
        'apiVersion: v1\nkind: Foo\nmetadata:\n  name: x\n',
        'kind: Foo',
        'Line 2, column 1',
        'no matches for kind "Foo"',
      ],
    ] as const) {
      await pasteFromTop(lab, text);
      const list = page.locator('#manifest-problems');
      await expect(list).toContainText(words);
      await expect(list.getByRole('button', { name: place })).toBeVisible();
      await expect(marked.first()).toBeVisible();
      if (line) await expect.poll(() => underlined(page)).toContain(line);
      await expect(alertOf(page)).toHaveCount(0);
    }
    await paste(lab, deployment(1));
    await expect(marked).toHaveCount(0);
    lab.expectNoFaults();
  });

  test('after apply: the field that the API server names, and the list leads to it', async ({ page }) => {
    const lab = await openEditor(page);
    const text = `${deployment(1).replace('name: web\nspec', 'name: one\nspec')}---\n${deployment(-3)}`;
    const line = text.split('\n').indexOf('  replicas: -3') + 1;
    await paste(lab, text);
    await lab.button('apply').click();
    const alert = alertOf(page);
    await expect(alert).toContainText('The cluster refuses this');
    await expect(alert).toContainText('spec.replicas: Invalid value: -3');
    await expect.poll(() => underlined(page)).toContain('replicas: -3');
    await expect(lab.manifest).toBeFocused();
    const place = alert.getByRole('button', { name: `Line ${line}, column 3` });
    await page.keyboard.press('ControlOrMeta+Home');
    await place.focus();
    await page.keyboard.press('Enter');
    await expect(lab.manifest).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type('0');
    expect(await shown(page)).toContain('replicas: -30');
    await expect(alert).toHaveCount(0);
    lab.expectNoFaults();
  });

  test('what is accepted and not modelled is a note at its line, not an error', async ({ page }) => {
    const lab = await openEditor(page);
    await paste(
      lab,
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  hostPID: true\n  containers:\n  - name: a\n    image: nginx:1.29\n',
    );
    const notes = page.getByRole('main').getByRole('status').filter({ hasText: 'Not modelled here' });
    await expect(notes.getByRole('button', { name: 'Line 6' })).toBeVisible();
    await expect(page.locator('.squiggly-info')).toBeVisible();
    await expect(page.locator('.squiggly-error')).toHaveCount(0);
  });
});

test('a dry run goes through the server and leaves nothing behind', async ({ page }) => {
  const lab = await openLab(page);
  await lab.write(deployment(2));
  await page.getByRole('button', { name: 'Dry run', exact: true }).click();
  await lab.toEnd();
  await expect(lab.terminal).toContainText('$ kubectl apply -f web.yaml --dry-run=server');
  await expect(lab.terminal).toContainText('deployment.apps/web created (server dry run)');
  await expect(lab.pods()).toHaveCount(0);
  await lab.write(deployment(-3));
  await page.getByRole('button', { name: 'Dry run', exact: true }).click();
  await expect(alertOf(page)).toContainText('spec.replicas: Invalid value: -3');
  lab.expectNoFaults();
});

test('the manifest is compared with the objects at the cursor', async ({ page }) => {
  const lab = await openLab(page);
  await lab.apply(deployment(1));
  await lab.toEnd();
  const before = await lab.position();
  await lab.write(`${deployment(1, 'nginx:1.30')}---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: new\n`);
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'What apply would change' });
  const web = dialog.getByRole('region', { name: 'Deployment web' });
  await expect(web).toContainText('−      image: nginx:1.29');
  await expect(web).toContainText('+      image: nginx:1.30');
  await expect(web).not.toContainText('replicas');
  await expect(dialog.getByRole('region', { name: 'ConfigMap new' })).toContainText('not there yet');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await lab.position()).toBe(before);
});

test('the keyboard leaves the editor as the line below it says', async ({ page }) => {
  const lab = await openEditor(page);
  await paste(lab, 'a: 1\n');
  await page.keyboard.press('Tab');
  await expect(lab.manifest).toBeFocused();
  expect(await shown(page)).toContain('  ');
  await expect(page.getByText('Tab writes spaces. Ctrl M: Tab leaves the editor.')).toBeVisible();
  await page.keyboard.press('Control+M');
  await expect(page.getByText('Tab leaves the editor. Ctrl M: Tab writes spaces.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(lab.manifest).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(lab.manifest).toBeFocused();
  await page.keyboard.press('Control+M');
});

test('a paste of 5 MB is refused in words, and nothing is lost', async ({ page }) => {
  for (const editor of ['rich', 'plain'] as const) {
    const lab = editor === 'rich' ? await openEditor(page) : await openLab(page);
    await paste(lab, '# mine\n');
    if (editor === 'plain') await lab.write('# mine\n');
    await paste(lab, `# ${'x'.repeat(5 * 1024 * 1024)}`);
    await expect(alertOf(page)).toContainText('5.0 MB');
    if (editor === 'rich') expect(await shown(page)).toContain('# mine');
    else await expect(lab.manifest).toHaveValue('# mine\n');
    await page.evaluate(() => localStorage.clear());
  }
});

test('markup in a manifest is text in the editor, in its help and in the list', async ({ page }) => {
  const lab = await openEditor(page);
  const evil = '<img src=x onerror=globalThis.hacked=1>';
  await pasteFromTop(
    lab,
    deployment(1).replace('  name: web\nspec', `  name: web\n  labels:\n    a: "<b onload=x>"\n  "${evil}": 1\nspec`),
  );
  await expect(page.locator('#manifest-problems')).toContainText(evil);
  await pointAt(page, 'onerror');
  await expect(page.locator('.monaco-hover').filter({ hasText: '<img src=x' })).toBeVisible({ timeout: 15_000 });
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.evaluate(() => (globalThis as { hacked?: number }).hacked)).toBeUndefined();
});

test('the editor speaks the language of the page', async ({ page }) => {
  const lab = await openEditor(page, { language: 'zh', theme: 'dark' });
  await expect(page.getByText('Tab 输入空格。Ctrl M：让 Tab 离开编辑器。')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await lab.manifest.focus();
  await page.keyboard.press('ControlOrMeta+F');
  await expect(page.getByRole('textbox', { name: '查找' })).toBeVisible();
});
