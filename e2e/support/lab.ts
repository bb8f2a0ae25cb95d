import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Frame, type Locator, type Page } from '@playwright/test';

import type {} from '../../src/app/console';

export type Language = 'en' | 'zh';

/** The words by which the tests find things, in both languages. */
export const words = {
  en: {
    apply: 'Apply',
    manifest: 'Manifest in YAML',
    back: 'One step back',
    forward: 'One step forward',
    start: 'To the start',
    end: 'On to rest',
    play: 'Play',
    pause: 'Pause',
    ready: 'Ready',
    milestone: 'Milestone',
    micro: 'Micro',
    why: 'Why?',
    began: 'This is where it began.',
  },
  zh: {
    apply: '应用',
    manifest: 'YAML 清单',
    back: '退一步',
    forward: '进一步',
    start: '到开头',
    end: '一直到静止',
    play: '播放',
    pause: '暂停',
    ready: '就绪',
    milestone: '里程碑',
    micro: '微观',
    why: '为什么？',
    began: '从这里开始的。',
  },
} as const;

interface OpenOptions {
  readonly language?: Language;
  readonly theme?: 'light' | 'dark';
  /** Whether the player starts by itself after a command. */
  readonly play?: boolean;
  readonly path?: string;
  /** Most tests write into the plain text area, which needs no more than the page itself. */
  readonly editor?: 'plain' | 'rich';
}

/** Opens the page with known settings, and waits until the cluster stands. Faults of the page fail the test. */
export async function openLab(
  page: Page,
  { language = 'en', theme = 'light', play = false, path = './#/playground', editor = 'plain' }: OpenOptions = {},
): Promise<Lab> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.addInitScript(
    (settings) => {
      if (localStorage.getItem('clusterglass.settings') === null)
        localStorage.setItem('clusterglass.settings', settings);
    },
    JSON.stringify({ language, theme, playOnCommand: play, keys: true, plainEditor: editor === 'plain' }),
  );
  await page.goto(path);
  const lab = new Lab(page, language, faults);
  await lab.stands();
  return lab;
}

/** A page with a running cluster. */
export class Lab {
  readonly page: Page;
  readonly words: (typeof words)[Language];
  private readonly faults: readonly string[];

  constructor(page: Page, language: Language, faults: readonly string[]) {
    this.page = page;
    this.words = words[language];
    this.faults = faults;
  }

  get manifest(): Locator {
    return this.page.getByRole('textbox', { name: this.words.manifest });
  }

  get terminal(): Locator {
    return this.page.getByTestId('terminal');
  }

  /** Shows the list of events where the terminal stands. */
  async showEvents(): Promise<void> {
    await showEvents(this.page);
  }

  get notices(): Locator {
    return this.page.getByTestId('notices');
  }

  pods(look?: string): Locator {
    return this.page.locator(look ? `[data-pod][data-look="${look}"]` : '[data-pod]');
  }

  button(name: 'apply' | 'back' | 'forward' | 'start' | 'end' | 'play' | 'pause'): Locator {
    return this.page.getByRole('button', { name: this.words[name], exact: true });
  }

  /** Waits until the Worker has told where it is. */
  async stands(): Promise<void> {
    await this.page.waitForFunction(() => (globalThis.clusterglass?.state()?.length ?? 0) > 20, undefined, {
      timeout: 20_000,
    });
  }

  async position(): Promise<number> {
    return this.page.evaluate(() => globalThis.clusterglass?.state()?.position ?? -2);
  }

  async write(text: string): Promise<void> {
    await this.manifest.fill(text);
  }

  async apply(text: string): Promise<void> {
    await this.write(text);
    await this.button('apply').click();
  }

  /** Runs on until nothing but housekeeping is left, and shows that. */
  async toEnd(): Promise<void> {
    await this.button('end').click();
    await this.page.waitForFunction(() => {
      const state = globalThis.clusterglass?.state();
      return state?.settled === true && !state.player.playing && state.position === state.length - 1;
    });
  }

  async granularity(name: 'micro' | 'milestone'): Promise<void> {
    await this.page.getByText(this.words[name], { exact: true }).click();
  }

  /** Steps once and waits until the page shows it. False when the cursor could not move. */
  async step(direction: 'back' | 'forward'): Promise<boolean> {
    const before = await this.position();
    await this.button(direction).click();
    try {
      await this.page.waitForFunction((was) => globalThis.clusterglass?.state()?.position !== was, before, {
        timeout: 3_000,
      });
      return true;
    } catch {
      return false;
    }
  }

  /** No error in the console, no exception. */
  expectNoFaults(): void {
    expect(this.faults).toEqual([]);
  }
}

/** Shows the list of events where the terminal stands. */
export async function showEvents(page: Page): Promise<void> {
  await page.locator('label:has(input[name="lower"][value="events"])').click();
}

export function deployment(replicas = 3, image = 'nginx:1.29', labels = 'web'): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: ${labels}
    spec:
      containers:
      - name: web
        image: ${image}
        readinessProbe:
          httpGet:
            path: /
            port: 80
`;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page, a line each. */
export async function axeFaults(page: Page | Frame): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
    return (await run.run(options)).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`,
    );
  });
}
