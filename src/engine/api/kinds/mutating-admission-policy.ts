/**
 * Models: pkg/registry/admissionregistration/mutatingadmissionpolicy/strategy.go.
 * Simplified: -
 * Not modelled: its expressions, which need an interpreter of CEL.
 */

import { required } from '../field-error';
import type { MutatingAdmissionPolicy } from '../types';
import { rulesOf } from '../validation/names';
import { age, column, count } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration } from './generation';
import { defaultPolicy } from './policy-defaults';

export const mutatingAdmissionPolicyKind = defineKind<MutatingAdmissionPolicy>({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicy',
  resource: 'mutatingadmissionpolicies',
  namespaced: false,

  unattended: true,
  setDefaults: defaultPolicy,
  prepareForCreate: firstGeneration,
  prepareForUpdate: bumpOnSpecChange,
  ...rulesOf<MutatingAdmissionPolicy>(false, (errors, { spec }) => {
    if (spec?.matchConstraints == null) errors.push(required('spec.matchConstraints'));
    else if ((spec.matchConstraints.resourceRules ?? []).length === 0)
      errors.push(required('spec.matchConstraints.resourceRules'));
    if ((spec?.mutations ?? []).length === 0)
      errors.push(required('spec.mutations', 'mutations must contain at least one item'));
  }),
  columns: [
    count('Mutations', ({ spec }) => (spec?.mutations ?? []).length),
    column('ParamKind', ({ spec }) =>
      spec?.paramKind ? `${spec.paramKind.apiVersion}/${spec.paramKind.kind}` : '<unset>',
    ),
    age,
  ],
});
