import type { SavedLab, Scene, SceneConfig } from './protocol';

/** Version of the engine; two engines of one version play a scene alike. */
export const engineVersion = '0.1.0';

const defaultSceneConfig: SceneConfig = { nodes: [{ name: 'node-1' }, { name: 'node-2' }, { name: 'node-3' }] };

/** A new cluster with nothing in it. */
export function emptyScene(seed: number, config: SceneConfig = defaultSceneConfig): Scene {
  return { version: 1, engine: engineVersion, seed, config, commands: [], until: 0, position: -1 };
}

/** A lab of one branch. */
export function asSaved(scene: Scene): SavedLab {
  return { current: 'main', branches: [{ name: 'main', parent: undefined, forkedAt: 0, scene }] };
}
