/**
 * Models: pkg/registry/admissionregistration/validatingadmissionpolicybinding/strategy.go.
 * Simplified: -
 * Not modelled: -
 */

import { required } from '../field-error';
import type { ValidatingAdmissionPolicyBinding } from '../types';
import { rulesOf } from '../validation/names';
import { age, column } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration } from './generation';

export const validatingAdmissionPolicyBindingKind = defineKind<ValidatingAdmissionPolicyBinding>({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  resource: 'validatingadmissionpolicybindings',
  namespaced: false,

  unattended: true,
  prepareForCreate: firstGeneration,
  prepareForUpdate: bumpOnSpecChange,
  ...rulesOf<ValidatingAdmissionPolicyBinding>(false, (errors, { spec }) => {
    if (!spec?.policyName) errors.push(required('spec.policyName'));
  }),
  columns: [
    column('PolicyName', ({ spec }) => spec?.policyName ?? ''),
    column('ParamRef', ({ spec }) => spec?.paramRef?.name ?? '<unset>'),
    age,
  ],
});
