import type { SavedLab, Scene, SceneConfig } from './protocol';

/** Version of the engine; two engines of one version play a scene alike. */
export const engineVersion = '0.1.0';

/** Trace events that a link may ask the page to play again: half a minute of work, or a week of an idle cluster. */
export const maxLinkEvents = 500_000;
/** What is thrown when playing a scene takes more than that. */
export const tooMuchToPlay = 'more events than a link may ask for';

const defaultSceneConfig: SceneConfig = { nodes: [{ name: 'node-1' }, { name: 'node-2' }, { name: 'node-3' }] };

/** A new cluster with nothing in it. */
export function emptyScene(seed: number, config: SceneConfig = defaultSceneConfig): Scene {
  return { version: 1, engine: engineVersion, seed, config, commands: [], until: 0, position: -1 };
}

/** A lab of one branch. */
export function asSaved(scene: Scene): SavedLab {
  return { current: 'main', branches: [{ name: 'main', parent: undefined, forkedAt: 0, scene }] };
}
