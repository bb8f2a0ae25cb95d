/**
 * Models: pkg/registry/networking/ingress/strategy.go.
 * Simplified: -
 * Not modelled: -
 */
import type { Ingress } from '../types';
import { ingressRules } from '../validation/ingress';
import { age, column, orNone } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';
const NO_STATUS = {};

function hostsText({ spec }: Ingress): string {
  const hosts = (spec?.rules ?? []).map(({ host }) => host).filter((host): host is string => !!host);
  if (hosts.length === 0) return '*';
  return hosts.length > 3 ? `${hosts.slice(0, 3).join(',')} + ${hosts.length - 3} more...` : hosts.join(',');
}

export const ingressKind = defineKind<Ingress>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  resource: 'ingresses',
  namespaced: true,
  shortNames: ['ing'],
  subresources: ['status'],
  unattended: true,
  prepareForCreate: (ingress) => firstGeneration(withStatus(ingress, NO_STATUS)),
  prepareForUpdate: (ingress, old) => bumpOnSpecChange(withStatus(ingress, old.status), old),
  prepareForStatusUpdate: withSpecOf,
  ...ingressRules,
  warnings(ingress, old) {
    if (old !== undefined || ingress.metadata.annotations?.[CLASS_ANNOTATION] === undefined) return [];
    return [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`];
  },
  columns: [
    column('Class', ({ metadata, spec }) => orNone(spec?.ingressClassName ?? metadata.annotations?.[CLASS_ANNOTATION])),
    column('Hosts', hostsText),
    column('Address', ({ status }) =>
      (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '').join(','),
    ),
    column('Ports', ({ spec }) => ((spec?.tls ?? []).length > 0 ? '80, 443' : '80')),
    age,
  ],
});
