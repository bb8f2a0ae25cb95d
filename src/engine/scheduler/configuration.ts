// Models: pkg/scheduler/apis/config/v1/default_plugins.go mergePluginSet; pkg/scheduler/profile.
// Simplified: plugins are turned on and off for all their extension points at once (multiPoint).
// Not modelled: extenders, leader election, parallelism, percentage of nodes by profile beyond the number itself.
import type { SchedulerConfiguration, SchedulerProfile } from '../config';
import { type EnabledPlugin, Framework, type StartTask } from './framework/framework';
import type { PluginDefinition, SharedHandle } from './framework/plugin';

/** A plugin that exists, where it stands by default, and the weight of its score. */
export interface RegisteredPlugin {
  readonly definition: PluginDefinition;
  /** 0 for a plugin that does not score. */
  readonly weight: number;
  /** Off unless a profile turns it on. */
  readonly off?: boolean;
}

/**
 * The plugins of a profile: the default ones without those turned off; one that is named again keeps its place and takes
 * the new weight; others follow. Throws on a name that no plugin has.
 */
export function pluginsOf(profile: SchedulerProfile, registry: readonly RegisteredPlugin[]): EnabledPlugin[] {
  const { enabled = [], disabled = [] } = profile.plugins?.multiPoint ?? {};
  const off = new Set(disabled.map(({ name }) => name));
  const custom = new Map(enabled.map((plugin) => [plugin.name, plugin]));
  const plugins: EnabledPlugin[] = [];
  for (const { definition, weight, off: offByDefault } of registry) {
    if (offByDefault || off.has('*') || off.has(definition.name)) continue;
    plugins.push({ definition, weight: custom.get(definition.name)?.weight || weight });
    custom.delete(definition.name);
  }
  for (const { name, weight } of custom.values()) {
    const registered = registry.find(({ definition }) => definition.name === name);
    if (!registered) throw new Error(`profile ${profile.schedulerName}: no plugin is named ${name}`);
    plugins.push({ definition: registered.definition, weight: weight || registered.weight || 1 });
  }
  return plugins;
}

/** A framework for each profile, by scheduler name. */
export function frameworksOf(
  configuration: SchedulerConfiguration,
  registry: readonly RegisteredPlugin[],
  handle: SharedHandle,
  startTask: StartTask,
): ReadonlyMap<string, Framework> {
  return new Map(
    configuration.profiles.map((profile) => [
      profile.schedulerName,
      new Framework(profile, configuration, pluginsOf(profile, registry), handle, startTask),
    ]),
  );
}
