/**
 * Models: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go, pkg/apiserver/schema/validation.go
 *   (structural schemas).
 * Simplified: -
 * Not modelled: CEL rules, conversion webhooks' fields, costs, defaults checked against their schema.
 */
import { type FieldError, forbidden, invalid, notSupported, required } from '../field-error';
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '../types';
import { checkImmutable } from '../validation/fields';
import { isDns1035Label, isDns1123Subdomain } from '../validation/formats';
import { isIntOrString, isMap, itemsOf, type JsonSchema, valuesOf } from './json-schema';

const APPROVED = 'api-approved.kubernetes.io';

function checkNames(errors: FieldError[], names: CustomResourceDefinitionNames | undefined, field: string): void {
  const check = (name: string, value: string | undefined, prefix = '') => {
    const texts = value ? isDns1035Label(value.toLowerCase()) : [];
    if (texts.length > 0) errors.push(invalid(`${field}.${name}`, value, prefix + texts.join(',')));
  };
  const mixed = 'may have mixed case, but should otherwise match: ';
  const plain = (name: string, value: string | undefined) => {
    const texts = value ? isDns1035Label(value) : [];
    if (texts.length > 0) errors.push(invalid(`${field}.${name}`, value, texts.join(',')));
  };
  plain('plural', names?.plural);
  plain('singular', names?.singular);
  check('kind', names?.kind, mixed);
  check('listKind', names?.listKind, mixed);
  for (const [i, name] of (names?.shortNames ?? []).entries()) plain(`shortNames[${i}]`, name);
  if (names?.kind && names.kind === names.listKind) {
    errors.push(invalid(`${field}.listKind`, names.listKind, 'kind and listKind may not be the same'));
  }
  for (const [i, name] of (names?.categories ?? []).entries()) plain(`categories[${i}]`, name);
}

/** What a schema must say so that values can be pruned and defaulted. `what`: what lacks a type. */
function checkStructural(errors: FieldError[], schema: JsonSchema, field: string, what: string): void {
  if (!schema.type && !isIntOrString(schema) && schema['x-kubernetes-preserve-unknown-fields'] !== true) {
    errors.push(required(`${field}.type`, `must not be empty ${what}`));
  }
  if (what === 'at the root' && schema.type && schema.type !== 'object') {
    errors.push(invalid(`${field}.type`, schema.type, 'must be object at the root'));
  }
  if (schema.uniqueItems) {
    const why = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbidden(`${field}.uniqueItems`, why));
  }
  if (schema.nullable && schema.type === undefined && isIntOrString(schema) === false) return;
  const values = valuesOf(schema);
  const properties = Object.entries(schema.properties ?? {});
  if (values !== undefined && properties.length > 0 && values !== true) {
    errors.push(forbidden(`${field}.additionalProperties`, 'additionalProperties and properties are mutual exclusive'));
  }
  if (isMap(values)) {
    checkStructural(errors, values as JsonSchema, `${field}.additionalProperties`, 'for specified object fields');
  }
  const items = itemsOf(schema);
  if (schema.type === 'array' && schema.items === undefined)
    errors.push(required(`${field}.items`, 'must be specified'));
  if (Array.isArray(schema.items)) {
    errors.push(forbidden(`${field}.items`, 'items must be a schema object and not an array'));
  }
  if (items !== undefined) checkStructural(errors, items, `${field}.items`, 'for specified array items');
  if (schema['x-kubernetes-list-type'] === 'map' && !schema['x-kubernetes-list-map-keys']) {
    const why = 'must not be empty if x-kubernetes-list-type is map';
    errors.push(required(`${field}.x-kubernetes-list-map-keys`, why));
  }
  for (const [name, property] of properties) {
    if (what === 'at the root' && name === 'metadata') continue;
    checkStructural(errors, property as JsonSchema, `${field}.properties[${name}]`, 'for specified object fields');
  }
}

function checkVersions(errors: FieldError[], versions: CustomResourceDefinition['spec']['versions']): void {
  const names = new Set<string>();
  let unique = true;
  for (const [i, version] of versions.entries()) {
    const field = `spec.versions[${i}]`;
    if (names.has(version.name)) unique = false;
    names.add(version.name);
    const texts = isDns1035Label(version.name ?? '');
    if (texts.length > 0) errors.push(invalid(`${field}.name`, version.name ?? '', texts.join(',')));
    const schema = version.schema?.openAPIV3Schema;
    if (schema == null) errors.push(required(`${field}.schema.openAPIV3Schema`, 'schemas are required'));
    else checkStructural(errors, schema, `${field}.schema.openAPIV3Schema`, 'at the root');
    for (const [j, { name, type, jsonPath }] of (version.additionalPrinterColumns ?? []).entries()) {
      const at = `${field}.additionalPrinterColumns[${j}]`;
      if (!name) errors.push(required(`${at}.name`));
      if (!type) errors.push(required(`${at}.type`, 'must be one of boolean,date,integer,number,string'));
      else if (!['boolean', 'date', 'integer', 'number', 'string'].includes(type)) {
        errors.push(invalid(`${at}.type`, type, 'must be one of boolean,date,integer,number,string'));
      }
      if (!jsonPath) errors.push(required(`${at}.JSONPath`));
    }
    const scale = version.subresources?.scale;
    if (!scale) continue;
    const paths = [
      ['specReplicasPath', scale.specReplicasPath, '.spec'],
      ['statusReplicasPath', scale.statusReplicasPath, '.status'],
    ] as const;
    for (const [name, path, root] of paths) {
      const at = `${field}.subresources.scale.${name}`;
      if (!path) errors.push(required(at));
      else if (!path.startsWith(`${root}.`)) {
        errors.push(invalid(at, path, `should be a json path under ${root}`));
      }
    }
  }
  if (!unique) errors.push(invalid('spec.versions', versions, 'must contain unique version names'));
  if (versions.filter(({ storage }) => storage).length !== 1) {
    errors.push(invalid('spec.versions', versions, 'must have exactly one version marked as storage version'));
  }
}

/** What is wrong with a definition beside its metadata; `old`: what is stored, on an update. */
export function checkDefinition(
  errors: FieldError[],
  { metadata, spec }: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
): void {
  const { group = '', scope = '', names } = spec ?? {};
  const name = `${names?.plural ?? ''}.${group}`;
  if (metadata.name !== name) {
    errors.push(invalid('metadata.name', metadata.name ?? '', 'must be spec.names.plural+"."+spec.group'));
  }
  const groupTexts = group === '' ? [] : isDns1123Subdomain(group);
  if (group === '') errors.push(required('spec.group'));
  else if (groupTexts.length > 0) errors.push(invalid('spec.group', group, groupTexts.join(',')));
  else if (!group.includes('.')) {
    errors.push(invalid('spec.group', group, 'should be a domain with at least one dot'));
  }
  const scopes = ['Cluster', 'Namespaced'];
  if (scope === '') errors.push(required('spec.scope'));
  else if (!scopes.includes(scope)) errors.push(notSupported('spec.scope', scope, scopes));
  checkVersions(errors, spec?.versions ?? []);
  for (const field of ['plural', 'singular', 'kind', 'listKind'] as const) {
    if (!names?.[field]) errors.push(required(`spec.names.${field}`));
  }
  checkNames(errors, names, 'spec.names');
  if (old === undefined && /(^|\.)(k8s|kubernetes)\.io$/.test(group) && !metadata.annotations?.[APPROVED]) {
    const why = `protected groups must have approval annotation "${APPROVED}", see https://github.com/kubernetes/enhancements/pull/1111`;
    errors.push(required(`metadata.annotations[${APPROVED}]`, why));
  }
  if (old === undefined) return;
  const established = old.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True');
  if (established) {
    checkImmutable(errors, 'spec.scope', scope, old.spec?.scope);
    checkImmutable(errors, 'spec.names.kind', names?.kind, old.spec?.names?.kind);
  }
  checkImmutable(errors, 'spec.group', group, old.spec?.group);
  checkImmutable(errors, 'spec.names.plural', names?.plural, old.spec?.names?.plural);
}
