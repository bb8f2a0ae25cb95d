import { loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BadInput, runCommand, wholeNumber } from '../command-line.mjs';
import { bundledScene } from './bundle';
import { bundleSizes } from './bundle-sizes';
import { type FrameFigures, type FrameScene, frameScenes, measureFrames, whyNoFrames } from './frames';
import type { Scene, SceneFigures } from './scene';

const ladder = [
  { pods: 9, nodes: 3 },
  { pods: 100, nodes: 10 },
  { pods: 1_000, nodes: 100 },
];
const scenes: readonly Scene[] = [
  ...ladder.map((size) => ({ ...size, recording: 'full', probes: true }) as const),
  { pods: 1_000, nodes: 100, recording: 'full', probes: false },
  { pods: 1_000, nodes: 100, recording: 'milestones', probes: true },
  { pods: 1_000, nodes: 100, recording: 'milestones', probes: false },
  { pods: 5_000, nodes: 500, recording: 'off', probes: true },
];
/** Too long for every day: needs some GB of memory and some minutes. */
const largeScenes: readonly Scene[] = [
  { pods: 30_000, nodes: 1_000, recording: 'off', probes: false },
  { pods: 150_000, nodes: 5_000, recording: 'off', probes: false },
];

const nameOf = ({ pods, nodes, recording, probes }: Scene) =>
  `${pods.toLocaleString('en')} Pods, ${nodes.toLocaleString('en')} nodes, ${recording}${probes ? '' : ', no probes'}`;
const sizes = 'sizes';

function row(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(44) : cell.padStart(9))).join('');
}

const columns = [
  'first ms',
  'Ready ms',
  'CPU ms',
  'events',
  'us/event',
  'virt s',
  'heap MB',
  'trace MB',
  'step ms',
  'jump ms',
  'virt s/s',
  'load',
];

const legend = `first ms: wall time from apply to the last Pod Ready, first run. Ready ms: the same, median. CPU ms: of all threads of the process
for it, median; on a machine that does other things too, it says more than the wall time. us/event: of CPU, a trace event. virt s:
virtual time until Ready. step: the longest single forward step of the view. jump: from the last event to the first. virt s/s:
virtual seconds in a wall second once all is Ready. Probes: a readiness and a liveness probe a Pod, every 10 s. load: processes that
wanted to run, over the last minute. The engine is bundled as for the page. full, milestones, off: what is recorded.`;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}

function show(scene: Scene, runs: readonly SceneFigures[]): string {
  const last = runs.at(-1) as SceneFigures;
  const of = (value: (figures: SceneFigures) => number) => median(runs.map(value));
  const cpuMs = of(({ ready }) => ready.cpuMs);
  return row([
    nameOf(scene),
    (runs[0] as SceneFigures).ready.wallMs.toFixed(0),
    of(({ ready }) => ready.wallMs).toFixed(0),
    cpuMs.toFixed(0),
    String(last.events),
    ((cpuMs * 1e3) / last.events).toFixed(1),
    last.virtualSeconds.toFixed(1),
    of(({ heapMB }) => heapMB).toFixed(1),
    last.traceMB?.toFixed(2) ?? '-',
    of(({ stepMs }) => stepMs).toFixed(2),
    last.jumpMs === undefined ? '-' : of(({ jumpMs }) => jumpMs ?? 0).toFixed(1),
    of(({ virtualPerWall }) => virtualPerWall).toFixed(0),
    (loadavg()[0] as number).toFixed(1),
  ]);
}

async function measureScenes(wanted: readonly Scene[], repeat: number): Promise<void> {
  // Exact figures for memory, without a flag that the caller has to know.
  setFlagsFromString('--expose-gc');
  Object.assign(globalThis, { gc: runInNewContext('gc') });
  const { measureScene } = await bundledScene();
  console.log(row(['scene', ...columns]));
  for (const scene of wanted) {
    const runs = Array.from({ length: scene.pods > 1_000 ? 1 : repeat }, () => measureScene(scene));
    console.log(show(scene, runs));
  }
  console.log(`\n${legend}\n`);
}

const frameColumns = ['frames/s', 'median ms', 'p95 ms', 'CPU ms', 'longest', '> 50 ms', 'events', 'load'];
const frameLegend = `Frames of the built page while it plays, in Chromium without a GPU, 1280 x 720. CPU ms: of the main thread, a frame. longest: the longest task of the main thread, ms, of
those of more than 50 ms; > 50 ms: how many there were. events: trace events that the cursor passed.`;

function showFrames({ name }: FrameScene, figures: FrameFigures): void {
  const { frames, seconds, medianMs, p95Ms, cpuMs, longestTaskMs, longTasks, events } = figures;
  const cells = [(frames / seconds).toFixed(1), medianMs.toFixed(1), p95Ms.toFixed(1), cpuMs.toFixed(1)];
  const tasks = [longTasks > 0 ? longestTaskMs.toFixed(0) : '-', String(longTasks)];
  console.log(row([name, ...cells, ...tasks, String(events), (loadavg()[0] as number).toFixed(1)]));
}

async function playFrames(wanted: readonly FrameScene[]): Promise<void> {
  const why = whyNoFrames();
  if (why !== undefined) {
    for (const { name } of wanted) console.log(`${name}: skipped, ${why}`);
    return;
  }
  console.log(row(['scene', ...frameColumns]));
  await measureFrames(wanted, showFrames);
  console.log(`\n${frameLegend}\n`);
}

await runCommand({
  call: 'npm run bench --',
  usage: '[--only TEXT] [--repeat N] [--large]',
  help: `Prints figures; nothing is asserted.

  --only TEXT  only scenes whose name contains it, e.g. '9 Pods', 'frames' (of the pictures) or '${sizes}' (of the
               built scripts)
  --repeat N   runs a scene (3); those of more than 1,000 Pods run once
  --large      also 30,000 Pods on 1,000 nodes and 150,000 on 5,000 (minutes; set NODE_OPTIONS=--max-old-space-size=8000)

Exit code: 0 measured, 2 bad input.`,
  values: ['only', 'repeat'],
  flags: ['large'],
  async main({ values, flags }) {
    const repeat = wholeNumber(values.repeat, { name: '--repeat', least: 1, otherwise: 3 });
    const all = flags.has('large') ? [...scenes, ...largeScenes] : scenes;
    const isWanted = (name: string) => name.includes(values.only ?? '');
    const wanted = all.filter((scene) => isWanted(nameOf(scene)));
    const wantedFrames = frameScenes.filter(({ name }) => isWanted(name));
    if (wanted.length === 0 && wantedFrames.length === 0 && !isWanted(sizes)) {
      const names = [...all.map(nameOf), ...frameScenes.map(({ name }) => name), sizes].join('; ');
      throw new BadInput(`nothing to measure is called '${values.only}'; there are: ${names}`);
    }
    if (wanted.length > 0) await measureScenes(wanted, repeat);
    if (wantedFrames.length > 0) await playFrames(wantedFrames);
    if (isWanted(sizes)) for (const line of bundleSizes()) console.log(line);
    return 0;
  },
});
