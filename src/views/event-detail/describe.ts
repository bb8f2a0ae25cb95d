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
  return ui.detail.tables.other;
}
