// Plays a scene of e2e/scenes in Node, on the engine alone, and prints its hashes as JSON: `tsx e2e/support/trace-hash.ts FILE`.
import { readFileSync } from 'node:fs';
import '../../src/engine/further-kinds';
import '../../src/kubectl/line/index';
import { parseManifests } from '../../src/engine/api/manifest';
import { Cluster } from '../../src/engine/index';
import { kubectlProcess } from '../../src/kubectl/index';
import type { SceneFile } from './scene';

const path = process.argv[2];
if (!path) throw new Error('usage: tsx e2e/support/trace-hash.ts FILE');
const scene = JSON.parse(readFileSync(path, 'utf8')) as SceneFile;
const { kernel } = new Cluster({ seed: scene.seed, nodes: scene.nodes }, [kubectlProcess]).boot();
for (const { at, to, type, payload, file, text } of scene.commands) {
  kernel.runUntil(at - 1);
  const objects = text === undefined ? undefined : parseManifests(text).documents.map(({ object }) => object);
  kernel.commandAt(at, { to, type, payload: objects ? { file, text, objects } : payload });
}
kernel.runUntil(scene.until);
console.log(
  JSON.stringify({ trace: kernel.trace.currentHash(), state: kernel.stateHash(), seq: kernel.seq, now: kernel.now }),
);
