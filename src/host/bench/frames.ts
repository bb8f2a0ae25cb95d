import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { systemChromium } from '../chromium.mjs';

/** A picture that plays, as the page shows it. */
export interface FrameScene {
  readonly name: string;
  readonly picture: 'Document' | 'Cluster' | 'Lanes' | 'Gauge';
  readonly replicas: number;
  /** As the player's list of speeds says it. */
  readonly speed: string;
}

export interface FrameFigures {
  readonly frames: number;
  readonly seconds: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Of the main thread, a frame. */
  readonly cpuMs: number;
  readonly longestTaskMs: number;
  /** Main-thread tasks of more than 50 ms. */
  readonly longTasks: number;
  /** Trace events that the cursor passed meanwhile. */
  readonly events: number;
}

const rollout = { replicas: 10, speed: '4' };
export const frameScenes: readonly FrameScene[] = [
  { name: 'frames: document, rollout of 10', picture: 'Document', ...rollout },
  { name: 'frames: lanes, rollout of 10', picture: 'Lanes', ...rollout },
  { name: 'frames: gauge, rollout of 10', picture: 'Gauge', ...rollout },
  { name: 'frames: cluster, rollout of 10', picture: 'Cluster', ...rollout },
  { name: 'frames: cluster, rollout of 100', picture: 'Cluster', replicas: 100, speed: '16' },
  { name: 'frames: cluster, rollout of 300', picture: 'Cluster', replicas: 300, speed: '16' },
];

const playedSeconds = 8;
const settings = { language: 'en', theme: 'light', playOnCommand: false, keys: true, plainEditor: true };

/** Why the frames cannot be measured here; undefined if they can. */
export function whyNoFrames(): string | undefined {
  if (!existsSync('dist/index.html')) return 'no build in dist/ (npm run build)';
  return systemChromium() ? undefined : 'no Chromium (set CHROMIUM_PATH)';
}

/** Plays each scene in Chromium, on the built page, and tells its figures. */
export async function measureFrames(
  scenes: readonly FrameScene[],
  tell: (scene: FrameScene, figures: FrameFigures) => void,
): Promise<void> {
  const server = await preview({ logLevel: 'silent', preview: { host: '127.0.0.1', port: 0, open: false } });
  let browser: Browser | undefined;
  try {
    const { port } = server.httpServer.address() as AddressInfo;
    const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
    browser = await chromium.launch({ executablePath: systemChromium() as string, args });
    for (const scene of scenes) {
      const context = await browser.newContext({
        baseURL: `http://127.0.0.1:${port}/`,
        viewport: { width: 1280, height: 720 },
        serviceWorkers: 'block',
      });
      tell(scene, await playScene(await context.newPage(), scene));
      await context.close();
    }
  } finally {
    await browser?.close();
    await server.close();
  }
}

function manifest(replicas: number, image: string): string {
  const labels = { app: 'web' };
  const container = { name: 'web', image, readinessProbe: { httpGet: { path: '/', port: 80 } } };
  // JSON is YAML.
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  });
}

async function apply(page: Page, text: string): Promise<void> {
  const length = await page.evaluate(() => globalThis.clusterglass?.state()?.length ?? 0);
  await page.getByRole('textbox', { name: 'Manifest in YAML' }).fill(text);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.waitForFunction((was) => (globalThis.clusterglass?.state()?.length ?? 0) > was, length);
}

async function playScene(page: Page, { picture, replicas, speed }: FrameScene): Promise<FrameFigures> {
  page.setDefaultTimeout(120_000);
  await page.addInitScript((text) => localStorage.setItem('clusterglass.settings', text), JSON.stringify(settings));
  // What tsx puts around the functions that are sent to the page.
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.goto('./#/playground');
  await page.waitForFunction(() => (globalThis.clusterglass?.state()?.length ?? 0) > 20);
  await apply(page, manifest(replicas, 'nginx:1.29'));
  await page.getByRole('button', { name: 'On to rest', exact: true }).click();
  await page.waitForFunction(() => {
    const state = globalThis.clusterglass?.state();
    return state?.settled === true && !state.player.playing;
  });
  await apply(page, manifest(replicas, 'nginx:1.30'));
  await page.locator('#stage').getByRole('radio', { name: picture, exact: true }).check({ force: true });
  await page.getByRole('combobox', { name: 'Speed' }).selectOption(speed);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const cpuMs = await threadTime(page);
  const figures = await page.evaluate(
    (forMs) =>
      new Promise<Omit<FrameFigures, 'cpuMs'>>((done) => {
        const position = () => globalThis.clusterglass?.state()?.position ?? 0;
        const frames: number[] = [];
        const tasks: number[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) tasks.push(duration);
        });
        observer.observe({ type: 'longtask' });
        const from = position();
        const startedAt = performance.now();
        let before: number | undefined;
        const frame = (at: number) => {
          if (before !== undefined) frames.push(at - before);
          before = at;
          if (performance.now() - startedAt < forMs) {
            requestAnimationFrame(frame);
            return;
          }
          observer.disconnect();
          frames.sort((a, b) => a - b);
          const share = (part: number) => frames[Math.min(frames.length - 1, Math.floor(frames.length * part))] ?? 0;
          done({
            frames: frames.length,
            seconds: (performance.now() - startedAt) / 1000,
            medianMs: share(0.5),
            p95Ms: share(0.95),
            longestTaskMs: Math.max(0, ...tasks),
            longTasks: tasks.length,
            events: position() - from,
          });
        };
        requestAnimationFrame(frame);
      }),
    playedSeconds * 1000,
  );
  return { ...figures, cpuMs: (await cpuMs()) / figures.frames };
}

/** CPU time of the main thread's tasks since now, ms. */
async function threadTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const from = await now();
  return async () => (await now()) - from;
}
