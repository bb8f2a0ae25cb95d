/**
 * Models: pkg/registry/admissionregistration/validatingwebhookconfiguration/strategy.go, pkg/apis/admissionregistration/v1/defaults.go.
 * Simplified: -
 * Not modelled: calls to webhooks.
 */
import type { ValidatingWebhookConfiguration } from '../types';
import { semanticEqual } from '../validation/semantic-equal';
import { webhookRules } from '../validation/webhooks';
import { age, count } from './columns';
import { defineKind } from './define-kind';
import { firstGeneration, nextGeneration } from './generation';
import { defaultWebhooks } from './webhook-defaults';

export const validatingWebhookConfigurationKind = defineKind<ValidatingWebhookConfiguration>({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingWebhookConfiguration',
  resource: 'validatingwebhookconfigurations',
  namespaced: false,

  unattended: true,
  setDefaults: (configuration) => defaultWebhooks(configuration, {}),
  prepareForCreate: firstGeneration,
  prepareForUpdate: (given, old) => (semanticEqual(given.webhooks, old.webhooks) ? given : nextGeneration(given, old)),
  ...webhookRules<ValidatingWebhookConfiguration>(),
  columns: [count('Webhooks', ({ webhooks }) => (webhooks ?? []).length), age],
});
