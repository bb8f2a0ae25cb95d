/**
 * Models: pkg/registry/core/serviceaccount/strategy.go.
 * Simplified: -
 * Not modelled: the token subresource.
 */
import type { ObjectReference, ServiceAccount } from '../types';
import { validateServiceAccount, validateServiceAccountUpdate } from '../validation/namespace';
import { mapList } from './copy-on-write';
import { defineKind } from './define-kind';

/** Of a referenced secret only the name is kept. */
function cleanSecrets(account: ServiceAccount): ServiceAccount {
  const secrets = mapList<ObjectReference>(account.secrets, (secret) => {
    return Object.keys(secret).every((member) => member === 'name') ? secret : { name: secret.name };
  });
  return secrets === account.secrets ? account : { ...account, secrets };
}

export const serviceAccountKind = defineKind<ServiceAccount>({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  resource: 'serviceaccounts',
  namespaced: true,
  shortNames: ['sa'],
  prepareForCreate: cleanSecrets,
  prepareForUpdate: cleanSecrets,
  validate: validateServiceAccount,
  validateUpdate: validateServiceAccountUpdate,
  returnsDeletedObject: true,
});
