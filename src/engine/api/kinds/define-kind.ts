/**
 * Models: pkg/registry: what most strategies have in common (rest.BeforeCreate defaults, DefaultTableConvertor aside).
 * Simplified: a kind states only what differs from "no status, no generation, nothing to default".
 * Not modelled: -
 */
import type { KubeObject } from '../meta';
import type { KindDefinition } from './kind-definition';

type Optional =
  | 'listKind'
  | 'singular'
  | 'shortNames'
  | 'categories'
  | 'subresources'
  | 'setDefaults'
  | 'prepareForCreate'
  | 'prepareForUpdate'
  | 'prepareForStatusUpdate'
  | 'validateStatusUpdate'
  | 'allowCreateOnUpdate'
  | 'allowUnconditionalUpdate';

export type KindInput<T extends KubeObject> = Omit<KindDefinition<T>, Optional> &
  Partial<Pick<KindDefinition<T>, Optional>>;

/** Fills what a kind leaves out: singular and list kind from the name, strategies that change nothing. */
export function defineKind<T extends KubeObject>(input: KindInput<T>): KindDefinition<T> {
  return {
    listKind: `${input.kind}List`,
    singular: input.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    subresources: [],
    setDefaults: (object) => object,
    prepareForCreate: (object) => object,
    prepareForUpdate: (object) => object,
    prepareForStatusUpdate: (object) => object,
    validateStatusUpdate: (object, old) => input.validateUpdate(object, old),
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: true,
    ...input,
  };
}
