// Models: pkg/controller/deployment/util/deployment_util.go (Revision, MaxRevision, LastRevision,
//   SetNewReplicaSetAnnotations, SetReplicasAnnotations, SetDeploymentAnnotationsTo, annotationsToSkip)
// Simplified: —
// Not modelled: —
import { type KubeObject, withMetadata } from '../../api/meta';
import type { Deployment, ReplicaSet } from '../../api/types';
import { desiredReplicas, maxSurge } from './fenceposts';

export const revisionAnnotation = 'deployment.kubernetes.io/revision';
export const revisionHistoryAnnotation = 'deployment.kubernetes.io/revision-history';
export const desiredReplicasAnnotation = 'deployment.kubernetes.io/desired-replicas';
export const maxReplicasAnnotation = 'deployment.kubernetes.io/max-replicas';
export const rollbackToAnnotation = 'deprecated.deployment.rollback.to';

/** maxRevHistoryLengthInChars */
const maxRevisionHistoryLength = 2000;

/** What belongs to a Deployment or a ReplicaSet alone and is never copied from one to the other. */
const notCopied: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionAnnotation,
  revisionHistoryAnnotation,
  desiredReplicasAnnotation,
  maxReplicasAnnotation,
  rollbackToAnnotation,
]);

type Annotations = Readonly<Record<string, string>>;

function annotationsOf(object: KubeObject): Annotations {
  return object.metadata.annotations ?? {};
}

/** A whole number as strconv.Atoi reads it. */
function parseInteger(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}

export function integerAnnotation(object: KubeObject, name: string): number | undefined {
  return parseInteger(annotationsOf(object)[name]);
}

/** 0 without the annotation, `undefined` when it is no number. */
export function revisionOf(object: KubeObject): number | undefined {
  const text = annotationsOf(object)[revisionAnnotation];
  return text === undefined ? 0 : parseInteger(text);
}

export function maxRevision(sets: readonly ReplicaSet[]): number {
  let max = 0;
  for (const set of sets) max = Math.max(max, revisionOf(set) ?? 0);
  return max;
}

/** The second highest revision: what "the one before" means. */
export function lastRevision(sets: readonly ReplicaSet[]): number {
  let max = 0;
  let second = 0;
  for (const set of sets) {
    const revision = revisionOf(set);
    if (revision === undefined) continue;
    if (revision >= max) {
      second = max;
      max = revision;
    } else if (revision > second) second = revision;
  }
  return second;
}

export function withAnnotation<T extends KubeObject>(object: T, name: string, value: string): T {
  if (annotationsOf(object)[name] === value) return object;
  return withMetadata(object, { annotations: { ...annotationsOf(object), [name]: value } });
}

function withCopied(set: ReplicaSet, deployment: Deployment): ReplicaSet {
  const has = annotationsOf(set);
  let added: Record<string, string> | undefined;
  for (const [name, value] of Object.entries(annotationsOf(deployment))) {
    if (notCopied.has(name) || has[name] === value) continue;
    added ??= { ...has };
    added[name] = value;
  }
  return added ? withMetadata(set, { annotations: added }) : set;
}

/** The history with one more revision, the oldest dropped when it would be longer than 2,000 characters. */
function appended(history: string, revision: string): string {
  if (history === '') return revision;
  const revisions = history.split(',');
  let length = history.length + revision.length + 1;
  let start = 0;
  while (length > maxRevisionHistoryLength && start < revisions.length) {
    length -= (revisions[start] as string).length + 1;
    start++;
  }
  return length <= maxRevisionHistoryLength ? [...revisions.slice(start), revision].join(',') : history;
}

/**
 * The new ReplicaSet with the Deployment's annotations and, if it has a lower one, the new revision; a revision that it
 * had before goes to its history. The same reference when nothing changes.
 */
export function withNewRevision(deployment: Deployment, set: ReplicaSet, newRevision: number): ReplicaSet {
  const copied = withCopied(set, deployment);
  const text = annotationsOf(copied)[revisionAnnotation];
  const revision = text === undefined || text === '' ? 0 : parseInteger(text);
  if (revision === undefined) return set;
  if (revision >= newRevision) return copied;
  const raised = withAnnotation(copied, revisionAnnotation, String(newRevision));
  if (text === undefined) return raised;
  const history = appended(annotationsOf(copied)[revisionHistoryAnnotation] ?? '', text);
  return withAnnotation(raised, revisionHistoryAnnotation, history);
}

/** The size that the Deployment has, and the most Pods that it may have, written on a ReplicaSet. */
export function withReplicasAnnotations(set: ReplicaSet, deployment: Deployment): ReplicaSet {
  const desired = desiredReplicas(deployment);
  const wanted = withAnnotation(set, desiredReplicasAnnotation, String(desired));
  return withAnnotation(wanted, maxReplicasAnnotation, String(desired + maxSurge(deployment)));
}

/** A Deployment's annotations when it rolls back to a ReplicaSet: its own as they are, the rest from there. */
export function annotationsForRollback(deployment: Deployment, set: ReplicaSet): Annotations {
  const kept = Object.entries(annotationsOf(deployment)).filter(([name]) => notCopied.has(name));
  const taken = Object.entries(annotationsOf(set)).filter(([name]) => !notCopied.has(name));
  return Object.fromEntries([...kept, ...taken]);
}
