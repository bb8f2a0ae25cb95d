// Models: k8s.io/kubectl pkg/cmd/delete, pkg/cmd/scale, pkg/cmd/set (set_image.go)
// Simplified: `delete` prints when the server has answered; it does not wait until the object is gone.
// Not modelled: label selectors, --all, preconditions of scale.
import { type KindDefinition, pathOf, type Session, type Status } from '../engine/index';
import { equalJson } from '../shared/json';
import type { Mapped, Outcome } from './apply';
import { type KubectlError, kindText, resourceName, withSource } from './wording';

export interface ObjectTarget {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

function refused(status: unknown): Outcome {
  return { warnings: [], error: { status: status as Status } };
}

/** The kind that a command names by its plural; kubectl's complaint when the server has no such thing. */
function kindNamed(resource: string, session: Session): KindDefinition | KubectlError {
  return (
    session.kinds().find((kind) => kind.resource === resource) ?? {
      message: `the server doesn't have a resource type ${JSON.stringify(resource)}`,
    }
  );
}

function isKind(value: KindDefinition | KubectlError): value is KindDefinition {
  return 'resource' in value;
}

/** Deletes what a file names, or one object by name; dependents go in the background. */
export function deleteObject(
  { kind, namespace, name }: Omit<Mapped, 'object'>,
  source: string,
  session: Session,
): Outcome {
  if (!name)
    return { warnings: [], error: withSource('deleting', source, { message: 'resource name may not be empty' }) };
  const response = session.request({
    method: 'DELETE',
    path: pathOf(kind, namespace, name),
    body: { propagationPolicy: 'Background' },
    trusted: false,
  });
  if (response.code >= 400) {
    const error: KubectlError = { status: response.body as Status };
    return { warnings: [], error: source ? withSource('deleting', source, error) : error };
  }
  const where = kind.namespaced ? ` from ${namespace} namespace` : '';
  return { warnings: [], line: `${kindText(kind)} ${JSON.stringify(name)} deleted${where}` };
}

/** `kubectl delete RESOURCE NAME` */
export function deleteNamed(target: ObjectTarget, session: Session): Outcome {
  const kind = kindNamed(target.resource, session);
  if (!isKind(kind)) return { warnings: [], error: kind };
  return deleteObject({ kind, namespace: kind.namespaced ? target.namespace : '', name: target.name }, '', session);
}

/** `kubectl scale`: a merge patch of the scale subresource. */
export function scaleNamed(target: ObjectTarget, replicas: number, session: Session): Outcome {
  const kind = kindNamed(target.resource, session);
  if (!isKind(kind)) return { warnings: [], error: kind };
  const path = pathOf(kind, target.namespace, target.name);
  const found = session.request({ method: 'GET', path });
  if (found.code >= 400) return refused(found.body);
  if (!kind.scale) return { warnings: [], error: { message: 'the server could not find the requested resource' } };
  const scaled = session.request({
    method: 'PATCH',
    path: `${path}/scale`,
    contentType: 'application/merge-patch+json',
    body: { spec: { replicas } },
    trusted: false,
  });
  if (scaled.code >= 400) return refused(scaled.body);
  return { warnings: [], line: `${resourceName(kind, target.name)} scaled` };
}

interface WithTemplate {
  readonly spec?: {
    readonly containers?: readonly { readonly name: string }[];
    readonly template?: { readonly spec?: { readonly containers?: readonly { readonly name: string }[] } };
  };
}

/** `kubectl set image`: a strategic merge patch of one container. */
export function setImage(target: ObjectTarget, container: string, image: string, session: Session): Outcome {
  const kind = kindNamed(target.resource, session);
  if (!isKind(kind)) return { warnings: [], error: kind };
  const path = pathOf(kind, target.namespace, target.name);
  const found = session.request({ method: 'GET', path });
  if (found.code >= 400) return refused(found.body);
  const { spec } = found.body as WithTemplate;
  const containers = spec?.template?.spec?.containers ?? spec?.containers ?? [];
  if (!containers.some(({ name }) => name === container)) {
    return { warnings: [], error: { message: `unable to find container named ${JSON.stringify(container)}` } };
  }
  const order = containers.map(({ name }) => ({ name }));
  const podSpec = { '$setElementOrder/containers': order, containers: [{ name: container, image }] };
  const body = spec?.template ? { spec: { template: { spec: podSpec } } } : { spec: podSpec };
  const patched = session.request({
    method: 'PATCH',
    path,
    query: { fieldManager: 'kubectl-set' },
    contentType: 'application/strategic-merge-patch+json',
    body,
    trusted: false,
  });
  if (patched.code >= 400) return refused(patched.body);
  // Nothing changed: kubectl prints nothing either.
  if (equalJson(patched.body, found.body)) return { warnings: [] };
  return { warnings: [], line: `${resourceName(kind, target.name)} image updated` };
}
