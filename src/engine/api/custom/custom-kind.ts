/**
 * Models: k8s.io/apiextensions-apiserver pkg/registry/customresource (strategy.go, validator.go, status_strategy.go,
 *   etcd.go ScaleREST, tableconvertor), pkg/apiserver/customresource_handler.go (decoding, conversion None).
 * Simplified: one kind a served version; objects are kept in the storage version.
 * Not modelled: conversion by webhooks, CEL rules.
 */
import { equalJson } from '../../../shared/json';
import { parseTime } from '../../../shared/time';
import { humanDuration } from '../human-duration';
import { age, type PrintColumn } from '../kinds/columns';
import { defineKind } from '../kinds/define-kind';
import { nextGeneration, type WithStatus, withStatus } from '../kinds/generation';
import { type CustomRules, erased, type KindDefinition } from '../kinds/kind-definition';
import { apiVersionOf, type KubeObject, withMetadata } from '../meta';
import type { CustomResourceDefinition } from '../types';
import { decodeStrict } from '../validate-schema';
import { rulesOf } from '../validation/names';
import { parseJsonPath, valuesAt, withValueAt } from './json-path';
import type { CrdVersion, JsonSchema } from './json-schema';
import { checkListTypes, prune, setSchemaDefaults } from './structural';
import { validateValue } from './validate-value';

const ANYTHING: JsonSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as JsonSchema;

function customRules(schema: JsonSchema): CustomRules {
  return {
    schema,
    read(value) {
      const unknownFields: string[] = [];
      const pruned = prune(value, schema, [], unknownFields, true) as KubeObject;
      const metadata = decodeStrict('ObjectMeta', pruned.metadata ?? {});
      const strict = [...metadata.strict.map((text) => text.replace('unknown field "', 'unknown field "metadata.'))];
      return {
        object: metadata.object === pruned.metadata ? pruned : { ...pruned, metadata: metadata.object },
        fatal: metadata.fatal,
        strict: [...unknownFields, ...strict],
      };
    },
  };
}

function cellOf(type: string, found: readonly unknown[], nowMicros: number): string | number | boolean | null {
  const [value] = found;
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date': {
      const at = typeof value === 'string' ? parseTime(value) : undefined;
      return at === undefined ? '<invalid>' : humanDuration(nowMicros - at);
    }
    default: {
      const texts = found.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
      return texts.join(' ');
    }
  }
}

/** The columns of a version; its age when it names none. */
function columnsOf({ additionalPrinterColumns: columns = [] }: CrdVersion): readonly PrintColumn<KubeObject>[] {
  if (columns.length === 0) return [age];
  return columns.map(({ name, type, jsonPath, priority = 0 }) => {
    const steps = parseJsonPath(jsonPath);
    return {
      name,
      type: type as PrintColumn<KubeObject>['type'],
      priority,
      cell: (object, nowMicros) => (steps === undefined ? null : cellOf(type, valuesAt(object, steps), nowMicros)),
    };
  });
}

function scaleOf({ subresources }: CrdVersion): KindDefinition['scale'] {
  const scale = subresources?.scale;
  if (!scale) return undefined;
  const numberAt = (object: KubeObject, path: string): number => {
    const [value] = valuesAt(object, parseJsonPath(path) ?? []);
    return typeof value === 'number' ? value : 0;
  };
  return {
    get(object) {
      const [selector] = scale.labelSelectorPath ? valuesAt(object, parseJsonPath(scale.labelSelectorPath) ?? []) : [];
      return {
        specReplicas: numberAt(object, scale.specReplicasPath),
        statusReplicas: numberAt(object, scale.statusReplicasPath),
        selector: typeof selector === 'string' ? selector : '',
      };
    },
    set: (object, replicas) => withValueAt(object, scale.specReplicasPath.slice(1).split('.'), replicas) as KubeObject,
  };
}

const isPart = (name: string): boolean => name === 'metadata' || name === 'status';

/** Whether anything changed that a generation counts: all but metadata, and status where it is a part of its own. */
function hasOtherSpec(object: WithStatus, old: WithStatus, statusApart: boolean): boolean {
  const counted = (given: WithStatus) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'metadata' && !(statusApart && isPart(name))));
  return !equalJson(counted(object), counted(old));
}

function kindOfVersion(definition: CustomResourceDefinition, version: CrdVersion): KindDefinition {
  const { group, names, scope } = definition.spec;
  const schema = version.schema?.openAPIV3Schema ?? ANYTHING;
  const namespaced = scope === 'Namespaced';
  const statusApart = version.subresources?.status != null;
  const scale = scaleOf(version);
  const check = (object: KubeObject) => {
    const errors = validateValue(object, schema);
    checkListTypes(object, schema, [], errors);
    return errors;
  };
  const rules = rulesOf<WithStatus>(namespaced, (errors, object) => errors.push(...check(object)));
  const fields = version.selectableFields ?? [];
  return erased(
    defineKind<WithStatus>({
      group,
      version: version.name,
      kind: names.kind,
      listKind: names.listKind ?? `${names.kind}List`,
      resource: names.plural,
      singular: names.singular ?? names.kind.toLowerCase(),
      namespaced,
      shortNames: names.shortNames ?? [],
      categories: names.categories ?? [],
      subresources: [...(statusApart ? (['status'] as const) : []), ...(scale ? (['scale'] as const) : [])],
      storedAs: `${names.plural}.${group}`,
      custom: customRules(schema),
      setDefaults: (object) => setSchemaDefaults(object, schema) as WithStatus,
      prepareForCreate(object) {
        const made = statusApart ? withStatus(object, undefined) : object;
        return withMetadata(made, { generation: 1 });
      },
      prepareForUpdate(object, old) {
        const next = statusApart ? withStatus(object, old.status) : object;
        return hasOtherSpec(next, old, statusApart) ? nextGeneration(next, old) : next;
      },
      prepareForStatusUpdate: (object, old) => withStatus(old, object.status),
      ...rules,
      validateStatusUpdate: (object, old) => [...rules.validateStatusUpdate(object, old), ...check(object)],
      allowUnconditionalUpdate: false,
      ...(scale ? { scale } : {}),
      ...(fields.length === 0
        ? {}
        : {
            selectableFields: Object.fromEntries(
              fields.map(({ jsonPath }) => {
                const steps = parseJsonPath(jsonPath) ?? [];
                return [jsonPath.replace(/^\./, ''), (object: KubeObject) => String(valuesAt(object, steps)[0] ?? '')];
              }),
            ),
          }),
      columns: columnsOf(version) as readonly PrintColumn<WithStatus>[],
      warnings: () => {
        if (!version.deprecated) return [];
        return [version.deprecationWarning ?? `${group}/${version.name} ${names.kind} is deprecated`];
      },
    }),
  );
}

function asVersion(version: string): (object: KubeObject) => KubeObject {
  return (object) => (object.apiVersion === version ? object : { ...object, apiVersion: version });
}

const bySpec = new WeakMap<object, readonly KindDefinition[]>();

/** The kinds that a definition's served versions are, whether they are served yet or not. */
export function kindsOfDefinition(definition: CustomResourceDefinition): readonly KindDefinition[] {
  const { spec } = definition;
  let kinds = bySpec.get(spec);
  if (kinds !== undefined) return kinds;
  const stored = spec.versions.find(({ storage }) => storage);
  if (stored === undefined) return [];
  const main = kindOfVersion(definition, stored);
  kinds = spec.versions
    .filter(({ served }) => served)
    .map((version) => {
      if (version === stored) return main;
      const kind = kindOfVersion(definition, version);
      const view = {
        of: main,
        fromStored: asVersion(apiVersionOf(kind.group, kind.version)),
        toStored: asVersion(apiVersionOf(main.group, main.version)),
      };
      return { ...kind, view };
    });
  bySpec.set(spec, kinds);
  return kinds;
}
