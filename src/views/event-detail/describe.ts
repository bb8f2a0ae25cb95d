import type { Ui } from '../../i18n/index';
import { subjectName } from '../words';
import type { ChangedRow } from './model';

/** `Pod web-1 (stored by the API server): changed` */
export function describeChange(ui: Ui, row: ChangedRow): string {
  return ui.named(`${rowName(row)} (${tableName(ui, row.table)})`, ui.detail[row.kind]);
}

export function rowName({ table, key }: Pick<ChangedRow, 'table' | 'key'>): string {
  const resource = table.split('/').pop() as string;
  return table.startsWith('api/') || table.startsWith('cache/') ? subjectName(`${resource}/${key}`) : `${table}/${key}`;
}

export function tableName(ui: Ui, table: string): string {
  if (table.startsWith('api/')) return ui.detail.tables.api;
  if (table.startsWith('cache/')) return ui.detail.tables.cache(table.split('/').slice(1, -1).join('/'));
  if (table === 'kubectl') return ui.detail.tables.printed;
  return engineTable(ui, table) ?? ui.detail.tables.other;
}

/** What a table of the engine's own holds, in words; the longest name that its name begins with says it. */
export function engineTable(ui: Ui, table: string): string | undefined {
  const names = Object.keys(ui.engineTables).filter((name) => table === name || table.startsWith(name));
  const longest = names.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : ui.engineTables[longest];
}

const faultNames: Readonly<Record<string, keyof Ui['faults']['about']>> = {
  killContainer: 'kill',
  failProbe: 'failProbe',
  slowPull: 'slowPull',
  cut: 'cut',
  heal: 'heal',
  apiFault: 'conflict',
};

/** What to watch for after a fault of a type, where the menu has words for it. */
export function followsFault(ui: Ui, type: string): string | undefined {
  const name = Object.hasOwn(faultNames, type) ? faultNames[type] : undefined;
  return name && ui.faults.about[name].next;
}
