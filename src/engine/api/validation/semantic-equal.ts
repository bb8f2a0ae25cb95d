/**
 * Models: k8s.io/apimachinery pkg/api/equality Semantic.DeepEqual as the strategies use it: empty and absent lists and
 *   maps are equal, quantities are equal by value.
 * Simplified: JSON can't tell a map from an optional struct; only the fields named below are maps or plain structs,
 *   for which `{}` equals absent.
 * Not modelled: -
 */
import { compareQuantityTexts } from './quantities';

/** Fields that are maps, or structs that are always there in Go: an empty one says the same as none. */
const EMPTY_IS_ABSENT: ReadonlySet<string> = new Set([
  'labels',
  'annotations',
  'nodeSelector',
  'matchLabels',
  'selector',
  'limits',
  'requests',
  'overhead',
  'capacity',
  'allocatable',
  'allocatedResources',
  'volumeAttributes',
  'options',
  'resources',
  'metadata',
  'spec',
  'status',
  'strategy',
  'data',
  'binaryData',
  'conditions',
  'loadBalancer',
]);

/** Fields whose members are quantities. */
const QUANTITIES: ReadonlySet<string> = new Set([
  'limits',
  'requests',
  'overhead',
  'capacity',
  'allocatable',
  'allocatedResources',
]);

export function semanticEqual(a: unknown, b: unknown): boolean {
  return a === b || equal(a, b, '');
}

function equal(a: unknown, b: unknown, field: string): boolean {
  if (a === b) return true;
  if (a === undefined || a === null) return isAbsent(b, field);
  if (b === undefined || b === null) return isAbsent(a, field);
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!equal(a[i], b[i], '')) return false;
    return true;
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const quantities = QUANTITIES.has(field);
  for (const key in left) {
    const other = Object.hasOwn(right, key) ? right[key] : undefined;
    if (quantities ? !equalQuantity(left[key], other) : !equal(left[key], other, key)) return false;
  }
  for (const key in right) {
    if (!Object.hasOwn(left, key) && (quantities || !isAbsent(right[key], key))) return false;
  }
  return true;
}

function isAbsent(value: unknown, field: string): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  // A zero value of a plain Go field is not written out, so `0`, `""` and `false` stand for absent too.
  if (value === 0 || value === '' || value === false) return ZERO_IS_ABSENT.has(field);
  if (typeof value !== 'object' || !EMPTY_IS_ABSENT.has(field)) return false;
  const members = value as Record<string, unknown>;
  for (const key in members) if (!isAbsent(members[key], key)) return false;
  return true;
}

/** Plain (not pointer) fields of which a zero is the same as none. */
const ZERO_IS_ABSENT: ReadonlySet<string> = new Set([
  'paused',
  'minReadySeconds',
  'hostNetwork',
  'hostPID',
  'hostIPC',
  'nodeName',
  'hostname',
  'subdomain',
  'priorityClassName',
  'serviceAccountName',
  'readOnly',
  'stdin',
  'stdinOnce',
  'tty',
  'initialDelaySeconds',
  'hostPort',
  'hostIP',
  'value',
  'workingDir',
  'subPath',
  'nodePort',
  'name',
  'unschedulable',
  'publishNotReadyAddresses',
  'externalName',
  'clusterIP',
  'loadBalancerIP',
  'healthCheckNodePort',
]);

function equalQuantity(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  return compareQuantityTexts(a, b) === 0;
}
