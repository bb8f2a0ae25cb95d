// Models: nothing of Kubernetes; the whole state as JSON text, and back.
// Simplified: —
// Not modelled: —
import type { Snapshot } from './kernel';

/** A snapshot as JSON text. Rows are lists of pairs, so that no key can be taken for a property of an object. */
export function serialise(snapshot: Snapshot): string {
  return JSON.stringify({
    ...snapshot,
    tables: snapshot.tables.map(({ name, traced, rows }) => ({ name, traced, rows: [...rows] })),
  });
}

/** The snapshot that a JSON text of `serialise` holds. */
export function revive(text: string): Snapshot {
  const parsed = JSON.parse(text);
  for (const table of parsed.tables) table.rows = new Map(table.rows);
  return { ...parsed, stop: parsed.stop };
}
