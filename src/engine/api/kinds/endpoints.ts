/**
 * Models: pkg/registry/core/endpoint/strategy.go, pkg/apis/core/validation (validateEndpointSubsets).
 * Simplified: -
 * Not modelled: -
 */
import { type FieldError, notSupported, required } from '../field-error';
import type { EndpointAddress, EndpointSubset, Endpoints, SubsetPort } from '../types';
import { addAll, checkDnsLabel } from '../validation/fields';
import { isPortNumber } from '../validation/formats';
import { checkNonSpecialIp } from '../validation/ip';
import { rulesOf } from '../validation/names';
import { age, column, orNone } from './columns';
import { mapList } from './copy-on-write';
import { defineKind } from './define-kind';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const SHOWN = 3;

const rules = rulesOf<Endpoints>(true, (errors, endpoints) => {
  for (const [i, subset] of (endpoints.subsets ?? []).entries()) checkSubset(errors, `subsets[${i}]`, subset);
});

function checkSubset(errors: FieldError[], field: string, subset: EndpointSubset): void {
  const addresses = subset.addresses ?? [];
  const notReady = subset.notReadyAddresses ?? [];
  if (addresses.length === 0 && notReady.length === 0)
    errors.push(required(field, 'must specify `addresses` or `notReadyAddresses`'));
  for (const [i, address] of addresses.entries()) checkAddress(errors, `${field}.addresses[${i}]`, address);
  for (const [i, address] of notReady.entries()) checkAddress(errors, `${field}.notReadyAddresses[${i}]`, address);
  const ports = subset.ports ?? [];
  for (const [i, port] of ports.entries()) {
    const place = `${field}.ports[${i}]`;
    if (!port.name) {
      if (ports.length > 1) errors.push(required(`${place}.name`));
    } else checkDnsLabel(errors, `${place}.name`, port.name);
    addAll(errors, `${place}.port`, port.port, isPortNumber(port.port));
    if (!port.protocol) errors.push(required(`${place}.protocol`));
    else if (!PROTOCOLS.includes(port.protocol))
      errors.push(notSupported(`${place}.protocol`, port.protocol, PROTOCOLS));
  }
}

function checkAddress(errors: FieldError[], field: string, address: EndpointAddress): void {
  checkNonSpecialIp(errors, `${field}.ip`, address.ip ?? '');
  if (address.hostname) checkDnsLabel(errors, `${field}.hostname`, address.hostname);
}

function addressesText({ subsets }: Endpoints): string {
  const all = (subsets ?? []).flatMap(({ addresses, ports }) =>
    (addresses ?? []).flatMap(({ ip }) => {
      const listed: readonly (SubsetPort | undefined)[] = ports ?? [undefined];
      return listed.map((port) => (port === undefined ? ip : `${ip}:${port.port}`));
    }),
  );
  return orNone(
    all.length > SHOWN ? `${all.slice(0, SHOWN).join(',')} + ${all.length - SHOWN} more...` : all.join(','),
  );
}

export const endpointsKind = defineKind<Endpoints>({
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  resource: 'endpoints',
  namespaced: true,
  shortNames: ['ep'],
  unattended: true,
  setDefaults(endpoints) {
    const subsets = mapList<EndpointSubset>(endpoints.subsets, (subset) => {
      const ports = mapList<SubsetPort>(subset.ports, (port) => (port.protocol ? port : { ...port, protocol: 'TCP' }));
      return ports === subset.ports ? subset : { ...subset, ports };
    });
    return subsets === endpoints.subsets ? endpoints : { ...endpoints, subsets };
  },
  allowCreateOnUpdate: true,
  ...rules,
  warnings: () => ['v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'],
  columns: [column('Endpoints', addressesText), age],
});
