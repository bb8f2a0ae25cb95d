// Models: cmd/kube-scheduler: the plugins that are compiled into the process.
// Simplified: —
// Not modelled: —
import type { RegisteredPlugin } from './configuration';

let installed: readonly RegisteredPlugin[] = [];

/** The plugins are a part of their own, which is fetched beside the engine's core. Doing it again changes nothing. */
export function installPlugins(plugins: readonly RegisteredPlugin[]): void {
  installed = plugins;
}

/** Every plugin, in upstream's order. Throws unless that part is there. */
export function installedPlugins(): readonly RegisteredPlugin[] {
  if (installed.length === 0) throw new Error("the scheduler's plugins are not installed: import engine/further-kinds");
  return installed;
}
