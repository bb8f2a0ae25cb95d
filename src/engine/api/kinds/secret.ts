/**
 * Models: pkg/registry/core/secret/strategy.go, pkg/apis/core/v1 (SetDefaults_Secret, the conversion of stringData).
 * Simplified: -
 * Not modelled: -
 */
import type { Secret } from '../types';
import { toBase64 } from '../validation/base64';
import { validateSecret, validateSecretUpdate } from '../validation/config';
import { defineKind } from './define-kind';

/** stringData is for writing only: it goes over data, encoded, and is never stored. */
function foldStringData(secret: Secret): Secret {
  if (secret.stringData == null) return secret;
  const { stringData, ...rest } = secret;
  const encoded = Object.entries(stringData).map(([key, value]): [string, string] => [key, toBase64(value)]);
  if (encoded.length === 0) return rest;
  return { ...rest, data: { ...secret.data, ...Object.fromEntries(encoded) } };
}

export const secretKind = defineKind<Secret>({
  group: '',
  version: 'v1',
  kind: 'Secret',
  resource: 'secrets',
  namespaced: true,
  shortNames: [],
  setDefaults(secret) {
    const folded = foldStringData(secret);
    return folded.type ? folded : { ...folded, type: 'Opaque' };
  },
  validate: validateSecret,
  validateUpdate: validateSecretUpdate,
  selectableFields: { type: (secret) => secret.type ?? '' },
});
