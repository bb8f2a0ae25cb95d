/**
 * Models: pkg/apis/core/validation (ValidateEnv, validateEnvVarValueFrom, ValidateEnvFrom).
 * Simplified: names follow the relaxed rule, on by default since 1.34.
 * Not modelled: fileKeyRef beyond its being one of the sources.
 */
import { type FieldError, invalid, required } from '../field-error';
import type { EnvFromSource, EnvVar, EnvVarSource } from '../types';
import { checkFieldSelector, checkResourceFieldSelector, ENV_FIELD_PATHS } from './downward-api';
import { addAll } from './fields';
import { isConfigMapKey, isDns1123Subdomain, isEnvVarName, maskTrailingDash } from './formats';

export function checkEnv(errors: FieldError[], field: string, vars: readonly EnvVar[]): void {
  for (let i = 0; i < vars.length; i++) {
    const { name = '', value, valueFrom } = vars[i] as EnvVar;
    if (name === '') errors.push(required(`${field}[${i}].name`));
    else if (isEnvVarName(name).length > 0) addAll(errors, `${field}[${i}].name`, name, isEnvVarName(name));
    if (valueFrom != null) checkValueFrom(errors, `${field}[${i}].valueFrom`, value ?? '', valueFrom);
  }
}

function checkValueFrom(errors: FieldError[], field: string, value: string, source: EnvVarSource): void {
  let sources = 0;
  if (source.fieldRef != null) {
    sources++;
    checkFieldSelector(errors, `${field}.fieldRef`, source.fieldRef, ENV_FIELD_PATHS);
  }
  if (source.resourceFieldRef != null) {
    sources++;
    checkResourceFieldSelector(errors, `${field}.resourceFieldRef`, source.resourceFieldRef, false);
  }
  if (source.configMapKeyRef != null) {
    sources++;
    checkKeySelector(errors, `${field}.configMapKeyRef`, source.configMapKeyRef);
  }
  if (source.secretKeyRef != null) {
    sources++;
    checkKeySelector(errors, `${field}.secretKeyRef`, source.secretKeyRef);
  }
  if (source.fileKeyRef != null) sources++;
  if (sources === 0) {
    errors.push(
      invalid(
        field,
        '',
        'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
      ),
    );
  } else if (value !== '') errors.push(invalid(field, '', 'may not be specified when `value` is not empty'));
  else if (sources > 1) errors.push(invalid(field, '', 'may not have more than one field specified at a time'));
}

function checkKeySelector(
  errors: FieldError[],
  field: string,
  selector: { name?: string | undefined; key: string },
): void {
  const name = selector.name ?? '';
  addAll(errors, `${field}.name`, name, isDns1123Subdomain(name));
  if (!selector.key) errors.push(required(`${field}.key`));
  else addAll(errors, `${field}.key`, selector.key, isConfigMapKey(selector.key));
}

export function checkEnvFrom(errors: FieldError[], field: string, sources: readonly EnvFromSource[]): void {
  for (let i = 0; i < sources.length; i++) {
    const { prefix = '', configMapRef, secretRef } = sources[i] as EnvFromSource;
    const path = `${field}[${i}]`;
    if (prefix !== '') addAll(errors, `${path}.prefix`, prefix, isEnvVarName(prefix));
    if (configMapRef != null) checkReference(errors, `${path}.configMapRef.name`, configMapRef.name ?? '');
    if (secretRef != null) checkReference(errors, `${path}.secretRef.name`, secretRef.name ?? '');
    if (configMapRef == null && secretRef == null) {
      errors.push(invalid(field, '', 'must specify one of: `configMapRef` or `secretRef`'));
    } else if (configMapRef != null && secretRef != null) {
      errors.push(invalid(field, '', 'may not have more than one field specified at a time'));
    }
  }
}

function checkReference(errors: FieldError[], field: string, name: string): void {
  if (name === '') errors.push(required(field));
  else addAll(errors, field, name, isDns1123Subdomain(maskTrailingDash(name)));
}
