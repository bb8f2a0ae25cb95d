import { parseArgs } from 'node:util';
import { bundleSizes } from './bundle-sizes';
import { measureScene, type Scene, type SceneFigures } from './scene';

const usage = `npm run bench -- [--only NAME] [--repeat N]
Prints figures; nothing is asserted. Run one at a time on a quiet machine: Node's --expose-gc makes memory exact.`;

const scenes: readonly Scene[] = [
  { name: '9 Pods, 3 nodes', nodes: 3, pods: 9, recording: 'full' },
  { name: '100 Pods, 10 nodes', nodes: 10, pods: 100, recording: 'full' },
  { name: '1,000 Pods, 100 nodes', nodes: 100, pods: 1_000, recording: 'milestones' },
  { name: '1,000 Pods, 100 nodes', nodes: 100, pods: 1_000, recording: 'full' },
];

function row(cells: readonly (string | number)[]): string {
  return cells.map((cell, i) => (i === 0 ? String(cell).padEnd(36) : String(cell).padStart(12))).join('');
}

function show(scene: Scene, f: SceneFigures): string {
  const name = `${scene.name}, recording ${scene.recording}`;
  return row([
    name,
    f.readyMs.toFixed(1),
    f.events,
    f.microsAnEvent.toFixed(1),
    f.virtualSeconds.toFixed(1),
    f.heapMB.toFixed(1),
    f.traceMB === undefined ? '-' : f.traceMB.toFixed(2),
    f.stepMs.toFixed(3),
    f.jumpMs === undefined ? '-' : f.jumpMs.toFixed(1),
    Math.round(f.virtualPerWall),
  ]);
}

const { values } = parseArgs({ options: { only: { type: 'string' }, repeat: { type: 'string' } } });
const repeat = Number(values.repeat ?? 3);
if (!Number.isInteger(repeat) || repeat < 1) {
  console.error(usage);
  process.exit(1);
}
// One untimed run, so that the first scene is not the one that pays for compiling the code.
measureScene(scenes[0] as Scene);
console.log(
  row([
    'scene',
    'Ready ms',
    'events',
    'us/event',
    'virtual s',
    'heap MB',
    'trace MB',
    'step ms',
    'jump ms',
    'virt s/s',
  ]),
);
for (const scene of scenes) {
  if (values.only && !scene.name.includes(values.only)) continue;
  const runs = Array.from({ length: repeat }, () => measureScene(scene)).sort((a, b) => a.readyMs - b.readyMs);
  console.log(show(scene, runs[runs.length >> 1] as SceneFigures));
}
console.log(
  '\nReady ms: wall time from apply to the last Pod Ready, median. events: trace events. step: the longest single forward\n' +
    'step of the view. jump: from the last event to the first. virt s/s: virtual seconds in a wall second once all is\n' +
    'Ready, with a readiness and a liveness probe a Pod.',
);
for (const line of bundleSizes()) console.log(line);
