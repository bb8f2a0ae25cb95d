import { expect, type Page } from '@playwright/test';
import type { Language } from './lab';

interface PageOptions {
  readonly language?: Language;
  readonly theme?: 'light' | 'dark';
  readonly settings?: object;
}

/** Opens an address of the lab with known settings. What it returns fails the test when the page had faults. */
export async function openPage(
  page: Page,
  address: string,
  { language = 'en', theme = 'light', settings = {} }: PageOptions = {},
): Promise<() => void> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.addInitScript(
    (text) => {
      if (localStorage.getItem('clusterglass.settings') === null) localStorage.setItem('clusterglass.settings', text);
    },
    JSON.stringify({ language, theme, playOnCommand: false, keys: true, ...settings }),
  );
  await page.goto(address.startsWith('http') ? address : `./${address}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  return () => expect(faults).toEqual([]);
}

export const fitsWidth = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
