import type { Rows } from '../../store/lab-store';

const hiddenNamespaces = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

/** Whether a key `namespace/name` is one of the cluster's own, which the picture leaves out. */
export function isSystem(key: string): boolean {
  return hiddenNamespaces.has(key.split('/')[0] as string);
}

const none: ReadonlyMap<string, unknown> = new Map();

/** A table of the store, which is replaced when a row of it changes. */
export function tableOf<T>(rows: Rows, table: string): ReadonlyMap<string, T> {
  return (rows[table] ?? none) as ReadonlyMap<string, T>;
}

/** A function of something that never changes, remembered for as long as that is there. */
export function remembered<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    let value = known.get(of);
    if (value === undefined) {
      value = make(of);
      known.set(of, value);
    }
    return value;
  };
}

type Listed = readonly (readonly [string, unknown])[];

const sorted = remembered(
  (table: ReadonlyMap<string, unknown>): Listed => [...table].sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** The rows of a table, by key. */
export function list<T>(rows: Rows, table: string): readonly (readonly [string, T])[] {
  return sorted(tableOf(rows, table)) as readonly (readonly [string, T])[];
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
