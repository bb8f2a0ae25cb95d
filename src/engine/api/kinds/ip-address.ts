/**
 * Models: pkg/registry/networking/ipaddress/strategy.go.
 * Simplified: -
 * Not modelled: -
 */

import { invalid, required } from '../field-error';
import type { IPAddress } from '../types';
import { ipFamilyOf } from '../validation/ip';
import { rulesOf } from '../validation/names';
import { age, column } from './columns';
import { defineKind } from './define-kind';

export const ipAddressKind = defineKind<IPAddress>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IPAddress',
  resource: 'ipaddresses',
  namespaced: false,
  shortNames: ['ip'],

  unattended: true,

  ...rulesOf<IPAddress>(
    false,
    (errors, { spec }) => {
      const parent = spec?.parentRef;
      if (parent == null) errors.push(required('spec.parentRef'));
      else if (!parent.resource) errors.push(required('spec.parentRef.resource'));
      else if (!parent.name) errors.push(required('spec.parentRef.name'));
      else if (parent.namespace === '') errors.push(invalid('spec.parentRef.namespace', '', 'must not be empty'));
    },
    (name) => (ipFamilyOf(name) === undefined ? ['must be a valid IP address in canonical form'] : []),
  ),
  columns: [
    column('ParentRef', ({ spec }) => {
      const { group, resource, namespace, name } = spec?.parentRef ?? {};
      const what = group ? `${resource}.${group}` : resource;
      return namespace ? `${what}/${namespace}/${name}` : `${what}/${name}`;
    }),
    age,
  ],
});
