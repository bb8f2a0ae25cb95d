/**
 * Models: pkg/registry/networking/networkpolicy/strategy.go, pkg/apis/networking/v1/defaults.go.
 * Simplified: -
 * Not modelled: -
 */
import type { NetworkPolicy, NetworkPolicyPort } from '../types';
import { networkPolicyRules } from '../validation/network-policy';
import { age, column, selectorCell } from './columns';
import { mapList } from './copy-on-write';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration } from './generation';

function defaultRule<T extends { readonly ports?: readonly NetworkPolicyPort[] | undefined }>(rule: T): T {
  const ports = mapList<NetworkPolicyPort>(rule.ports, (port) =>
    port.protocol == null ? { ...port, protocol: 'TCP' } : port,
  );
  return ports === rule.ports ? rule : { ...rule, ports };
}

function setDefaults(policy: NetworkPolicy): NetworkPolicy {
  const spec = policy.spec ?? {};
  const ingress = mapList(spec.ingress, defaultRule);
  const egress = mapList(spec.egress, defaultRule);
  const given = (spec.policyTypes ?? []).length > 0;
  if (given && ingress === spec.ingress && egress === spec.egress) return policy;
  const policyTypes = given ? spec.policyTypes : (egress ?? []).length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  return {
    ...policy,
    spec: { ...spec, ...(ingress == null ? {} : { ingress }), ...(egress == null ? {} : { egress }), policyTypes },
  };
}

export const networkPolicyKind = defineKind<NetworkPolicy>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  resource: 'networkpolicies',
  namespaced: true,
  shortNames: ['netpol'],
  unattended: true,
  setDefaults,
  prepareForCreate: firstGeneration,
  prepareForUpdate: bumpOnSpecChange,
  ...networkPolicyRules,
  columns: [column('Pod-Selector', ({ spec }) => selectorCell(spec?.podSelector ?? {})), age],
});
