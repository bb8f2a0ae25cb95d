/**
 * Models: pkg/apis/admissionregistration/validation (validateValidatingWebhook, validateMutatingWebhook).
 * Simplified: match conditions are not compiled.
 * Not modelled: reserved names, url syntax.
 */
import { duplicate, type FieldError, invalid, notSupported, required } from '../field-error';
import type { KubeObject } from '../meta';
import type { ValidatingWebhook } from '../types';
import { addAll } from './fields';
import { isFullyQualifiedDomainName } from './formats';
import { checkLabelSelector } from './labels';
import { rulesOf } from './names';

const VERSIONS = ['v1', 'v1beta1'];
const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

interface Configuration extends KubeObject {
  readonly webhooks?: readonly ValidatingWebhook[] | undefined;
}

/** Of both kinds of webhook configurations. */
export function webhookRules<T extends Configuration>() {
  return rulesOf<T>(false, (errors, configuration) => {
    const names = new Set<string>();
    for (const [i, webhook] of (configuration.webhooks ?? []).entries()) {
      checkWebhook(errors, `webhooks[${i}]`, webhook);
      if (names.has(webhook.name)) errors.push(duplicate(`webhooks[${i}].name`, webhook.name));
      names.add(webhook.name);
    }
  });
}

function oneOf(errors: FieldError[], field: string, value: string | undefined, allowed: readonly string[]): void {
  if (value != null && !allowed.includes(value)) errors.push(notSupported(field, value, allowed));
}

function checkWebhook(errors: FieldError[], field: string, webhook: ValidatingWebhook): void {
  const name = webhook.name ?? '';
  if (name === '') errors.push(required(`${field}.name`));
  else addAll(errors, `${field}.name`, name, isFullyQualifiedDomainName(name));
  const versions = webhook.admissionReviewVersions ?? [];
  if (versions.length === 0)
    errors.push(required(`${field}.admissionReviewVersions`, `must specify one of ${VERSIONS.join(', ')}`));
  else if (!versions.some((version) => VERSIONS.includes(version))) {
    const message = `must include at least one of ${VERSIONS.join(', ')}`;
    errors.push(invalid(`${field}.admissionReviewVersions`, versions, message));
  }
  for (const [i, rule] of (webhook.rules ?? []).entries()) {
    const place = `${field}.rules[${i}]`;
    for (const list of ['operations', 'apiGroups', 'apiVersions', 'resources'] as const)
      if ((rule[list] ?? []).length === 0) errors.push(required(`${place}.${list}`));
    for (const [j, operation] of (rule.operations ?? []).entries())
      oneOf(errors, `${place}.operations[${j}]`, operation, OPERATIONS);
    oneOf(errors, `${place}.scope`, rule.scope, ['*', 'Cluster', 'Namespaced']);
  }
  oneOf(errors, `${field}.failurePolicy`, webhook.failurePolicy, ['Fail', 'Ignore']);
  oneOf(errors, `${field}.matchPolicy`, webhook.matchPolicy, ['Equivalent', 'Exact']);
  if (webhook.sideEffects == null)
    errors.push(required(`${field}.sideEffects`, 'must specify one of None, NoneOnDryRun'));
  else oneOf(errors, `${field}.sideEffects`, webhook.sideEffects, ['None', 'NoneOnDryRun']);
  const timeout = webhook.timeoutSeconds;
  if (timeout != null && (timeout > 30 || timeout < 1)) {
    const message = 'the timeout value must be between 1 and 30 seconds';
    errors.push(invalid(`${field}.timeoutSeconds`, timeout, message));
  }
  checkLabelSelector(errors, `${field}.namespaceSelector`, webhook.namespaceSelector);
  const { url, service } = webhook.clientConfig ?? {};
  const both = 'exactly one of url or service is required';
  if ((url == null) === (service == null)) errors.push(required(`${field}.clientConfig`, both));
}
