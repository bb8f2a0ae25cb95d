// Models: k8s.io/apiserver pkg/endpoints/request/requestinfo.go RequestInfoFactory.NewRequestInfo
// Simplified: resource paths only; discovery paths are answered elsewhere.
// Not modelled: deprecated `/watch/` and `/proxy/` prefixes.
import type { KindDefinition } from '../api/kinds';
import type { RequestInfo } from './http';

/** The kind behind a path's group, version and plural resource. */
export type FindKind = (group: string, version: string, resource: string) => KindDefinition | undefined;

/** Takes a resource path apart; `undefined` when no route serves it. `kindOf`: which kinds there are. */
export function requestInfo(path: string, kindOf: FindKind): RequestInfo | undefined {
  const parts = path.split('/');
  let at: number;
  let group = '';
  let version: string;
  if (parts[1] === 'api') {
    version = parts[2] ?? '';
    at = 3;
  } else if (parts[1] === 'apis') {
    group = parts[2] ?? '';
    version = parts[3] ?? '';
    at = 4;
  } else return undefined;
  let namespace = '';
  if (
    parts[at] === 'namespaces' &&
    parts.length > at + 2 &&
    !(parts[at + 2] === 'status' || parts[at + 2] === 'finalize')
  ) {
    namespace = decode(parts[at + 1] ?? '');
    at += 2;
  }
  const kind = kindOf(group, version, parts[at] ?? '');
  if (!kind || parts.length > at + 3) return undefined;
  const name = decode(parts[at + 1] ?? '');
  const subresource = parts[at + 2] ?? '';
  if (subresource !== '' && !(kind.subresources as readonly string[]).includes(subresource)) return undefined;
  if (namespace !== '' && !kind.namespaced) return undefined;
  const { view } = kind;
  return { kind: view?.of ?? kind, namespace, name, subresource, ...(view && { view: kind }) };
}

function decode(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The path of an object, or of its collection when `name` is empty. */
export function pathOf(
  kind: { readonly group: string; readonly version: string; readonly resource: string },
  namespace: string | undefined,
  name = '',
  subresource = '',
): string {
  let path = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
  if (namespace) path += `/namespaces/${namespace}`;
  path += `/${kind.resource}`;
  if (name) path += `/${name}`;
  if (subresource) path += `/${subresource}`;
  return path;
}
