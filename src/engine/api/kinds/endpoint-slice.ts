/**
 * Models: pkg/registry/discovery/endpointslice/strategy.go, pkg/apis/discovery/v1/defaults.go.
 * Simplified: -
 * Not modelled: deprecatedTopology.
 */
import type { EndpointPort, EndpointSlice } from '../types';
import { validateEndpointSlice, validateEndpointSliceUpdate } from '../validation/endpoint-slice';
import { semanticEqual } from '../validation/semantic-equal';
import { mapList } from './copy-on-write';
import { defineKind } from './define-kind';
import { firstGeneration, nextGeneration } from './generation';

function defaultPort(port: EndpointPort): EndpointPort {
  if (port.name != null && port.protocol != null) return port;
  return { ...port, name: port.name ?? '', protocol: port.protocol ?? 'TCP' };
}

/** All but metadata, and labels too: whatever changes in them is a new generation. */
function prepareForUpdate(slice: EndpointSlice, old: EndpointSlice): EndpointSlice {
  const same =
    slice.addressType === old.addressType &&
    semanticEqual(slice.endpoints, old.endpoints) &&
    semanticEqual(slice.ports, old.ports) &&
    semanticEqual(slice.metadata.labels ?? {}, old.metadata.labels ?? {});
  return same ? slice : nextGeneration(slice, old);
}

export const endpointSliceKind = defineKind<EndpointSlice>({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  resource: 'endpointslices',
  namespaced: true,
  shortNames: [],
  setDefaults(slice) {
    const ports = mapList<EndpointPort>(slice.ports, defaultPort);
    return ports === slice.ports ? slice : { ...slice, ports };
  },
  prepareForCreate: firstGeneration,
  prepareForUpdate,
  validate: validateEndpointSlice,
  validateUpdate: validateEndpointSliceUpdate,
});
