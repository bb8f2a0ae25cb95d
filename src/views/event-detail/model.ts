import type { Change, RequestDetail } from '../../engine/index';
import type { IndexedEvent } from '../../store/trace-index';
import type { EventDetail } from '../../worker/protocol';
import { type DiffLine, diffLines } from './diff';
import { type Line, yamlLines } from './yaml-lines';

export interface ChangedRow {
  readonly id: string;
  readonly table: string;
  readonly key: string;
  readonly kind: 'added' | 'removed' | 'replaced';
  readonly lines: readonly DiffLine[];
}

export interface MessageModel {
  /** First line: method and path, or nothing. */
  readonly head: string;
  readonly code: number;
  readonly tookMicros: number;
  readonly request: readonly Line[];
  readonly response: readonly Line[];
  readonly fields: readonly Line[];
}

export interface DetailModel {
  readonly message: MessageModel;
  /** What the API server stores first, then what caches hold and kubectl prints. */
  readonly changes: readonly ChangedRow[];
  /** What the parts note for themselves: real, but stored nowhere where kubectl could see it. */
  readonly engine: readonly ChangedRow[];
}

function changedRow({ table, key, before, after }: Change): ChangedRow {
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'replaced';
  return { id: `${table}/${key}`, table, key, kind, lines: diffLines(before, after) };
}

function isRequest(detail: unknown): detail is RequestDetail {
  return (
    typeof detail === 'object' && detail !== null && 'method' in detail && 'path' in detail && 'repliedAt' in detail
  );
}

function messageModel(detail: unknown): MessageModel {
  if (!isRequest(detail)) {
    const nothing = detail === null || detail === undefined;
    return { head: '', code: 0, tookMicros: 0, request: [], response: [], fields: nothing ? [] : yamlLines(detail) };
  }
  const query = Object.entries(detail.query ?? {}).map(([key, value]) => `${key}=${value}`);
  return {
    head: `${detail.method} ${detail.path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    code: detail.code,
    tookMicros: detail.repliedAt - detail.sentAt,
    request: detail.request === undefined ? [] : yamlLines(detail.request),
    response: detail.response === undefined || detail.response === null ? [] : yamlLines(detail.response),
    fields: detail.contentType ? [{ indent: 0, text: `Content-Type: ${detail.contentType}` }] : [],
  };
}

export function detailModel(detail: EventDetail): DetailModel {
  const rows = detail.changes.map(changedRow).filter(({ lines }) => lines.length > 0);
  const rank = ({ table }: ChangedRow) =>
    table.startsWith('api/') ? 0 : table.startsWith('cache/') ? 1 : table === 'kubectl' ? 2 : 3;
  return {
    message: messageModel(detail.event.detail),
    changes: rows.filter((row) => rank(row) < 3).sort((a, b) => rank(a) - rank(b)),
    engine: rows.filter((row) => rank(row) === 3),
  };
}

/** A chain of causes as it is shown: its ends, and the middle folded when it is long. */
export interface WhyModel {
  readonly near: readonly IndexedEvent[];
  readonly folded: readonly IndexedEvent[];
  readonly far: readonly IndexedEvent[];
  /** The chain ends at something that nothing caused: a command, a fault, the start. */
  readonly rooted: boolean;
}

const nearSteps = 5;
const farSteps = 3;

export function whyModel(chain: readonly IndexedEvent[]): WhyModel {
  const causes = chain.slice(1);
  const last = chain[chain.length - 1];
  const rooted = last === undefined || last.cause <= 0;
  if (causes.length <= nearSteps + farSteps + 1) return { near: causes, folded: [], far: [], rooted };
  return {
    near: causes.slice(0, nearSteps),
    folded: causes.slice(nearSteps, -farSteps),
    far: causes.slice(-farSteps),
    rooted,
  };
}
