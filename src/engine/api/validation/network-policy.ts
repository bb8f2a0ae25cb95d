/**
 * Models: pkg/apis/networking/validation (ValidateNetworkPolicySpec, ValidateNetworkPolicyPort,
 *   ValidateNetworkPolicyPeer, ValidateIPBlock).
 * Simplified: `except` of an IPv6 block is compared with it by prefix length alone.
 * Not modelled: the leniency for objects that older releases stored.
 */
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import type { IPBlock, NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from '../types';
import { addAll } from './fields';
import { isPortName, isPortNumber } from './formats';
import { checkCidr, cidrFamilyOf, ipv4Number } from './ip';
import { checkLabelSelector } from './labels';
import { rulesOf } from './names';

const TYPES = ['Ingress', 'Egress'];
const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];

export const networkPolicyRules = rulesOf<NetworkPolicy>(true, (errors, policy) => {
  const spec = policy.spec;
  checkLabelSelector(errors, 'spec.podSelector', spec?.podSelector);
  for (const [i, rule] of (spec?.ingress ?? []).entries())
    checkRule(errors, `spec.ingress[${i}]`, rule.ports, 'from', rule.from);
  for (const [i, rule] of (spec?.egress ?? []).entries())
    checkRule(errors, `spec.egress[${i}]`, rule.ports, 'to', rule.to);
  const types = spec?.policyTypes ?? [];
  if (types.length > TYPES.length)
    errors.push(invalid('spec.policyTypes', types, 'may not specify more than two policyTypes'));
  else
    for (const [i, type] of types.entries())
      if (!TYPES.includes(type)) errors.push(notSupported(`spec.policyTypes[${i}]`, type, TYPES));
});

function checkRule(
  errors: FieldError[],
  field: string,
  ports: readonly NetworkPolicyPort[] | undefined,
  side: 'from' | 'to',
  peers: readonly NetworkPolicyPeer[] | undefined,
): void {
  for (const [i, port] of (ports ?? []).entries()) checkPort(errors, `${field}.ports[${i}]`, port);
  for (const [i, peer] of (peers ?? []).entries()) checkPeer(errors, `${field}.${side}[${i}]`, peer);
}

function checkPort(errors: FieldError[], field: string, { protocol, port, endPort }: NetworkPolicyPort): void {
  if (protocol != null && !PROTOCOLS.includes(protocol))
    errors.push(notSupported(`${field}.protocol`, protocol, PROTOCOLS));
  const endRefused = (why: string) => errors.push(invalid(`${field}.endPort`, endPort, why));
  if (port == null) {
    if (endPort != null) endRefused('may not be specified when `port` is not specified');
  } else if (typeof port === 'number') {
    addAll(errors, `${field}.port`, port, isPortNumber(port));
    if (endPort == null) return;
    if (endPort < port) endRefused('must be greater than or equal to `port`');
    addAll(errors, `${field}.endPort`, endPort, isPortNumber(endPort));
  } else {
    if (endPort != null) endRefused('may not be specified when `port` is non-numeric');
    addAll(errors, `${field}.port`, port, isPortName(port));
  }
}

function checkPeer(errors: FieldError[], field: string, peer: NetworkPolicyPeer): void {
  checkLabelSelector(errors, `${field}.podSelector`, peer.podSelector);
  checkLabelSelector(errors, `${field}.namespaceSelector`, peer.namespaceSelector);
  if (peer.ipBlock != null) checkBlock(errors, `${field}.ipBlock`, peer.ipBlock);
  const count = [peer.podSelector, peer.namespaceSelector, peer.ipBlock].filter((part) => part != null).length;
  if (count === 0) errors.push(required(field, 'must specify a peer'));
  else if (count > 1 && peer.ipBlock != null)
    errors.push(forbidden(field, 'may not specify both ipBlock and another peer'));
}

function checkBlock(errors: FieldError[], field: string, block: IPBlock): void {
  if (!block.cidr) return void errors.push(required(`${field}.cidr`));
  checkCidr(errors, `${field}.cidr`, block.cidr);
  if (cidrFamilyOf(block.cidr) === undefined) return;
  for (const [i, except] of (block.except ?? []).entries()) {
    checkCidr(errors, `${field}.except[${i}]`, except);
    if (cidrFamilyOf(except) !== undefined && !isStrictlyInside(except, block.cidr))
      errors.push(invalid(`${field}.except[${i}]`, except, 'must be a strict subset of `cidr`'));
  }
}

function isStrictlyInside(inner: string, outer: string): boolean {
  const [innerIp = '', innerBits = ''] = inner.split('/');
  const [outerIp = '', outerBits = ''] = outer.split('/');
  if (Number(innerBits) <= Number(outerBits)) return false;
  if (cidrFamilyOf(inner) !== cidrFamilyOf(outer)) return false;
  const a = ipv4Number(innerIp);
  const b = ipv4Number(outerIp);
  if (a === undefined || b === undefined) return true;
  const size = 2 ** (32 - Number(outerBits));
  return Math.floor(a / size) === Math.floor(b / size);
}
