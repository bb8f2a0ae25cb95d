/**
 * Models: pkg/registry/admissionregistration/validatingadmissionpolicy/strategy.go.
 * Simplified: -
 * Not modelled: its expressions, which need an interpreter of CEL.
 */

import { required } from '../field-error';
import type { ValidatingAdmissionPolicy } from '../types';
import { rulesOf } from '../validation/names';
import { age, column, count } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';
import { defaultPolicy } from './policy-defaults';

const NO_STATUS = {};

export const validatingAdmissionPolicyKind = defineKind<ValidatingAdmissionPolicy>({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicy',
  resource: 'validatingadmissionpolicies',
  namespaced: false,

  subresources: ['status'],
  unattended: true,
  setDefaults: defaultPolicy,
  prepareForCreate: (policy) => firstGeneration(withStatus(policy, NO_STATUS)),
  prepareForUpdate: (policy, old) => bumpOnSpecChange(withStatus(policy, old.status), old),
  prepareForStatusUpdate: withSpecOf,
  ...rulesOf<ValidatingAdmissionPolicy>(false, (errors, { spec }) => {
    if (spec?.matchConstraints == null) errors.push(required('spec.matchConstraints'));
    else if ((spec.matchConstraints.resourceRules ?? []).length === 0)
      errors.push(required('spec.matchConstraints.resourceRules'));
    if ((spec?.validations ?? []).length === 0 && (spec?.auditAnnotations ?? []).length === 0)
      errors.push(required('spec.validations', 'validations or auditAnnotations must be non-empty'));
  }),
  columns: [
    count('Validations', ({ spec }) => (spec?.validations ?? []).length),
    column('ParamKind', ({ spec }) =>
      spec?.paramKind ? `${spec.paramKind.apiVersion}/${spec.paramKind.kind}` : '<unset>',
    ),
    age,
  ],
});
