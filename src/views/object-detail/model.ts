import type { KubeObject } from '../../engine/index';
import type { Rows } from '../../store/lab-store';
import type { IndexedEvent, TraceIndex } from '../../store/trace-index';
import { type Line, yamlLines } from '../event-detail/yaml-lines';

export interface ObjectModel {
  /** `pods/default/web-1` */
  readonly id: string;
  readonly version: string;
  /** Empty when the object does not exist at the cursor. */
  readonly lines: readonly Line[];
  /** The newest event up to the cursor that wrote the object. */
  readonly lastChange: IndexedEvent | undefined;
}

const writes = new Set(['api.create', 'api.update', 'api.patch', 'api.delete']);

function split(id: string): { readonly table: string; readonly key: string } {
  const slash = id.indexOf('/');
  return { table: `api/${id.slice(0, slash)}`, key: id.slice(slash + 1) };
}

function lastChangeOf(index: TraceIndex, position: number, id: string): IndexedEvent | undefined {
  for (let at = Math.min(position, index.length - 1); at >= index.base; at--) {
    const event = index.at(at);
    if (!event || event.failed || !writes.has(event.verb)) continue;
    if (event.subject === id || event.subject.startsWith(`${id}/`)) return event;
  }
  return undefined;
}

export function objectModel(rows: Rows, index: TraceIndex, position: number, id: string): ObjectModel {
  const { table, key } = split(id);
  const object = rows[table]?.get(key) as KubeObject | undefined;
  return {
    id,
    version: object?.metadata.resourceVersion ?? '',
    lines: object ? yamlLines(object) : [],
    lastChange: lastChangeOf(index, position, id),
  };
}
