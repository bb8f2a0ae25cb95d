/**
 * Models: pkg/apis/core/validation (ValidateConfigMap, ValidateSecret, their updates), core.MaxSecretSize.
 * Simplified: keys are walked in order; the size of a Secret is that of the decoded values.
 * Not modelled: the exact words of Go's JSON decoder for broken docker configs.
 */
import { equalJson } from '../../../shared/json';
import { type FieldError, forbidden, invalid, required, tooLong } from '../field-error';
import type { ConfigMap, Secret } from '../types';
import { base64ByteLength, base64Text } from './base64';
import { addAll, checkImmutable } from './fields';
import { byteLength, isConfigMapKey, isDns1123Subdomain } from './formats';
import { checkObjectMeta, checkObjectMetaUpdate } from './object-meta';
import { sortedKeys } from './printable';

/** 1 MiB. */
const MAX_DATA_BYTES = 1048576;
const IMMUTABLE = 'field is immutable when `immutable` is set';

export function validateConfigMap(configMap: ConfigMap): FieldError[] {
  const errors: FieldError[] = [];
  checkConfigMap(errors, configMap);
  return errors;
}

function checkConfigMap(errors: FieldError[], configMap: ConfigMap): void {
  checkObjectMeta(errors, configMap, true, isDns1123Subdomain);
  const data = configMap.data ?? {};
  const binaryData = configMap.binaryData ?? {};
  let bytes = 0;
  for (const key of sortedKeys(data)) {
    addAll(errors, `data[${key}]`, key, isConfigMapKey(key));
    if (Object.hasOwn(binaryData, key)) {
      errors.push(invalid(`data[${key}]`, key, 'duplicate of key present in binaryData'));
    }
    bytes += byteLength(data[key] ?? '');
  }
  for (const key of sortedKeys(binaryData)) {
    addAll(errors, `binaryData[${key}]`, key, isConfigMapKey(key));
    bytes += base64ByteLength(binaryData[key] ?? '');
  }
  if (bytes > MAX_DATA_BYTES) errors.push(tooLong('', MAX_DATA_BYTES));
}

export function validateConfigMapUpdate(configMap: ConfigMap, old: ConfigMap): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, configMap, old);
  if (old.immutable === true) {
    if (configMap.immutable !== true) errors.push(forbidden('immutable', IMMUTABLE));
    if (!equalJson(configMap.data ?? {}, old.data ?? {})) errors.push(forbidden('data', IMMUTABLE));
    if (!equalJson(configMap.binaryData ?? {}, old.binaryData ?? {})) errors.push(forbidden('binaryData', IMMUTABLE));
  }
  checkConfigMap(errors, configMap);
  return errors;
}

export function validateSecret(secret: Secret): FieldError[] {
  const errors: FieldError[] = [];
  checkSecret(errors, secret);
  return errors;
}

function checkSecret(errors: FieldError[], secret: Secret): void {
  checkObjectMeta(errors, secret, true, isDns1123Subdomain);
  const data = secret.data ?? {};
  let bytes = 0;
  for (const key of sortedKeys(data)) {
    addAll(errors, `data[${key}]`, key, isConfigMapKey(key));
    bytes += base64ByteLength(data[key] ?? '');
  }
  if (bytes > MAX_DATA_BYTES) errors.push(tooLong('data', MAX_DATA_BYTES));
  checkByType(errors, secret, data);
}

function checkByType(errors: FieldError[], secret: Secret, data: Readonly<Record<string, string>>): void {
  const need = (key: string): void => void errors.push(required(`data[${key}]`));
  const has = (key: string): boolean => Object.hasOwn(data, key);
  switch (secret.type) {
    case 'kubernetes.io/service-account-token': {
      const annotation = 'kubernetes.io/service-account.name';
      if (!secret.metadata.annotations?.[annotation]) errors.push(required(`metadata.annotations[${annotation}]`));
      return;
    }
    case 'kubernetes.io/dockercfg':
      if (has('.dockercfg')) checkJsonObject(errors, data, '.dockercfg');
      else need('.dockercfg');
      return;
    case 'kubernetes.io/dockerconfigjson':
      if (has('.dockerconfigjson')) checkJsonObject(errors, data, '.dockerconfigjson');
      else need('.dockerconfigjson');
      return;
    case 'kubernetes.io/basic-auth':
      if (has('username') || has('password')) return;
      need('username');
      need('password');
      return;
    case 'kubernetes.io/ssh-auth':
      if (!data['ssh-privatekey']) need('ssh-privatekey');
      return;
    case 'kubernetes.io/tls':
      if (!has('tls.crt')) need('tls.crt');
      if (!has('tls.key')) need('tls.key');
      return;
  }
}

function checkJsonObject(errors: FieldError[], data: Readonly<Record<string, string>>, key: string): void {
  const why = jsonObjectError(base64Text(data[key] ?? ''));
  if (why !== undefined) errors.push(invalid(`data[${key}]`, '<secret contents redacted>', why));
}

function jsonObjectError(text: string): string | undefined {
  if (text.trim() === '') return 'unexpected end of JSON input';
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined;
    const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
  } catch {
    return `invalid character '${text.trim().charAt(0)}' looking for beginning of value`;
  }
}

export function validateSecretUpdate(secret: Secret, old: Secret): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, secret, old);
  checkImmutable(errors, 'type', secret.type ?? '', old.type ?? '');
  if (old.immutable === true) {
    if (secret.immutable !== true) errors.push(forbidden('immutable', IMMUTABLE));
    if (!equalJson(secret.data ?? {}, old.data ?? {})) errors.push(forbidden('data', IMMUTABLE));
  }
  checkSecret(errors, secret);
  return errors;
}
