/**
 * Models: pkg/registry/admissionregistration/mutatingadmissionpolicybinding/strategy.go.
 * Simplified: -
 * Not modelled: -
 */

import { required } from '../field-error';
import type { MutatingAdmissionPolicyBinding } from '../types';
import { rulesOf } from '../validation/names';
import { age, column } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration } from './generation';

export const mutatingAdmissionPolicyBindingKind = defineKind<MutatingAdmissionPolicyBinding>({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicyBinding',
  resource: 'mutatingadmissionpolicybindings',
  namespaced: false,

  unattended: true,
  prepareForCreate: firstGeneration,
  prepareForUpdate: bumpOnSpecChange,
  ...rulesOf<MutatingAdmissionPolicyBinding>(false, (errors, { spec }) => {
    if (!spec?.policyName) errors.push(required('spec.policyName'));
  }),
  columns: [
    column('PolicyName', ({ spec }) => spec?.policyName ?? ''),
    column('ParamRef', ({ spec }) => spec?.paramRef?.name ?? '<unset>'),
    age,
  ],
});
