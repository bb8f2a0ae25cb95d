// Models: k8s.io/apiserver pkg/admission/chain.go; pkg/kubeapiserver/options/plugins.go AllOrderedPlugins and
//   DefaultOffAdmissionPlugins: of the plugins that are on by default, those of whose kinds this engine knows
// Simplified: —
// Not modelled: LimitRanger, PodSecurity, DefaultStorageClass, StorageObjectInUseProtection, RuntimeClass, certificates,
//   DefaultIngressClass, PodTopologyLabels, webhooks, policies, ResourceQuota; plugins that are off by default,
//   such as PodTolerationRestriction
import type { KindDefinition } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import type { Status } from '../../api/status';
import type { HandlerContext } from '../handler-context';
import type { AdmissionAttributes, AdmissionPlugin, FieldChange, Operation } from './admission-plugin';
import { defaultTolerationSeconds } from './default-toleration-seconds';
import { namespaceLifecycle } from './namespace-lifecycle';
import { priority } from './priority';
import { serviceAccount } from './service-account';
import { taintNodesByCondition } from './taint-nodes-by-condition';

/** In the order in which they run. */
const plugins: readonly AdmissionPlugin[] = [
  namespaceLifecycle,
  serviceAccount,
  taintNodesByCondition,
  priority,
  defaultTolerationSeconds,
];

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
        operations.includes(operation) &&
        (resources === undefined || (kind.group === '' && resources.includes(kind.resource))),
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

/** Runs the validating halves in order; the first refusal counts. */
export function validate(attributes: AdmissionAttributes, context: HandlerContext): Status | undefined {
  for (const plugin of chainOf(attributes.operation, attributes.kind)) {
    const refusal = plugin.validate?.(attributes, context);
    if (refusal) return refusal;
  }
  return undefined;
}
