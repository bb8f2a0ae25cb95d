// Models: k8s.io/apiserver pkg/admission/chain.go; pkg/kubeapiserver/options/plugins.go AllOrderedPlugins and
//   DefaultOffAdmissionPlugins: of the plugins that are on by default, those of whose kinds this engine knows
// Simplified: —
// Not modelled: PodSecurity, certificates, PodTopologyLabels, webhooks, policies; plugins that are off by default,
//   such as PodTolerationRestriction
import type { KindDefinition } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import { groupResourceText, type Status } from '../../api/status';
import type { Write } from '../decision';
import type { HandlerContext } from '../handler-context';
import type { AdmissionAttributes, AdmissionPlugin, FieldChange, Operation } from './admission-plugin';
import { defaultTolerationSeconds } from './default-toleration-seconds';
import { namespaceLifecycle } from './namespace-lifecycle';
import { priority } from './priority';
import { serviceAccount } from './service-account';
import { taintNodesByCondition } from './taint-nodes-by-condition';

/** The order in which plugins run, of those that are here. */
const order: readonly string[] = [
  'NamespaceLifecycle',
  'LimitRanger',
  'ServiceAccount',
  'TaintNodesByCondition',
  'Priority',
  'DefaultTolerationSeconds',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'DefaultIngressClass',
  'ResourceQuota',
];

const plugins: AdmissionPlugin[] = [
  namespaceLifecycle,
  serviceAccount,
  taintNodesByCondition,
  priority,
  defaultTolerationSeconds,
];

/** Adds the plugins that are a part of their own. Adding them again changes nothing. */
export function installAdmissionPlugins(further: readonly AdmissionPlugin[]): void {
  plugins.push(...further.filter((plugin) => !plugins.includes(plugin)));
  plugins.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  chains.clear();
}

/** What one plugin did to an object, as the trace keeps it. */
export interface AdmissionRecord {
  readonly plugin: string;
  readonly changes: readonly FieldChange[];
}

/** The object after the mutating plugins, and what each of them did; or the first refusal. */
export type Admitted =
  | { readonly object: KubeObject; readonly records: readonly AdmissionRecord[]; readonly waitMicros: number }
  | { readonly status: Status };

const nothingDone: readonly AdmissionRecord[] = [];

/** Plugins by operation and resource, found once: the hot path walks a list of two or three. */
const chains = new Map<string, readonly AdmissionPlugin[]>();

function chainOf(operation: Operation, kind: KindDefinition): readonly AdmissionPlugin[] {
  const key = `${operation} ${kind.group}/${kind.resource}`;
  let chain = chains.get(key);
  if (!chain) {
    chain = plugins.filter(
      ({ operations, resources }) =>
        operations.includes(operation) && (resources === undefined || resources.includes(groupResourceText(kind))),
    );
    chains.set(key, chain);
  }
  return chain;
}

/** Runs the mutating halves in order. */
export function mutate(attributes: AdmissionAttributes, context: HandlerContext): Admitted {
  let { object } = attributes;
  let records: AdmissionRecord[] | undefined;
  let waitMicros = 0;
  for (const plugin of chainOf(attributes.operation, attributes.kind)) {
    const mutation = plugin.mutate?.(object === attributes.object ? attributes : { ...attributes, object }, context);
    if (mutation === undefined) continue;
    if ('refusal' in mutation) return { status: mutation.refusal };
    object = mutation.object;
    waitMicros += mutation.waitMicros ?? 0;
    if (mutation.changes.length === 0) continue;
    records ??= [];
    records.push({ plugin: plugin.name, changes: mutation.changes });
  }
  return { object, records: records ?? nothingDone, waitMicros };
}

/** What is stored beside an object that may be stored; or the first refusal. */
export type Validated = { readonly writes: readonly Write[] } | { readonly status: Status };

const nothingBeside: Validated = { writes: [] };

/** Runs the validating halves in order. */
export function validate(attributes: AdmissionAttributes, context: HandlerContext): Validated {
  let writes: readonly Write[] | undefined;
  for (const plugin of chainOf(attributes.operation, attributes.kind)) {
    const verdict = plugin.validate?.(attributes, context);
    if (verdict === undefined) continue;
    if (!('writes' in verdict)) return { status: verdict };
    writes = writes ? [...writes, ...verdict.writes] : verdict.writes;
  }
  return writes ? { writes } : nothingBeside;
}
