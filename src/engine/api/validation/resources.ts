/**
 * Models: pkg/apis/core/validation validateResourceRequirements, ValidateResourceQuantityValue; pkg/apis/core/helper
 *   (IsNativeResource, IsExtendedResourceName, IsOvercommitAllowed, IsIntegerResourceName …).
 * Simplified: maps are walked in the order in which they were written.
 * Not modelled: AllowIndivisibleHugePagesValues (objects stored by old releases).
 */

import { compareStrings } from '../../../shared/compare';
import { duplicate, type FieldError, forbidden, invalid, notFound, notSupported, required } from '../field-error';
import { quantitySign, quantityValue } from '../quantity';
import type { ResourceClaim, ResourceRequirements } from '../types';
import { addAll, checkDnsLabel, NOT_NEGATIVE } from './fields';
import { isLabelKey } from './formats';
import { compareQuantityTexts, isNegativeQuantity, isWholeQuantity, printableQuantity, quantityOf } from './quantities';

const HUGE_PAGES = 'hugepages-';

const COUNTED_OBJECTS = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const INTEGER_RESOURCES: ReadonlySet<string> = new Set(COUNTED_OBJECTS);
const STANDARD_RESOURCES: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'storage',
  'requests.storage',
  ...COUNTED_OBJECTS,
]);

export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

/** A resource that Kubernetes itself knows: no domain, or one of kubernetes.io. */
function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Requests may be below limits: every native resource but huge pages. */
function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}

function isExtendedResource(name: string): boolean {
  return !isNativeResource(name) && !name.startsWith('requests.') && isLabelKey(`requests.${name}`).length === 0;
}

/** Resources that a pod as a whole may ask for (PodLevelResources). */
export function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name);
}

export type ResourceNameCheck = (errors: FieldError[], field: string, name: string) => void;

export function checkResourceName(errors: FieldError[], field: string, name: string): boolean {
  const messages = isLabelKey(name);
  addAll(errors, field, name, messages);
  if (messages.length > 0) return false;
  if (name.includes('/') || STANDARD_RESOURCES.has(name) || isHugePages(name)) return true;
  errors.push(invalid(field, name, 'must be a standard resource type or fully qualified'));
  return false;
}

export function checkContainerResourceName(errors: FieldError[], field: string, name: string): void {
  if (name === 'cpu' || name === 'memory' || name === 'ephemeral-storage') return;
  checkResourceName(errors, field, name);
  if (!name.includes('/')) {
    if (!isHugePages(name)) errors.push(invalid(field, name, 'must be a standard resource for containers'));
  } else if (!isNativeResource(name) && !isExtendedResource(name)) {
    errors.push(invalid(field, name, "doesn't follow extended resource name standard"));
  }
}

export function checkPodResourceName(errors: FieldError[], field: string, name: string): void {
  if (!checkResourceName(errors, field, name)) return;
  if (!isPodLevelResource(name)) errors.push(notSupported(field, name, ['cpu', 'hugepages-', 'memory']));
}

export function checkQuantityValue(errors: FieldError[], field: string, name: string, quantity: string): void {
  if (isNegativeQuantity(quantity)) errors.push(invalid(field, printableQuantity(quantity), NOT_NEGATIVE));
  if ((INTEGER_RESOURCES.has(name) || isExtendedResource(name)) && !isWholeQuantity(quantity)) {
    errors.push(invalid(field, printableQuantity(quantity), 'must be an integer'));
  }
}

export function checkResourceRequirements(
  errors: FieldError[],
  field: string,
  requirements: ResourceRequirements | undefined,
  claimNames: ReadonlySet<string>,
  checkName: ResourceNameCheck = checkContainerResourceName,
): void {
  if (requirements === undefined || requirements === null) return;
  const limits = requirements.limits ?? {};
  const requests = requirements.requests ?? {};
  let computes = false;
  let hugePages = false;
  for (const name in limits) {
    const quantity = limits[name] ?? '0';
    checkResource(errors, field, 'limits', name, quantity, checkName);
    if (name === 'cpu' || name === 'memory') computes = true;
    else if (isHugePages(name)) hugePages = true;
  }
  for (const name in requests) {
    const quantity = requests[name] ?? '0';
    checkResource(errors, field, 'requests', name, quantity, checkName);
    checkAgainstLimit(errors, field, name, quantity, Object.hasOwn(limits, name) ? limits[name] : undefined);
    if (name === 'cpu' || name === 'memory') computes = true;
    else if (isHugePages(name)) hugePages = true;
  }
  if (hugePages && !computes) errors.push(forbidden(field, 'HugePages require cpu or memory'));
  checkClaims(errors, `${field}.claims`, requirements.claims ?? [], claimNames);
}

function checkResource(
  errors: FieldError[],
  field: string,
  list: 'limits' | 'requests',
  name: string,
  quantity: string,
  checkName: ResourceNameCheck,
): void {
  const path = `${field}.${list}[${name}]`;
  checkName(errors, path, name);
  checkQuantityValue(errors, path, name, quantity);
  if (isHugePages(name) && !isMultipleOfPage(name, quantity)) {
    const printed = printableQuantity(quantity);
    errors.push(invalid(path, printed, `${printed} is not positive integer multiple of ${name}`));
  }
}

function isMultipleOfPage(name: string, text: string): boolean {
  const page = quantityOf(name.slice(HUGE_PAGES.length));
  const quantity = quantityOf(text);
  if (page === undefined || quantity === undefined || quantitySign(page) <= 0) return false;
  return quantityValue(quantity) % quantityValue(page) === 0;
}

function checkAgainstLimit(
  errors: FieldError[],
  field: string,
  name: string,
  quantity: string,
  limit: string | undefined,
): void {
  if (limit === undefined) {
    if (!isOvercommitAllowed(name)) {
      errors.push(required(`${field}.limits`, 'Limit must be set for non overcommitable resources'));
    }
    return;
  }
  if (limit === quantity) return;
  const order = compareQuantityTexts(quantity, limit);
  const path = `${field}.requests`;
  const printed = printableQuantity(quantity);
  const limitText = printableQuantity(limit);
  if (order !== 0 && !isOvercommitAllowed(name)) {
    errors.push(invalid(path, printed, `must be equal to ${name} limit of ${limitText}`));
  } else if (order > 0) {
    errors.push(invalid(path, printed, `must be less than or equal to ${name} limit of ${limitText}`));
  }
}

function checkClaims(
  errors: FieldError[],
  field: string,
  claims: readonly ResourceClaim[],
  claimNames: ReadonlySet<string>,
): void {
  const seen = new Set<string>();
  for (let i = 0; i < claims.length; i++) {
    const { name = '', request = '' } = claims[i] as ResourceClaim;
    const path = `${field}[${i}]`;
    if (name === '') {
      errors.push(required(path));
      continue;
    }
    if (seen.has(name)) errors.push(duplicate(path, name));
    else {
      if (request !== '') checkDnsLabel(errors, `${path}.request`, request);
      const key = request === '' ? name : `${name}/${request}`;
      if (seen.has(key)) errors.push(duplicate(path, key));
      else if (request === '') {
        for (const other of seen) if (other.startsWith(`${name}/`)) errors.push(duplicate(path, name));
      }
      seen.add(key);
    }
    if (!claimNames.has(name)) {
      const known = [...claimNames].sort(compareStrings).join(', ');
      const detail = `must be one of the names in pod.spec.resourceClaims${known === '' ? ' which is empty' : `: ${known}`}`;
      errors.push({ ...notFound(path, name), detail });
    }
  }
}
