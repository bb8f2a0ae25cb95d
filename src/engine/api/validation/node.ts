/**
 * Models: pkg/apis/core/validation (ValidateNode, ValidateNodeUpdate, validateNodeTaints, ValidateNodeResources).
 * Simplified: -
 * Not modelled: configSource (a feature that was removed), annotations of alpha taints.
 */
import { duplicate, type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import type { Node, NodeAddress, Taint } from '../types';
import { checkLabelKey } from './fields';
import { isDns1123Subdomain, isLabelValue } from './formats';
import { checkCidr, cidrFamilyOf } from './ip';
import { checkObjectMeta, checkObjectMetaUpdate } from './object-meta';
import { checkQuantityValue } from './resources';
import { TAINT_EFFECTS } from './scheduling';

export function validateNode(node: Node): FieldError[] {
  const errors: FieldError[] = [];
  checkNode(errors, node);
  return errors;
}

function checkNode(errors: FieldError[], node: Node): void {
  checkObjectMeta(errors, node, false, isDns1123Subdomain);
  checkTaints(errors, node.spec?.taints ?? []);
  checkResources(errors, node);
  const cidrs = node.spec?.podCIDRs ?? [];
  for (let i = 0; i < cidrs.length; i++) checkCidr(errors, `spec.podCIDRs[${i}]`, cidrs[i] as string);
  if (cidrs.length < 2) return;
  if (cidrs.length > 2 || new Set(cidrs.map(cidrFamilyOf)).size < 2) {
    errors.push(invalid('spec.podCIDRs', cidrs, 'may specify no more than one CIDR for each IP family'));
  }
  for (let i = 0; i < cidrs.length; i++) {
    if (cidrs.indexOf(cidrs[i] as string) < i) errors.push(duplicate(`spec.podCIDRs[${i}]`, cidrs[i]));
  }
}

function checkTaints(errors: FieldError[], taints: readonly Taint[]): void {
  const seen = new Set<string>();
  for (let i = 0; i < taints.length; i++) {
    const { key = '', value = '', effect = '', timeAdded } = taints[i] as Taint;
    const path = `metadata.taints[${i}]`;
    checkLabelKey(errors, `${path}.key`, key);
    const messages = isLabelValue(value);
    if (messages.length > 0) errors.push(invalid(`${path}.value`, value, messages.join(';')));
    if (effect === '') errors.push(required(`${path}.effect`));
    else if (!TAINT_EFFECTS.includes(effect)) errors.push(notSupported(`${path}.effect`, effect, TAINT_EFFECTS));
    const unique = `${effect}/${key}`;
    if (seen.has(unique)) {
      const printed = { Key: key, Value: value, Effect: effect, TimeAdded: timeAdded ?? null };
      errors.push({ ...duplicate(path, printed), detail: 'taints must be unique by key and effect pair' });
    }
    seen.add(unique);
  }
}

function checkResources(errors: FieldError[], node: Node): void {
  for (const list of ['capacity', 'allocatable'] as const) {
    const quantities = node.status?.[list] ?? {};
    for (const name in quantities) {
      checkQuantityValue(errors, `status.${list}.${name}`, name, quantities[name] ?? '0');
    }
  }
}

export function validateNodeUpdate(node: Node, old: Node): FieldError[] {
  const errors: FieldError[] = [];
  checkNode(errors, node);
  checkNodeUpdate(errors, node, old);
  return errors;
}

/** A status update is checked as an update alone, without the checks of a new Node. */
export function validateNodeStatusUpdate(node: Node, old: Node): FieldError[] {
  const errors: FieldError[] = [];
  checkNodeUpdate(errors, node, old);
  return errors;
}

function checkNodeUpdate(errors: FieldError[], node: Node, old: Node): void {
  checkObjectMetaUpdate(errors, node, old);
  if (node.status !== old.status) {
    checkResources(errors, node);
    checkAddresses(errors, node.status?.addresses ?? []);
  }
  const cidrs = node.spec?.podCIDRs ?? [];
  const oldCidrs = old.spec?.podCIDRs ?? [];
  if (oldCidrs.length > 0) {
    const message = 'node updates may not change podCIDR except from "" to valid';
    if (oldCidrs.length !== cidrs.length) errors.push(forbidden('spec.podCIDRs', message));
    else
      for (let i = 0; i < cidrs.length; i++)
        if (cidrs[i] !== oldCidrs[i]) errors.push(forbidden('spec.podCIDRs', message));
  }
  const provider = old.spec?.providerID ?? '';
  if (provider !== '' && provider !== node.spec?.providerID) {
    errors.push(forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid'));
  }
  checkTaints(errors, node.spec?.taints ?? []);
  if ((node.spec?.externalID ?? '') !== (old.spec?.externalID ?? '')) {
    errors.push(forbidden('spec.externalID', 'may not be updated'));
  }
}

function checkAddresses(errors: FieldError[], addresses: readonly NodeAddress[]): void {
  const seen = new Set<string>();
  for (let i = 0; i < addresses.length; i++) {
    const { type = '', address = '' } = addresses[i] as NodeAddress;
    const key = `${type} ${address}`;
    if (seen.has(key)) errors.push(duplicate(`status.addresses[${i}]`, { Type: type, Address: address }));
    seen.add(key);
  }
}
