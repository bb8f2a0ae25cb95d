import { expect, type Page, test } from '@playwright/test';
import { deployment, type Language, openLab } from './support/lab';
import { openPage } from './support/page';

test.use({ viewport: { width: 1280, height: 720 } });

/** The smallest text that may be drawn at this size, in pixels; less a rounding. */
const leastPx = 13 - 0.05;

/** Every text in sight that is drawn smaller than that: its size, and how it begins. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const small = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || element.closest('title, desc, script, style, .sr-only, .skip')) continue;
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || !element.checkVisibility({ visibilityProperty: true })) continue;
      const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : undefined;
      const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
      const px = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
      if (px < least) small.add(`${px.toFixed(2)} px: ${text.slice(0, 40)}`);
    }
    return [...small];
  }, leastPx);

const pictures = {
  zh: { document: '文档图', cluster: '集群', lanes: '泳道', gauge: '标尺' },
  en: { document: 'Document', cluster: 'Cluster', lanes: 'Lanes', gauge: 'Gauge' },
} as const;

async function choose(page: Page, language: Language, picture: keyof (typeof pictures)['en']): Promise<void> {
  const shown = { document: '[data-diagram] svg', cluster: '[data-id^="nodes/"]', lanes: 'svg', gauge: 'svg' } as const;
  // A step that is still on its way brings its own picture, and puts aside what was chosen before.
  await expect(async () => {
    await page.getByRole('radio', { name: pictures[language][picture], exact: true }).check({ force: true });
    await expect(page.locator(shown[picture]).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

for (const language of ['zh', 'en'] as const) {
  for (const [lesson, step] of [
    ['rolling-ten', 'shrink'],
    ['first-deployment', 'stored'],
    ['recreate-outage', 'kept'],
    ['how-to-read-the-glass', 'belief'],
    ['nothing-happened', 'stored'],
  ] as const)
    test(`no text of ${lesson} at ${step} is below 13 px at 1280 × 720, in any of its pictures: ${language}`, async ({
      page,
    }) => {
      const noFaults = await openPage(page, `#/lesson/deployment/${lesson}?step=${step}`, { language });
      // The step's own picture comes with its heading: one chosen before that would be put aside.
      await expect(page.locator('main h2').first()).toBeVisible();
      await expect(page.locator('[data-picture] svg').first()).toBeVisible();
      for (const picture of ['document', 'cluster', 'lanes'] as const) {
        if ((await page.getByRole('radio', { name: pictures[language][picture], exact: true }).count()) === 0) continue;
        await choose(page, language, picture);
        expect(await tooSmall(page), picture).toEqual([]);
      }
      noFaults();
    });

  test(`no text of a playground’s picture is below 13 px at 1280 × 720: ${language}`, async ({ page }) => {
    const lab = await openLab(page, { language });
    await lab.apply(deployment(10));
    await lab.toEnd();
    for (const picture of ['cluster', 'lanes', 'gauge', 'document'] as const) {
      await choose(page, language, picture);
      expect(await tooSmall(page), picture).toEqual([]);
    }
    const which = page.getByRole('combobox', { name: language === 'zh' ? '图' : 'Diagram', exact: true });
    for (const figure of ['deploy-1', 'deploy-2', 'kubelet-4']) {
      await which.selectOption(figure);
      await expect(page.locator(`[data-diagram="${figure}"] svg`)).toBeVisible();
      expect(await tooSmall(page), figure).toEqual([]);
    }
    lab.expectNoFaults();
  });
}
