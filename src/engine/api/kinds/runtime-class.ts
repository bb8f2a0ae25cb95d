/**
 * Models: pkg/registry/node/runtimeclass/strategy.go, pkg/apis/node/validation.
 * Simplified: -
 * Not modelled: -
 */
import type { RuntimeClass } from '../types';
import { checkDnsLabel, checkImmutable } from '../validation/fields';
import { rulesOf } from '../validation/names';
import { age, column } from './columns';
import { defineKind } from './define-kind';

export const runtimeClassKind = defineKind<RuntimeClass>({
  group: 'node.k8s.io',
  version: 'v1',
  kind: 'RuntimeClass',
  resource: 'runtimeclasses',
  namespaced: false,
  ...rulesOf<RuntimeClass>(false, (errors, given, old) => {
    if (old === undefined) checkDnsLabel(errors, 'handler', given.handler ?? '');
    else checkImmutable(errors, 'handler', given.handler, old.handler);
  }),
  columns: [column('Handler', ({ handler }) => handler ?? ''), age],
});
