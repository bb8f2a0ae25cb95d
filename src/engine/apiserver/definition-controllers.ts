// Models: k8s.io/apiextensions-apiserver pkg/controller/status/naming_controller.go, controller/establish
//   (EstablishingController), controller/finalizer/crd_finalizer.go
// Simplified: parts of the API server's own process, which look at the store when it has told them of a definition.
// Not modelled: conditions of non-structural schemas (none is stored), several API servers (the wait of 5 s before a
//   definition is established).
import { equalJson } from '../../shared/json';
import { kindsOfDefinition } from '../api/custom/custom-kind';
import { definitionCondition, isEstablished, withDefinitionCondition } from '../api/custom/definition-conditions';
import { cleanupFinalizer, customResourceDefinitionKind as definitions } from '../api/kinds/custom-resource-definition';
import { erased, tableName } from '../api/kinds/kind-definition';
import type { CustomResourceDefinition, CustomResourceDefinitionNames as Names } from '../api/types';
import type { KernelEvent } from '../kernel/event-queue';
import type { ServerParts } from './extensions';
import { pathOf } from './request-info';

const component = 'apiextensions';
const process = 'kube-apiserver';
const kind = erased(definitions);
/** How often the finalizer looks whether the objects are gone, microseconds. */
const pollMicros = 5_000_000;

interface Naming {
  readonly names: Names;
  readonly conflict: { readonly reason: string; readonly message: string } | undefined;
}

/** Which of the names asked for a definition gets, and why not all. */
function nameConflicts(definition: CustomResourceDefinition, others: readonly CustomResourceDefinition[]): Naming {
  const resources = new Set<string>();
  const kindNames = new Set<string>();
  for (const { spec, status } of others) {
    if (spec.group !== definition.spec.group) continue;
    const {
      plural,
      singular,
      shortNames = [],
      kind: kindName,
      listKind,
    } = status?.acceptedNames ?? { plural: '', kind: '' };
    for (const name of [plural, singular, ...shortNames]) if (name) resources.add(name);
    for (const name of [kindName, listKind]) if (name) kindNames.add(name);
  }
  const wanted = definition.spec.names;
  const accepted: Record<string, unknown> = { ...definition.status?.acceptedNames };
  let conflict: Naming['conflict'];
  const take = (field: 'plural' | 'singular' | 'kind' | 'listKind', used: ReadonlySet<string>, reason: string) => {
    const name = wanted[field] ?? '';
    if (name !== accepted[field] && used.has(name)) conflict = { reason, message: `"${name}" is already in use` };
    else accepted[field] = name;
  };
  take('plural', resources, 'PluralConflict');
  take('singular', resources, 'SingularConflict');
  const short = (wanted.shortNames ?? []).filter((name) => resources.has(name));
  if (short.length > 0) {
    const texts = short.map((name) => `"${name}" is already in use`);
    conflict = { reason: 'ShortNamesConflict', message: texts.length === 1 ? `${texts[0]}` : `[${texts.join(', ')}]` };
  } else if (wanted.shortNames) accepted.shortNames = wanted.shortNames;
  else delete accepted.shortNames;
  take('kind', kindNames, 'KindConflict');
  take('listKind', kindNames, 'ListKindConflict');
  if (wanted.categories) accepted.categories = wanted.categories;
  else delete accepted.categories;
  return { names: accepted as unknown as Names, conflict };
}

/** The three controllers that bring a definition from written to served, and from deleted to gone. */
export function definitionControllers({ api, kernel, config }: ServerParts): { boot(): void } {
  const table = api.storage.table(kind.resource) as unknown as {
    get(key: string): CustomResourceDefinition | undefined;
    values(): readonly CustomResourceDefinition[];
  };

  const write = (definition: CustomResourceDefinition, actor: string): void => {
    const name = definition.metadata.name ?? '';
    const path = pathOf(kind, undefined, name, 'status');
    api.handle({ method: 'PUT', path, body: definition, user: process, actor, trusted: true });
  };

  const name = (key: string): void => {
    const definition = table.get(key);
    if (!definition || definition.metadata.deletionTimestamp) return;
    if (equalJson(definition.spec.names, definition.status?.acceptedNames)) return;
    const others = table.values().filter((other) => other.metadata.name !== key);
    const { names, conflict } = nameConflicts(definition, others);
    const now = api.epochMicros(kernel.now);
    let next: CustomResourceDefinition = { ...definition, status: { ...definition.status, acceptedNames: names } };
    next = conflict
      ? withDefinitionCondition(next, 'NamesAccepted', 'False', conflict.reason, conflict.message, now)
      : withDefinitionCondition(next, 'NamesAccepted', 'True', 'NoConflicts', 'no conflicts found', now);
    if (!isEstablished(next)) {
      next = conflict
        ? withDefinitionCondition(next, 'Established', 'False', 'NotAccepted', 'not all names are accepted', now)
        : withDefinitionCondition(
            next,
            'Established',
            'False',
            'Installing',
            'the initial names have been accepted',
            now,
          );
    }
    if (!equalJson(next, definition)) write(next, 'crd_naming_condition_controller');
  };

  const establish = (key: string): void => {
    const definition = table.get(key);
    if (!definition || isEstablished(definition) || definitionCondition(definition, 'NamesAccepted')?.status !== 'True')
      return;
    const message = 'the initial names have been accepted';
    const now = api.epochMicros(kernel.now);
    write(
      withDefinitionCondition(definition, 'Established', 'True', 'InitialNamesAccepted', message, now),
      'crd_establishing_controller',
    );
  };

  /** Deletes the objects of a definition that is to go; lets it go when none is left. */
  const finalize = (key: string, deleted: boolean): void => {
    const definition = table.get(key);
    if (!definition?.metadata.deletionTimestamp) return;
    if (!definition.metadata.finalizers?.includes(cleanupFinalizer)) return;
    const now = api.epochMicros(kernel.now);
    const terminating = (status: 'True' | 'False', reason: string, message: string, from: CustomResourceDefinition) =>
      withDefinitionCondition(from, 'Terminating', status, reason, message, now);
    const actor = 'crd_finalizer';
    const [main] = kindsOfDefinition(definition);
    const letGo = (reason: string, message: string) => {
      const latest = table.get(key);
      if (!latest) return;
      const finalizers = (latest.metadata.finalizers ?? []).filter((other) => other !== cleanupFinalizer);
      const gone = terminating('False', reason, message, latest);
      write({ ...gone, metadata: { ...gone.metadata, finalizers } }, actor);
    };
    if (!isEstablished(definition) || !main) {
      letGo('NeverEstablished', 'resource was never established');
      return;
    }
    const objects = api.storage.table(tableName(main));
    if (!deleted) {
      const text = 'CustomResource deletion is in progress';
      write(terminating('True', 'InstanceDeletionInProgress', text, definition), actor);
      const namespaces = new Set(objects.values().map(({ metadata }) => metadata.namespace));
      for (const namespace of namespaces) {
        api.handle({ method: 'DELETE', path: pathOf(main, namespace), user: process, actor, trusted: true });
      }
    }
    if (objects.size > 0) kernel.schedule(kernel.now + pollMicros, component, 'poll', { key }, { background: true });
    else letGo('InstanceDeletionCompleted', 'removed all instances');
  };

  kernel.on(component, ({ type, payload }: KernelEvent) => {
    const { key } = payload as { key: string };
    kernel.cause = kernel.emit({
      actor: process,
      verb: 'controller.sync',
      subject: `${kind.resource}/${key}`,
      level: 'micro',
      detail: { sync: type },
    });
    if (type === 'poll') finalize(key, true);
    else if (type === 'delete') finalize(key, false);
    else if (type === 'establish') establish(key);
    else name(key);
  });

  // The store tells its own process, after the time that every watch takes.
  const delay = config.latency.watchMicros.other;
  api.onDefinition = (written, stored, at, cause) => {
    const before = written as CustomResourceDefinition | undefined;
    const after = stored as CustomResourceDefinition | undefined;
    const soon = (type: string, key: string) => kernel.schedule(at + delay, component, type, { key }, { cause });
    const key = after?.metadata.name ?? before?.metadata.name ?? '';
    const group = after?.spec.group ?? before?.spec.group;
    if (after?.metadata.deletionTimestamp) {
      if (!before?.metadata.deletionTimestamp) soon('delete', key);
    } else if (after) {
      if (!equalJson(after.spec.names, after.status?.acceptedNames)) soon('names', key);
      if (definitionCondition(after, 'NamesAccepted')?.status === 'True' && !isEstablished(after))
        soon('establish', key);
    } else {
      // Its names are free: who waited for them asks again.
      for (const other of table.values()) {
        if (other.spec.group === group && definitionCondition(other, 'NamesAccepted')?.status === 'False') {
          soon('names', other.metadata.name ?? '');
        }
      }
    }
  };
  return { boot: () => {} };
}
