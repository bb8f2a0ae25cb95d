/**
 * Models: pkg/apis/core/validation (validateObjectFieldSelector, validateContainerResourceFieldSelector,
 *   validateContainerResourceDivisor), pkg/apis/core/pods ConvertDownwardAPIFieldLabel.
 * Simplified: -
 * Not modelled: -
 */
import { type FieldError, invalid, notSupported, required } from '../field-error';
import { quantitySign } from '../quantity';
import type { ObjectFieldSelector, ResourceFieldSelector } from '../types';
import { checkLabelKey } from './fields';
import { printableQuantity, quantityOf } from './quantities';

/** In the order in which messages list them: sorted. */
export const ENV_FIELD_PATHS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
export const VOLUME_FIELD_PATHS: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];
const CONVERTIBLE: ReadonlySet<string> = new Set([
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'spec.schedulerName',
  'status.phase',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
  // A name that the conversion still knows for spec.nodeName.
  'spec.host',
]);
const RESOURCE_PATHS: readonly string[] = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const SIZE_DIVISORS: ReadonlySet<string> = new Set('1 1k 1M 1G 1T 1P 1E 1Ki 1Mi 1Gi 1Ti 1Pi 1Ei'.split(' '));
const SIZE_DIVISOR_TEXT =
  "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the";

export function checkFieldSelector(
  errors: FieldError[],
  field: string,
  selector: ObjectFieldSelector,
  supported: readonly string[],
): void {
  const apiVersion = selector.apiVersion ?? '';
  const fieldPath = selector.fieldPath ?? '';
  if (apiVersion === '') return void errors.push(required(`${field}.apiVersion`));
  if (fieldPath === '') return void errors.push(required(`${field}.fieldPath`));
  const subscripted = /^(.*)\['(.*)'\]$/.exec(fieldPath);
  const path = subscripted === null ? fieldPath : (subscripted[1] as string);
  if (apiVersion !== 'v1') {
    const why = `unsupported pod version: ${apiVersion}`;
    return void errors.push(invalid(`${field}.fieldPath`, fieldPath, `error converting fieldPath: ${why}`));
  }
  if (subscripted !== null ? path !== 'metadata.annotations' && path !== 'metadata.labels' : !CONVERTIBLE.has(path)) {
    const why =
      subscripted === null
        ? `field label not supported: ${fieldPath}`
        : `field label does not support subscript: ${fieldPath}`;
    return void errors.push(invalid(`${field}.fieldPath`, fieldPath, `error converting fieldPath: ${why}`));
  }
  if (subscripted !== null) {
    const subscript = subscripted[2] as string;
    checkLabelKey(errors, field, path === 'metadata.annotations' ? subscript.toLowerCase() : subscript);
  } else if (!supported.includes(path)) {
    errors.push(notSupported(`${field}.fieldPath`, path, supported));
  }
}

export function checkResourceFieldSelector(
  errors: FieldError[],
  field: string,
  selector: ResourceFieldSelector,
  inVolume: boolean,
): void {
  const resource = selector.resource ?? '';
  if (inVolume && !selector.containerName) errors.push(required(`${field}.containerName`));
  else if (resource === '') errors.push(required(`${field}.resource`));
  else if (!RESOURCE_PATHS.includes(resource) && !isHugePagesPath(resource)) {
    errors.push(notSupported(`${field}.resource`, resource, RESOURCE_PATHS));
  }
  checkDivisor(errors, field, resource, selector.divisor);
}

function isHugePagesPath(resource: string): boolean {
  return resource.startsWith('requests.hugepages-') || resource.startsWith('limits.hugepages-');
}

function checkDivisor(errors: FieldError[], field: string, resource: string, divisor: string | undefined): void {
  const quantity = quantityOf(divisor);
  if (divisor === undefined || quantity === undefined || quantitySign(quantity) === 0) return;
  const text = printableQuantity(divisor);
  const path = `${field}.divisor`;
  if (resource.endsWith('.cpu')) {
    if (text !== '1m' && text !== '1') {
      errors.push(invalid(path, resource, "only divisor's values 1m and 1 are supported with the cpu resource"));
    }
  } else if (!SIZE_DIVISORS.has(text)) {
    if (resource.endsWith('.memory')) errors.push(invalid(path, resource, `${SIZE_DIVISOR_TEXT} memory resource`));
    else if (resource.endsWith('.ephemeral-storage')) {
      errors.push(invalid(path, resource, `${SIZE_DIVISOR_TEXT} local ephemeral storage resource`));
    } else if (isHugePagesPath(resource)) {
      errors.push(invalid(path, resource, `${SIZE_DIVISOR_TEXT} hugepages resource`));
    }
  }
}
