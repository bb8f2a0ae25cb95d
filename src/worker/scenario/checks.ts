import { keyOf, kinds, type Pod, valueAt } from '../../engine/index';
import type { Check, CountCheck, Counted } from './types';

/** Rows by table name and key: the engine's own tables, or those of a view cursor. */
export interface Tables {
  table<R>(name: string): { get(key: string): R | undefined; values(): R[] };
}

interface WithImage {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: {
    readonly containers?: readonly { readonly image?: string }[];
    readonly template?: { readonly spec?: { readonly containers?: readonly { readonly image?: string }[] } };
  };
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

interface DeploymentRow {
  readonly metadata: { readonly generation?: number };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly availableReplicas?: number;
    readonly conditions?: readonly Condition[];
  };
}

const imageOf = ({ spec }: WithImage): string | undefined =>
  (spec?.containers ?? spec?.template?.spec?.containers)?.[0]?.image;

function counts(counted: Counted, pod: Pod): boolean {
  const leaving = pod.metadata.deletionTimestamp !== undefined;
  if (counted.count === 'pods') return !(leaving && counted.terminating === false);
  if (leaving) return false;
  return pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;
}

/** How many there are. Available is Ready: no lesson so far sets `minReadySeconds`. */
export function countOf(counted: Counted, tables: Tables): number {
  const fits = (object: WithImage): boolean => {
    if (counted.app !== undefined && object.metadata.labels?.app !== counted.app) return false;
    if (counted.image !== undefined && imageOf(object) !== counted.image) return false;
    return counted.not === undefined || imageOf(object) !== counted.not.image;
  };
  if (counted.count === 'replicaSets') return tables.table<WithImage>('api/replicasets').values().filter(fits).length;
  return tables
    .table<Pod>('api/pods')
    .values()
    .filter((pod) => fits(pod as WithImage) && counts(counted, pod)).length;
}

export function inBounds(count: number, { is, atLeast, atMost }: CountCheck): boolean {
  return (is === undefined || count === is) && count >= (atLeast ?? 0) && count <= (atMost ?? Number.POSITIVE_INFINITY);
}

/** Whether something is true of the objects in the tables. */
export function holds(check: Check, tables: Tables): boolean {
  if ('count' in check) return inBounds(countOf(check, tables), check);
  if ('object' in check) {
    const { kind, name, namespace = 'default' } = check.object;
    const found = kinds.find((candidate) => candidate.kind === kind);
    if (!found) return false;
    const row = tables.table(`api/${found.resource}`).get(keyOf(found.namespaced ? namespace : undefined, name));
    return JSON.stringify(valueAt(row, check.path) ?? null) === JSON.stringify(check.is ?? null);
  }
  const row = tables.table<DeploymentRow>('api/deployments').get(keyOf('default', check.deployment));
  if (!row) return false;
  const seen = (row.status?.observedGeneration ?? 0) >= (row.metadata.generation ?? 0);
  if ('available' in check) return seen && (row.status?.availableReplicas ?? 0) === check.available;
  const condition = row.status?.conditions?.find(({ type }) => type === check.condition);
  return (
    condition !== undefined &&
    (check.status === undefined || condition.status === check.status) &&
    (check.reason === undefined || condition.reason === check.reason)
  );
}
