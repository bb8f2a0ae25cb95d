import type { Rows } from '../../store/lab-store';

const hiddenNamespaces = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

/** Whether a key `namespace/name` is one of the cluster's own, which the picture leaves out. */
export function isSystem(key: string): boolean {
  return hiddenNamespaces.has(key.split('/')[0] as string);
}

/** The rows of a table, by key. */
export function list<T>(rows: Rows, table: string): (readonly [string, T])[] {
  return [...((rows[table] ?? new Map()) as ReadonlyMap<string, T>)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Oldest first, so that what is new comes last and moves nothing. */
export function byAge<
  T extends {
    readonly metadata: { readonly creationTimestamp?: string | undefined; readonly name?: string | undefined };
  },
>(objects: readonly (readonly [string, T])[]): (readonly [string, T])[] {
  return objects
    .filter(([key]) => !isSystem(key))
    .sort(([ka, a], [kb, b]) => {
      const left = `${a.metadata.creationTimestamp ?? ''} ${ka}`;
      const right = `${b.metadata.creationTimestamp ?? ''} ${kb}`;
      return left < right ? -1 : 1;
    });
}
