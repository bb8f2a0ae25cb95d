/** What the cases of the scheduler are given: objects as its caches hold them, its configuration, its feature gates. */
import type { KubeObject } from '../../engine/api/meta';
import type { Pod } from '../../engine/api/types';
import { defaultConfig, type SchedulerConfiguration, type SchedulerProfile } from '../../engine/config';
import type { Case } from './case-form';

export type Manifest = KubeObject & { readonly kind: string };

/** Objects of cases have no uid: each is one of its own kind and name. */
export function withUid<T extends KubeObject>(object: T): T {
  const { namespace = '', name = '' } = object.metadata;
  return { ...object, metadata: { ...object.metadata, uid: object.metadata.uid ?? `uid-${namespace}-${name}` } };
}

export function objectsOf(c: Case): Manifest[] {
  return ((c.given?.objects ?? []) as Manifest[]).map(withUid);
}

export function podOf(manifest: unknown): Pod {
  return withUid(manifest as Pod);
}

/** `TaintTolerationComparisonOperators (alpha …)`, `SchedulerPopFromBackoffQ=false` → the gates of a case. */
export function gatesOf(c: Case): Record<string, boolean> {
  const gates: Record<string, boolean> = {};
  for (const text of (c.gates ?? []) as string[]) {
    const [, name = '', value] = /^(\w+)(?:=(true|false))?/.exec(text) ?? [];
    gates[name] = value !== 'false';
  }
  return gates;
}

export function configurationOf(c: Case): SchedulerConfiguration {
  const config = (c.given?.config ?? {}) as { pluginConfig?: Record<string, unknown> };
  const pluginConfig = Object.entries(config.pluginConfig ?? {}).map(([name, args]) => ({ name, args }));
  const profile: SchedulerProfile = { schedulerName: 'default-scheduler', pluginConfig };
  return { ...defaultConfig.scheduler, profiles: [profile], featureGates: gatesOf(c) };
}
