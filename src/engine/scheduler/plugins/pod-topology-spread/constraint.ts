// Models: pkg/scheduler/framework/plugins/podtopologyspread/common.go topologySpreadConstraint; plugins/helper/spread.go
//   DefaultSelector.
// Simplified: —
// Not modelled: —
import { requiredNodeAffinityMatches } from '../../../api/node-selector';
import {
  isEverything,
  matchesLabels,
  type Requirement,
  type Selector,
  selectorFromLabelSelector,
  selectorFromSet,
  selectorText,
} from '../../../api/selectors';
import { findUntoleratedTaint } from '../../../api/taints';
import type {
  Node,
  Pod,
  ReplicaSet,
  ReplicationController,
  Service,
  StatefulSet,
  TopologySpreadConstraint,
} from '../../../api/types';
import type { Informer } from '../../../client/informer';
import { GroupIndex } from '../../../kernel/group-index';
import type { Handle } from '../../framework/plugin';
import { informerOf } from '../lister';

export const hostnameKey = 'kubernetes.io/hostname';

/** A constraint with its selector worked out. */
export interface Constraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly selector: Selector;
  /** Of the selector, so that counts can be kept by it. */
  readonly text: string;
  readonly minDomains: number;
  /** Whether only nodes count that the Pod's own selection, or its tolerations, allow. */
  readonly honorsAffinity: boolean;
  readonly honorsTaints: boolean;
}

function withLabelKeys(selector: Selector, keys: readonly string[] | undefined, pod: Pod): Selector {
  const added: Requirement[] = [];
  for (const key of keys ?? []) {
    const value = pod.metadata.labels?.[key];
    const known = selector.requirements.some(
      (one) => one.key === key && one.operator === 'in' && one.values.length === 1 && one.values[0] === value,
    );
    if (value !== undefined && !known) added.push({ key, operator: '=', values: [value] });
  }
  return added.length === 0 ? selector : { ...selector, requirements: [...added, ...selector.requirements] };
}

function constraintOf(given: TopologySpreadConstraint, selector: Selector): Constraint {
  return {
    maxSkew: given.maxSkew,
    topologyKey: given.topologyKey,
    selector,
    text: selectorText(selector),
    minDomains: given.minDomains ?? 1,
    honorsAffinity: (given.nodeAffinityPolicy ?? 'Honor') === 'Honor',
    honorsTaints: given.nodeTaintsPolicy === 'Honor',
  };
}

export type Action = 'DoNotSchedule' | 'ScheduleAnyway';

/** filterTopologySpreadConstraints: the Pod's own constraints of one kind. An unreadable selector picks nothing. */
export function ownConstraints(pod: Pod, action: Action): Constraint[] {
  const constraints: Constraint[] = [];
  for (const given of pod.spec?.topologySpreadConstraints ?? []) {
    if (given.whenUnsatisfiable !== action) continue;
    const { selector = { requirements: [], nothing: true } } = selectorFromLabelSelector(given.labelSelector);
    constraints.push(constraintOf(given, withLabelKeys(selector, given.matchLabelKeys, pod)));
  }
  return constraints;
}

/** Finds what a Pod belongs to: Services that pick it, and the controller that made it. */
export class Belonging {
  private readonly services: GroupIndex<Service>;
  private readonly replicaSets: Informer<ReplicaSet>;
  private readonly replicationControllers: Informer<ReplicationController>;
  private readonly statefulSets: Informer<StatefulSet>;

  constructor(handle: Handle) {
    const services = informerOf<Service>(handle, '', 'v1', 'services');
    this.services = GroupIndex.on(services.cache, ({ metadata }) => metadata.namespace ?? '');
    this.replicationControllers = informerOf(handle, '', 'v1', 'replicationcontrollers');
    this.replicaSets = informerOf(handle, 'apps', 'v1', 'replicasets');
    this.statefulSets = informerOf(handle, 'apps', 'v1', 'statefulsets');
  }

  /** DefaultSelector: picks the Pods that belong where this one does; everything when it belongs nowhere. */
  private selectorOf({ metadata }: Pod): Selector {
    const namespace = metadata.namespace ?? '';
    let set: Record<string, string> = {};
    for (const { spec } of this.services.values(namespace)) {
      if (spec?.selector && picks(spec.selector, metadata.labels)) set = { ...set, ...spec.selector };
    }
    const owner = metadata.ownerReferences?.find(({ controller }) => controller);
    if (!owner) return selectorFromSet(set);
    const key = `${namespace}/${owner.name}`;
    if (owner.kind === 'ReplicationController' && owner.apiVersion === 'v1')
      return selectorFromSet({ ...set, ...this.replicationControllers.get(key)?.spec?.selector });
    const sets = owner.kind === 'ReplicaSet' ? this.replicaSets : this.statefulSets;
    if (owner.apiVersion !== 'apps/v1' || !['ReplicaSet', 'StatefulSet'].includes(owner.kind))
      return selectorFromSet(set);
    const { selector } = selectorFromLabelSelector(sets.get(key)?.spec?.selector);
    const base = selectorFromSet(set);
    if (!selector || selector.nothing) return base;
    return base.requirements.length === 0
      ? selector
      : { ...base, requirements: [...base.requirements, ...selector.requirements] };
  }

  /** buildDefaultConstraints: the same for all Pods, with the selector of what the Pod belongs to; none if that is nothing. */
  defaultConstraints(pod: Pod, defaults: readonly TopologySpreadConstraint[], action: Action): Constraint[] {
    const wanted = defaults.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action);
    if (wanted.length === 0) return [];
    const selector = this.selectorOf(pod);
    return isEverything(selector) ? [] : wanted.map((given) => constraintOf(given, selector));
  }
}

function picks(set: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>> = {}): boolean {
  for (const key in set) if (labels[key] !== set[key]) return false;
  return true;
}

export function hasAllKeys({ metadata }: Node, constraints: readonly Constraint[]): boolean {
  for (const { topologyKey } of constraints) if (metadata.labels?.[topologyKey] === undefined) return false;
  return true;
}

/** Whether the Pod says anything about the nodes that it may run on. */
function selectsNodes({ spec }: Pod): boolean {
  if (spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution) return true;
  for (const _ in spec?.nodeSelector) return true;
  return false;
}

/** matchNodeInclusionPolicies, for one Pod: does a node count for a constraint? */
export function inclusion(pod: Pod, comparison: boolean): (constraint: Constraint, node: Node) => boolean {
  const selects = selectsNodes(pod);
  return ({ honorsAffinity, honorsTaints }, node) => {
    if (honorsAffinity && selects && !requiredNodeAffinityMatches(pod.spec, node.metadata)) return false;
    return !honorsTaints || !findUntoleratedTaint(node.spec?.taints, pod.spec?.tolerations, comparison);
  };
}

export function picksLabels({ selector }: Constraint, pod: Pod): boolean {
  return matchesLabels(selector, pod.metadata.labels);
}
