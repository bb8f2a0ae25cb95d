// Models: k8s.io/kubectl pkg/cmd/rollout (undo, restart, pause, resume), pkg/polymorphichelpers (rollback.go, objectrestarter.go, objectpauser.go, objectresumer.go)
// Simplified: Deployments only.
// Not modelled: rollout status and history as text, --dry-run.
import {
  type Deployment,
  type DeploymentSpec,
  deploymentKind,
  isControlledBy,
  type KubeObject,
  pathOf,
  type ReplicaSet,
  replicaSetKind,
  type Session,
  type Status,
} from '../engine/index';
import { equalJson } from '../shared/json';
import { formatTime } from '../shared/time';
import { lastAppliedAnnotation, type Outcome } from './apply';
import { resourceName } from './wording';

const revisionAnnotation = 'deployment.kubernetes.io/revision';
const hashLabel = 'pod-template-hash';

/** Annotations that stay with the Deployment when it takes a revision's template back. */
const annotationsToSkip = new Set([
  lastAppliedAnnotation,
  revisionAnnotation,
  'deployment.kubernetes.io/revision-history',
  'deployment.kubernetes.io/desired-replicas',
  'deployment.kubernetes.io/max-replicas',
  'deprecated.deployment.rollback.to',
]);

type Template = DeploymentSpec['template'];

interface Target {
  readonly namespace: string;
  readonly name: string;
}

function complaint(message: string): Outcome {
  return { warnings: [], error: { message } };
}

function done(name: string, what: string): Outcome {
  return { warnings: [], line: `${resourceName(deploymentKind, name)} ${what}` };
}

/** Fetches the Deployment; a failed answer becomes the outcome. */
function fetch(session: Session, { namespace, name }: Target): Deployment | Outcome {
  const response = session.request({ method: 'GET', path: pathOf(deploymentKind, namespace, name) });
  return response.code < 400
    ? (response.body as Deployment)
    : { warnings: [], error: { status: response.body as Status } };
}

function isOutcome(value: object): value is Outcome {
  return 'warnings' in value;
}

function patch(session: Session, target: Target, contentType: string, body: unknown): Outcome | undefined {
  const path = pathOf(deploymentKind, target.namespace, target.name);
  const query: Record<string, string> = contentType === strategic ? { fieldManager: 'kubectl-rollout' } : {};
  const response = session.request({ method: 'PATCH', path, query, contentType, body, trusted: false });
  return response.code < 400 ? undefined : { warnings: [], error: { status: response.body as Status } };
}

const strategic = 'application/strategic-merge-patch+json';

function withoutHash(template: Template): Template {
  const labels = template.metadata?.labels;
  if (!labels || !(hashLabel in labels)) return template;
  const { [hashLabel]: _, ...rest } = labels;
  return { ...template, metadata: { ...template.metadata, labels: rest } };
}

function revisionOf(replicaSet: ReplicaSet): number {
  return Number(replicaSet.metadata.annotations?.[revisionAnnotation] ?? 0);
}

/** deploymentRevision: the ReplicaSet of a revision, or of the last but one for 0. */
function replicaSetOf(replicaSets: readonly ReplicaSet[], toRevision: number): ReplicaSet | undefined {
  if (toRevision > 0) return replicaSets.find((replicaSet) => revisionOf(replicaSet) === toRevision);
  const newestFirst = [...replicaSets].sort((a, b) => revisionOf(b) - revisionOf(a));
  return newestFirst[1];
}

function labelSelectorText(deployment: Deployment): string {
  const { matchLabels = {}, matchExpressions = [] } = deployment.spec?.selector ?? {};
  const equal = Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`);
  const expressions = matchExpressions.map(({ key, operator, values = [] }) => {
    if (operator === 'Exists') return key;
    if (operator === 'DoesNotExist') return `!${key}`;
    return `${key} ${operator === 'In' ? 'in' : 'notin'} (${values.join(',')})`;
  });
  return [...equal, ...expressions].join(',');
}

/** `kubectl rollout undo`: the template of an earlier revision becomes the Deployment's own, and rolls out as any change. */
export function rolloutUndo(session: Session, target: Target, toRevision: number): Outcome {
  if (toRevision < 0) return complaint(`unable to find specified revision ${toRevision} in history`);
  const found = fetch(session, target);
  if (isOutcome(found)) return found;
  const listed = session.request({
    method: 'GET',
    path: pathOf(replicaSetKind, target.namespace),
    query: { labelSelector: labelSelectorText(found) },
  });
  if (listed.code >= 400) {
    const { message = '' } = listed.body as Status;
    return complaint(`failed to retrieve replica sets from deployment ${target.name}: ${message}`);
  }
  const all = (listed.body as { items: readonly ReplicaSet[] }).items;
  const replicaSets = all.filter((replicaSet) => isControlledBy(replicaSet as KubeObject, found as KubeObject));
  const replicaSet = replicaSetOf(replicaSets, toRevision);
  if (!replicaSet) {
    return complaint(
      toRevision > 0
        ? `unable to find specified revision ${toRevision} in history`
        : `no rollout history found for deployment ${JSON.stringify(target.name)}`,
    );
  }
  if (found.spec?.paused) {
    const hint = `resume it first with 'kubectl rollout resume deployment/${target.name}' and try again`;
    return complaint(`you cannot rollback a paused deployment; ${hint}`);
  }
  const template = withoutHash(replicaSet.spec?.template as Template);
  if (equalJson(template, withoutHash(found.spec?.template as Template))) {
    return done(target.name, `skipped rollback (current template already matches revision ${toRevision})`);
  }
  const annotations: Record<string, string> = {};
  for (const [key, value] of Object.entries(found.metadata.annotations ?? {})) {
    if (annotationsToSkip.has(key)) annotations[key] = value;
  }
  for (const [key, value] of Object.entries(replicaSet.metadata.annotations ?? {})) {
    if (!annotationsToSkip.has(key)) annotations[key] = value;
  }
  const operations = [
    { op: 'replace', path: '/spec/template', value: template },
    { op: 'replace', path: '/metadata/annotations', value: annotations },
  ];
  const failed = patch(session, target, 'application/json-patch+json', operations);
  if (failed?.error?.status)
    return complaint(`failed restoring revision ${toRevision}: ${failed.error.status.message ?? ''}`);
  return done(target.name, 'rolled back');
}

function named(name: string): string {
  return `deployments.apps ${JSON.stringify(name)}`;
}

/** `kubectl rollout restart`: a new annotation in the template, so that every Pod is replaced. */
export function rolloutRestart(session: Session, target: Target): Outcome {
  const found = fetch(session, target);
  if (isOutcome(found)) return found;
  if (found.spec?.paused)
    return complaint(`${named(target.name)} can't restart paused deployment (run rollout resume first)`);
  const restartedAt = formatTime(session.epochMicros);
  const body = {
    spec: { template: { metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': restartedAt } } } },
  };
  return patch(session, target, strategic, body) ?? done(target.name, 'restarted');
}

/** `kubectl rollout pause` and `resume`. */
export function rolloutPaused(session: Session, target: Target, paused: boolean): Outcome {
  const found = fetch(session, target);
  if (isOutcome(found)) return found;
  if ((found.spec?.paused ?? false) === paused) {
    return complaint(`${named(target.name)} is ${paused ? 'already' : 'not'} paused`);
  }
  const body = { spec: { paused: paused ? true : null } };
  return patch(session, target, strategic, body) ?? done(target.name, paused ? 'paused' : 'resumed');
}
