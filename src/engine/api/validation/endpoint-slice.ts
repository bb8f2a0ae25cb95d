/**
 * Models: pkg/apis/discovery/validation (ValidateEndpointSliceCreate, ValidateEndpointSliceUpdate).
 * Simplified: -
 * Not modelled: the deprecated address type IP and deprecatedTopology.
 */
import { duplicate, type FieldError, invalid, notSupported, required, tooMany } from '../field-error';
import type { Endpoint, EndpointPort, EndpointSlice } from '../types';
import { addAll, checkDnsLabel, checkImmutable, checkLabelKey } from './fields';
import { isDns1123Subdomain, isFullyQualifiedDomainName, isLabelValue } from './formats';
import { checkNonSpecialIp, ipFamilyOf } from './ip';
import { checkObjectMeta, checkObjectMetaUpdate } from './object-meta';

const ADDRESS_TYPES: readonly string[] = ['FQDN', 'IPv4', 'IPv6'];
const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];
const MAX_ADDRESSES = 100;
/** Raised from 100 when Services could have that many ports. */
const MAX_PORTS = 20000;
const MAX_ENDPOINTS = 1000;
const MAX_ZONE_HINTS = 8;

export function validateEndpointSlice(slice: EndpointSlice): FieldError[] {
  const errors: FieldError[] = [];
  checkSlice(errors, slice);
  return errors;
}

function checkSlice(errors: FieldError[], slice: EndpointSlice): void {
  checkObjectMeta(errors, slice, true, isDns1123Subdomain);
  const addressType = slice.addressType ?? '';
  if (addressType === '') errors.push(required('addressType'));
  else if (!ADDRESS_TYPES.includes(addressType)) {
    errors.push(notSupported('addressType', addressType, ADDRESS_TYPES));
  }
  checkEndpoints(errors, slice.endpoints ?? [], addressType);
  checkPorts(errors, slice.ports ?? []);
}

function checkEndpoints(errors: FieldError[], endpoints: readonly Endpoint[], addressType: string): void {
  if (endpoints.length > MAX_ENDPOINTS) {
    errors.push(tooMany('endpoints', endpoints.length, MAX_ENDPOINTS));
    return;
  }
  for (let i = 0; i < endpoints.length; i++) {
    const endpoint = endpoints[i] as Endpoint;
    const path = `endpoints[${i}]`;
    const addresses = endpoint.addresses ?? [];
    if (addresses.length === 0) errors.push(required(`${path}.addresses`, 'must contain at least 1 address'));
    else if (addresses.length > MAX_ADDRESSES) {
      errors.push(tooMany(`${path}.addresses`, addresses.length, MAX_ADDRESSES));
    }
    for (let j = 0; j < addresses.length; j++) {
      checkAddress(errors, `${path}.addresses[${j}]`, addresses[j] as string, addressType);
    }
    if (endpoint.nodeName != null) {
      addAll(errors, `${path}.nodeName`, endpoint.nodeName, isDns1123Subdomain(endpoint.nodeName));
    }
    if (endpoint.hostname != null) checkDnsLabel(errors, `${path}.hostname`, endpoint.hostname);
    checkZoneHints(errors, `${path}.hints.forZones`, endpoint);
  }
}

function checkAddress(errors: FieldError[], field: string, address: string, addressType: string): void {
  if (addressType === 'FQDN') {
    addAll(errors, field, address, isFullyQualifiedDomainName(address));
    return;
  }
  if (addressType !== 'IPv4' && addressType !== 'IPv6') return;
  if (ipFamilyOf(address) !== addressType)
    errors.push(invalid(field, address, `must be a valid ${addressType} address`));
  checkNonSpecialIp(errors, field, address);
}

function checkZoneHints(errors: FieldError[], field: string, endpoint: Endpoint): void {
  const zones = endpoint.hints?.forZones ?? [];
  if (zones.length > MAX_ZONE_HINTS) {
    errors.push(tooMany(field, zones.length, MAX_ZONE_HINTS));
    return;
  }
  const seen = new Set<string>();
  for (let i = 0; i < zones.length; i++) {
    const name = zones[i]?.name ?? '';
    if (seen.has(name)) errors.push(duplicate(`${field}[${i}].name`, name));
    seen.add(name);
    addAll(errors, `${field}[${i}].name`, name, isLabelValue(name));
  }
}

function checkPorts(errors: FieldError[], ports: readonly EndpointPort[]): void {
  if (ports.length > MAX_PORTS) return void errors.push(tooMany('ports', ports.length, MAX_PORTS));
  const names = new Set<string>();
  for (let i = 0; i < ports.length; i++) {
    const { name = '', protocol, appProtocol } = ports[i] as EndpointPort;
    const path = `ports[${i}]`;
    if (name !== '') checkDnsLabel(errors, `${path}.name`, name);
    if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
    names.add(name);
    if (protocol == null) errors.push(required(`${path}.protocol`));
    else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(`${path}.protocol`, protocol, PROTOCOLS));
    if (appProtocol != null) checkLabelKey(errors, `${path}.appProtocol`, appProtocol);
  }
}

export function validateEndpointSliceUpdate(slice: EndpointSlice, old: EndpointSlice): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, slice, old);
  checkSlice(errors, slice);
  checkImmutable(errors, 'addressType', slice.addressType ?? '', old.addressType ?? '');
  return errors;
}
