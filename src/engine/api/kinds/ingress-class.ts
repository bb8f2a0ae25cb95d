/**
 * Models: pkg/registry/networking/ingressclass/strategy.go, pkg/apis/networking/v1/defaults.go.
 * Simplified: -
 * Not modelled: -
 */
import type { IngressClass } from '../types';
import { ingressClassRules } from '../validation/ingress';
import { age, column } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration } from './generation';

export const ingressClassKind = defineKind<IngressClass>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IngressClass',
  resource: 'ingressclasses',
  singular: 'ingressclass',
  namespaced: false,
  unattended: true,
  setDefaults(given) {
    const parameters = given.spec?.parameters;
    if (parameters == null || parameters.scope != null) return given;
    return { ...given, spec: { ...given.spec, parameters: { ...parameters, scope: 'Cluster' } } };
  },
  prepareForCreate: firstGeneration,
  prepareForUpdate: bumpOnSpecChange,
  ...ingressClassRules,
  columns: [
    column('Controller', ({ spec }) => spec?.controller ?? ''),
    column('Parameters', ({ spec }) => {
      const parameters = spec?.parameters;
      if (parameters == null) return '<none>';
      const kind = parameters.apiGroup ? `${parameters.kind}.${parameters.apiGroup}` : parameters.kind;
      return `${kind}/${parameters.name}`;
    }),
    age,
  ],
});
