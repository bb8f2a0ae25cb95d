// Models: client-go informers SharedInformerFactory: the caches that plugins read.
// Simplified: —
// Not modelled: —
import { kindOf } from '../../api/kinds';
import type { KubeObject } from '../../api/meta';
import type { Informer } from '../../client/informer';
import type { Handle } from '../framework/plugin';

/** The scheduler's cache of a kind, by its place in the API. Throws when no such kind is served. */
export function informerOf<T extends KubeObject>(
  handle: Handle,
  group: string,
  version: string,
  resource: string,
): Informer<T> {
  const kind = kindOf(group, version, resource);
  if (!kind) throw new Error(`no kind is served as ${group}/${version} ${resource}`);
  return handle.informer<T>(kind);
}
