// Models: k8s.io/kubectl pkg/cmd/apply (apply.go applyOneObject, patcher.go patchSimple and Patch), pkg/util/apply.go
// Simplified: discovery and schema are known beforehand; no requests are spent on them.
// Not modelled: server-side apply, --prune, --force, --validate=false.
import {
  isUnserved,
  type KindDefinition,
  type KubeObject,
  kindByGvk,
  pathOf,
  type Session,
  type Status,
  schemaName,
} from '../engine/index';
import { threeWayPatch } from './three-way-patch';
import { type KubectlError, resourceName, withSource } from './wording';

export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';
const fieldManager = 'kubectl-client-side-apply';
/** maxPatchRetry, triesBeforeBackOff and backOffPeriod of the patcher. */
const patchRetries = 5;
const retriesBeforeBackOff = 1;
const backOffMicros = 1_000_000;

/** A manifest's object, not yet known to be one. */
export type ManifestObject = Readonly<Record<string, unknown>>;

/** What one object came to. `lines` go to standard output, `warnings` and `error` to the error stream. */
export interface Outcome {
  readonly line?: string;
  readonly warnings: readonly string[];
  readonly error?: KubectlError;
}

export interface Mapped {
  readonly kind: KindDefinition;
  readonly namespace: string;
  readonly name: string;
  readonly object: KubeObject;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Which resource an object is for, in which namespace; or kubectl's complaint that there is none. `served`: the cluster's kinds. */
export function mapObject(
  object: ManifestObject,
  source: string,
  inNamespace = 'default',
  served: (apiVersion: string, kind: string) => KindDefinition | undefined = kindByGvk,
): Mapped | KubectlError {
  const metadata = (
    typeof object.metadata === 'object' && object.metadata !== null ? object.metadata : {}
  ) as ManifestObject;
  const apiVersion = text(object.apiVersion);
  const kindName = text(object.kind);
  const name = text(metadata.name);
  const given = text(metadata.namespace);
  const kind = served(apiVersion, kindName);
  if (!kind && isUnserved(apiVersion, kindName)) {
    const what = `kind ${JSON.stringify(kindName)} of ${JSON.stringify(apiVersion)}`;
    const message = `clusterglass: this lab does not model ${what}, which Kubernetes 1.37 serves`;
    return { message, noMatch: true, ofTheLab: true };
  }
  if (!kind) {
    const what = `name: ${JSON.stringify(name)} namespace: ${JSON.stringify(given)} from ${JSON.stringify(source)}`;
    const match = `no matches for kind ${JSON.stringify(kindName)} in version ${JSON.stringify(apiVersion)}`;
    return {
      message: `resource mapping not found for ${what}: ${match}\nensure CRDs are installed first`,
      noMatch: true,
    };
  }
  const namespace = kind.namespaced ? given || inNamespace : '';
  const placed = { ...object, metadata: kind.namespaced && !given ? { ...metadata, namespace } : metadata };
  return { kind, namespace, name, object: placed as unknown as KubeObject };
}

/** The object as it is stored in its own annotation: the file's object, without that annotation, with sorted keys. */
export function withLastApplied(object: KubeObject): KubeObject {
  const given: unknown = object.metadata.annotations ?? {};
  // Annotations of a wrong type are for the server to refuse.
  if (typeof given !== 'object' || Array.isArray(given)) return object;
  const { [lastAppliedAnnotation]: _, ...annotations } = given as Readonly<Record<string, string>>;
  const bare = { ...object, metadata: { ...object.metadata, annotations } };
  const applied = `${goJson(bare)}\n`;
  return {
    ...object,
    metadata: { ...object.metadata, annotations: { ...annotations, [lastAppliedAnnotation]: applied } },
  };
}

/** JSON as Go's encoder writes a map: keys in order. */
export function goJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${goJson(member)}`);
  return `{${members.join(',')}}`;
}

/** What the file said when it was last applied. */
export function originalOf(current: KubeObject): ManifestObject | undefined {
  const applied = current.metadata.annotations?.[lastAppliedAnnotation];
  if (applied === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(applied);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ManifestObject) : {};
  } catch {
    return {};
  }
}

function warningLines(warnings: readonly string[]): string[] {
  return warnings.map((warning) => `Warning: ${warning}`);
}

function notRetrieved(mapped: Mapped, source: string, error: KubectlError): KubectlError {
  const { kind, namespace, name } = mapped;
  const gv = `${kind.group}/${kind.version}`;
  const words = `retrieving current configuration of:\nResource: "${gv}, Resource=${kind.resource}", GroupVersionKind: "${gv}, Kind=${kind.kind}"\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace)}\nfrom server for:`;
  return withSource(words, source, error);
}

/**
 * Brings one object to what the file says: creates it, patches it, or finds that nothing is to be done. `dryRun`: the server
 * goes through all of it and stores nothing (`--dry-run=server`).
 */
export function applyObject(mapped: Mapped, source: string, session: Session, dryRun = false): Outcome {
  const { kind, namespace, name } = mapped;
  const query = { fieldManager, fieldValidation: 'Strict', ...(dryRun ? { dryRun: 'All' } : {}) };
  const done = (what: string) => `${resourceName(kind, name)} ${what}${dryRun ? ' (server dry run)' : ''}`;
  const path = pathOf(kind, namespace, name);
  if (!name && !mapped.object.metadata.generateName) {
    return { warnings: [], error: notRetrieved(mapped, source, { message: 'resource name may not be empty' }) };
  }
  if (!name) {
    const what = `from ${mapped.object.metadata.generateName}: cannot use generate name with apply`;
    return { warnings: [], error: { message: what } };
  }
  const modified = withLastApplied(mapped.object);
  let found = session.request({ method: 'GET', path, trusted: false });
  if (found.code === 404 && (found.body as Status).reason === 'NotFound') {
    const created = session.request({
      method: 'POST',
      path: pathOf(kind, namespace),
      query,
      body: modified,
      trusted: false,
    });
    if (created.code >= 400) {
      return { warnings: [], error: withSource('creating', source, { status: created.body as Status }) };
    }
    return { line: done('created'), warnings: warningLines(created.warnings) };
  }
  if (found.code >= 400) return { warnings: [], error: notRetrieved(mapped, source, { status: found.body as Status }) };

  const warnings: string[] = [];
  if (originalOf(found.body as KubeObject) === undefined) {
    const missing = `resource ${kind.resource}/${name} is missing the ${lastAppliedAnnotation} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.`;
    warnings.push(`Warning: ${missing}`);
  }
  for (let tries = 0; ; tries++) {
    const current = found.body as KubeObject;
    const patch = threeWayPatch(schemaName(kind), originalOf(current) ?? {}, modified as never, current as never);
    if (Object.keys(patch).length === 0) return { line: done('unchanged'), warnings };
    const patched = session.request({
      method: 'PATCH',
      path,
      query,
      contentType: `application/${kind.custom ? 'merge-patch' : 'strategic-merge-patch'}+json`,
      body: patch,
      trusted: false,
    });
    if (patched.code < 400) {
      return {
        line: done('configured'),
        warnings: [...warnings, ...warningLines(patched.warnings)],
      };
    }
    const status = patched.body as Status;
    if (status.reason !== 'Conflict' || tries >= patchRetries) {
      const verb = `applying patch:\n${goJson(patch)}\nto:\n${describe(mapped)}\nfor:`;
      return { warnings, error: withSource(verb, source, { status }) };
    }
    if (tries >= retriesBeforeBackOff) session.at += backOffMicros;
    found = session.request({ method: 'GET', path, trusted: false });
    if (found.code >= 400) return { warnings, error: { status: found.body as Status } };
  }
}

/** resource.Info.String() */
function describe({ kind, namespace, name }: Mapped): string {
  const gv = `${kind.group}/${kind.version}`;
  return `Resource: "${gv}, Resource=${kind.resource}", GroupVersionKind: "${gv}, Kind=${kind.kind}"\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace)}`;
}
