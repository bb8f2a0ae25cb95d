/**
 * Models: pkg/registry/certificates/certificates/strategy.go, pkg/apis/certificates/validation.
 * Simplified: -
 * Not modelled: who asks is always the administrator; the subresource `approval`.
 */

import { required } from '../field-error';
import { humanDuration } from '../human-duration';
import type { CertificateSigningRequest } from '../types';
import { checkImmutable } from '../validation/fields';
import { isPathSegmentName, rulesOf } from '../validation/names';
import { age, column } from './columns';
import { defineKind } from './define-kind';
import { withSpecOf, withStatus } from './generation';

const NO_STATUS = {};
const ADMINISTRATOR = { username: 'kubernetes-admin', groups: ['kubeadm:cluster-admins', 'system:authenticated'] };

function conditionText({ status }: CertificateSigningRequest): string {
  const types = (status?.conditions ?? []).map(({ type }) => type);
  const parts = types.includes('Denied') ? ['Denied'] : types.includes('Approved') ? ['Approved'] : ['Pending'];
  if (types.includes('Failed')) parts.push('Failed');
  if (status?.certificate) parts.push('Issued');
  return parts.join(',');
}

export const certificateSigningRequestKind = defineKind<CertificateSigningRequest>({
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'CertificateSigningRequest',
  resource: 'certificatesigningrequests',
  namespaced: false,
  shortNames: ['csr'],
  subresources: ['status'],
  unattended: true,
  prepareForCreate: (request) => withStatus({ ...request, spec: { ...request.spec, ...ADMINISTRATOR } }, NO_STATUS),
  prepareForUpdate: (request, old) => withStatus(withSpecOf(request, old), old.status),
  prepareForStatusUpdate: withSpecOf,
  ...rulesOf<CertificateSigningRequest>(
    false,
    (errors, { spec }, old) => {
      if (!spec?.request) errors.push(required('spec.request'));
      if ((spec?.usages ?? []).length === 0) errors.push(required('spec.usages'));
      if (!spec?.signerName) errors.push(required('spec.signerName'));
      if (old !== undefined) checkImmutable(errors, 'spec', spec, old.spec);
    },
    isPathSegmentName,
  ),
  columns: [
    age,
    column('SignerName', ({ spec }) => spec?.signerName ?? '<none>'),
    column('Requestor', ({ spec }) => spec?.username ?? ''),
    column('RequestedDuration', ({ spec }) =>
      spec?.expirationSeconds == null ? '<none>' : humanDuration(spec.expirationSeconds * 1e6),
    ),
    column('Condition', conditionText),
  ],
});
