// Models: k8s.io/apiextensions-apiserver pkg/apiserver (customresource_handler.go, customresource_discovery_controller.go):
//   which kinds a server has at this moment.
// Simplified: a kind is served, and known to discovery, from the write on that establishes its definition.
// Not modelled: kinds of aggregated API servers.
import { kindsOfDefinition } from '../api/custom/custom-kind';
import { isEstablished } from '../api/custom/definition-conditions';
import { customResourceDefinitionKind } from '../api/kinds/custom-resource-definition';
import type { KindDefinition } from '../api/kinds/kind-definition';
import type { CustomResourceDefinition } from '../api/types';
import type { DerivedIndex } from '../kernel/table';
import type { CustomKinds } from './extensions';
import type { Storage } from './storage';

/** Derived from the rows of the CustomResourceDefinitions. */
class ServedKinds implements DerivedIndex<CustomResourceDefinition>, CustomKinds {
  private readonly served = new Map<string, readonly KindDefinition[]>();
  private readonly listeners: ((kind: KindDefinition) => void)[] = [];
  private flat: readonly KindDefinition[] | undefined;

  update(
    key: string,
    _before: CustomResourceDefinition | undefined,
    after: CustomResourceDefinition | undefined,
  ): void {
    if (after && isEstablished(after)) {
      const kinds = kindsOfDefinition(after);
      if (this.served.get(key) === kinds) return;
      this.flat = undefined;
      this.served.set(key, kinds);
      for (const kind of kinds) for (const listener of this.listeners) listener(kind);
    } else if (this.served.delete(key)) this.flat = undefined;
  }

  clear(): void {
    this.flat = undefined;
    this.served.clear();
  }

  onServed(listener: (kind: KindDefinition) => void): void {
    this.listeners.push(listener);
    for (const kind of this.all()) listener(kind);
  }

  all(): readonly KindDefinition[] {
    this.flat ??= [...this.served.keys()].sort().flatMap((key) => this.served.get(key) as readonly KindDefinition[]);
    return this.flat;
  }
}

/** The kinds of the CustomResourceDefinitions that a store holds. */
export function customKindsOf(storage: Storage): CustomKinds {
  const table = storage.table(customResourceDefinitionKind.resource);
  return table.addIndex(new ServedKinds() as never) as CustomKinds;
}
