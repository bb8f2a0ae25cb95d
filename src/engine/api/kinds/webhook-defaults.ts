/**
 * Models: pkg/apis/admissionregistration/v1/defaults.go: what both kinds of webhook configurations share.
 * Simplified: -
 * Not modelled: -
 */
import type { KubeObject } from '../meta';
import type { RuleWithOperations, ValidatingWebhook } from '../types';
import { mapList } from './copy-on-write';

type Webhook = ValidatingWebhook & { readonly reinvocationPolicy?: string | undefined };
interface Configuration extends KubeObject {
  readonly webhooks?: readonly Webhook[] | undefined;
}

const EVERYTHING = {};

function defaultWebhook(webhook: Webhook, more: Partial<Webhook>): Webhook {
  const rules = mapList<RuleWithOperations>(webhook.rules, (rule) => (rule.scope ? rule : { ...rule, scope: '*' }));
  const service = webhook.clientConfig?.service;
  const filled: Record<string, unknown> = { ...webhook };
  let changed = rules !== webhook.rules;
  if (changed) filled.rules = rules;
  if (service != null && service.port == null) {
    filled.clientConfig = { ...webhook.clientConfig, service: { ...service, port: 443 } };
    changed = true;
  }
  const defaults = {
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: EVERYTHING,
    objectSelector: EVERYTHING,
    timeoutSeconds: 10,
    ...more,
  };
  for (const [name, value] of Object.entries(defaults)) {
    if (filled[name] != null) continue;
    filled[name] = value;
    changed = true;
  }
  return changed ? (filled as unknown as Webhook) : webhook;
}

/** `more`: defaults that only one of the two kinds has. */
export function defaultWebhooks<T extends Configuration>(configuration: T, more: Partial<Webhook>): T {
  const webhooks = mapList<Webhook>(configuration.webhooks, (webhook) => defaultWebhook(webhook, more));
  return webhooks === configuration.webhooks ? configuration : { ...configuration, webhooks };
}
