/**
 * Models: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition (strategy.go, etcd.go Delete),
 *   pkg/apis/apiextensions/v1/defaults.go.
 * Simplified: -
 * Not modelled: conversion by webhooks.
 */
import { withDefinitionCondition } from '../custom/definition-conditions';
import { checkDefinition } from '../custom/definition-rules';
import type { CustomResourceDefinition } from '../types';
import { rulesOf } from '../validation/names';
import { column } from './columns';
import { defineKind } from './define-kind';
import { bumpOnSpecChange, firstGeneration, withSpecOf, withStatus } from './generation';

/** On a definition until its objects are gone. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

function withStoredVersion(definition: CustomResourceDefinition): CustomResourceDefinition {
  const stored = definition.spec?.versions?.find(({ storage }) => storage)?.name;
  const before = definition.status?.storedVersions ?? [];
  if (stored === undefined || before.includes(stored)) return definition;
  return { ...definition, status: { ...definition.status, storedVersions: [...before, stored] } };
}

export const customResourceDefinitionKind = defineKind<CustomResourceDefinition>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  resource: 'customresourcedefinitions',
  namespaced: false,
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  subresources: ['status'],
  setDefaults(definition) {
    const { spec } = definition;
    const { names, conversion } = spec ?? {};
    if (names == null) return definition;
    const { singular, listKind, kind } = names;
    if (conversion && ((singular && listKind) || !kind)) return definition;
    const named =
      kind && !(singular && listKind)
        ? { ...names, singular: singular || kind.toLowerCase(), listKind: listKind || `${kind}List` }
        : names;
    return { ...definition, spec: { ...spec, conversion: conversion ?? { strategy: 'None' }, names: named } };
  },
  prepareForCreate: (definition) => {
    const status = { conditions: [], acceptedNames: { kind: '', plural: '' }, storedVersions: [] };
    return withStoredVersion(firstGeneration(withStatus(definition, status)));
  },
  prepareForUpdate: (definition, old) => withStoredVersion(bumpOnSpecChange(withStatus(definition, old.status), old)),
  prepareForStatusUpdate: withSpecOf,
  ...rulesOf<CustomResourceDefinition>(false, checkDefinition),
  allowUnconditionalUpdate: false,
  beginDeletion(definition, nowMicros) {
    const { finalizers = [] } = definition.metadata;
    const kept = finalizers.includes(cleanupFinalizer) ? finalizers : [...finalizers, cleanupFinalizer];
    const message = 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon';
    const marked = { ...definition, metadata: { ...definition.metadata, finalizers: kept } };
    return withDefinitionCondition(marked, 'Terminating', 'True', 'InstanceDeletionPending', message, nowMicros);
  },
  columns: [column('Created At', ({ metadata }) => metadata.creationTimestamp ?? '')],
});
