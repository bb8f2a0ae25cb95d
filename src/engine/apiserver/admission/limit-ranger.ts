// Models: plugin/pkg/admission/limitranger (PodMutateLimitFunc, PodValidateLimitFunc, PersistentVolumeClaimValidateLimitFunc)
// Simplified: LimitRanges of a namespace are asked by name, their resources in order; upstream's order is by chance.
// Not modelled: pods/resize.
import { compareStrings } from '../../../shared/compare';
import { withMetadata } from '../../api/meta';
import type { Container, LimitRange, LimitRangeItem, PersistentVolumeClaim, Pod, PodSpec } from '../../api/types';
import type { HandlerContext } from '../handler-context';
import { podResourceList } from '../quota/pod-resources';
import type { ResourceList } from '../quota/resource-list';
import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  type FieldChange,
  forbidden,
  type Mutation,
} from './admission-plugin';
import { limitProblems, requestMaximumProblems } from './limit-constraints';

/** limitRangerAnnotation: what was set, in words. */
const annotation = 'kubernetes.io/limit-ranger';

function rangesOf(namespace: string, context: HandlerContext): readonly LimitRange[] {
  const stored = context.storage.table('limitranges');
  return stored.size === 0 ? [] : (stored.valuesWithPrefix(`${namespace}/`) as readonly LimitRange[]);
}

const merged = (lists: readonly (ResourceList | undefined)[]): ResourceList => Object.assign({}, ...lists);

/** What a LimitRange gives containers that say nothing. */
function defaultsOf(range: LimitRange): { limits: ResourceList; requests: ResourceList } {
  const items = (range.spec?.limits ?? []).filter(({ type }) => type === 'Container');
  return {
    limits: merged(items.map((item) => item.default)),
    requests: merged(items.map((item) => item.defaultRequest)),
  };
}

function missingOf(own: ResourceList | undefined, wanted: ResourceList): readonly string[] {
  return Object.keys(wanted)
    .filter((name) => !Object.hasOwn(own ?? {}, name))
    .sort(compareStrings);
}

const picked = (from: ResourceList, names: readonly string[]): ResourceList =>
  Object.fromEntries(names.map((name) => [name, from[name] as string]));

interface Notes {
  readonly changes: FieldChange[];
  readonly texts: string[];
}

/** mergeContainerResources */
function withDefaults(
  container: Container,
  field: string,
  word: string,
  { limits, requests }: ReturnType<typeof defaultsOf>,
  notes: Notes,
): Container {
  let { resources } = container;
  const newLimits = missingOf(resources?.limits, limits);
  const newRequests = missingOf(resources?.requests, requests);
  if (newRequests.length > 0) {
    resources = { ...resources, requests: { ...resources?.requests, ...picked(requests, newRequests) } };
    notes.texts.push(`${newRequests.join(', ')} request for ${word} ${container.name}`);
    notes.changes.push({ field: `${field}.resources.requests`, value: resources.requests });
  }
  if (newLimits.length > 0) {
    resources = { ...resources, limits: { ...resources?.limits, ...picked(limits, newLimits) } };
    notes.texts.push(`${newLimits.join(', ')} limit for ${word} ${container.name}`);
    notes.changes.push({ field: `${field}.resources.limits`, value: resources.limits });
  }
  return resources === container.resources || resources === undefined ? container : { ...container, resources };
}

/** PodMutateLimitFunc of one LimitRange. */
function podWithDefaults(pod: Pod, spec: PodSpec, range: LimitRange, changes: FieldChange[]): Pod {
  const defaults = defaultsOf(range);
  if (Object.keys(defaults.limits).length === 0 && Object.keys(defaults.requests).length === 0) return pod;
  const notes: Notes = { changes, texts: [] };
  const containers = spec.containers.map((container, i) =>
    withDefaults(container, `spec.containers[${i}]`, 'container', defaults, notes),
  );
  const initContainers = spec.initContainers?.map((container, i) =>
    withDefaults(container, `spec.initContainers[${i}]`, 'init container', defaults, notes),
  );
  if (notes.texts.length === 0) return pod;
  const text = `LimitRanger plugin set: ${notes.texts.join('; ')}`;
  changes.push({ field: `metadata.annotations[${annotation}]`, value: text });
  return withMetadata({ ...pod, spec: { ...spec, ...(initContainers ? { initContainers } : {}), containers } } as Pod, {
    annotations: { ...pod.metadata.annotations, [annotation]: text },
  });
}

function mutate({ object, namespace, kind }: AdmissionAttributes, context: HandlerContext): Mutation {
  if (kind.resource !== 'pods') return undefined;
  const changes: FieldChange[] = [];
  let pod = object as Pod;
  for (const range of rangesOf(namespace, context)) {
    if (pod.spec) pod = podWithDefaults(pod, pod.spec, range, changes);
  }
  return pod === object ? undefined : { object: pod, changes };
}

/** PodValidateLimitFunc */
function podProblems(pod: Pod, limit: LimitRangeItem): string[] {
  const spec = pod.spec as PodSpec;
  if (limit.type === 'Container') {
    return [...spec.containers, ...(spec.initContainers ?? [])].flatMap(({ resources }) =>
      limitProblems(limit, resources?.requests ?? {}, resources?.limits ?? {}),
    );
  }
  if (limit.type !== 'Pod') return [];
  return limitProblems(limit, podResourceList(spec, 'requests'), podResourceList(spec, 'limits'));
}

/** PersistentVolumeClaimValidateLimitFunc: the limits of a claim are nobody's wish. */
function claimProblems(claim: PersistentVolumeClaim, limit: LimitRangeItem): string[] {
  if (limit.type !== 'PersistentVolumeClaim') return [];
  const requests = claim.spec?.resources?.requests ?? {};
  const { max, maxLimitRequestRatio: _, ...low } = limit;
  return [...limitProblems(low, requests, {}), ...requestMaximumProblems(limit.type, max ?? {}, requests)];
}

/** k8s.io/apimachinery Aggregate.Error: each text once. */
function together(problems: readonly string[]): string {
  const once = [...new Set(problems)];
  return once.length === 1 ? (once[0] as string) : `[${once.join(', ')}]`;
}

/** Gives containers what their namespace's LimitRanges say they have when they say nothing, and holds all to their bounds. */
export const limitRanger: AdmissionPlugin = {
  name: 'LimitRanger',
  operations: ['CREATE', 'UPDATE'],
  resources: ['pods', 'persistentvolumeclaims'],
  mutate(attributes, context) {
    return attributes.operation === 'CREATE' ? mutate(attributes, context) : undefined;
  },
  validate(attributes, context) {
    const { kind, object, operation, namespace } = attributes;
    const isPod = kind.resource === 'pods';
    if (operation === 'UPDATE' && (isPod || object.metadata.deletionTimestamp)) return undefined;
    for (const range of rangesOf(namespace, context)) {
      const limits = range.spec?.limits ?? [];
      const problems = limits.flatMap((limit) =>
        isPod ? podProblems(object as Pod, limit) : claimProblems(object as PersistentVolumeClaim, limit),
      );
      if (problems.length > 0) return forbidden(attributes, together(problems));
    }
    return undefined;
  },
};
