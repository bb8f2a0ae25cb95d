// Models: nothing of Kubernetes; what the lab has to say of a manifest's images before anything is pulled.
// Simplified: —
// Not modelled: —
import { registryOf } from './images';

export interface ImageNote {
  /** Nobody has described what the image does; or no registry of the lab has a repository of that name. */
  readonly sort: 'assumedImage' | 'absentImage';
  readonly path: readonly (string | number)[];
  readonly image: string;
}

const podSpecs: readonly (readonly string[])[] = [
  ['spec'],
  ['spec', 'template', 'spec'],
  ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
];

function below(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const part of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Record<string, unknown>)[part];
  }
  return found;
}

/**
 * Images of an object, of whatever kind, about which its author should know something. `workloads`: the descriptions of
 * the cluster's config. A Pod whose annotations say what its programs do needs no note. Never throws.
 */
export function imageNotes(object: unknown, workloads: Readonly<Record<string, unknown>>): ImageNote[] {
  const registry = registryOf(workloads);
  const notes: ImageNote[] = [];
  for (const path of podSpecs) {
    const annotations = below(object, [...path.slice(0, -1), 'metadata', 'annotations']);
    const described = Object.keys(annotations ?? {}).some((key) => key.includes('clusterglass.dev/'));
    for (const list of ['initContainers', 'containers']) {
      const containers = below(object, [...path, list]);
      if (described || !Array.isArray(containers)) continue;
      for (const [index, container] of containers.entries()) {
        const image = below(container, ['image']);
        if (typeof image !== 'string' || image === '') continue;
        const { missing, assumed } = registry.find(image);
        const sort = missing === 'repository' ? 'absentImage' : !missing && assumed ? 'assumedImage' : undefined;
        if (sort) notes.push({ sort, path: [...path, list, index, 'image'], image });
      }
    }
  }
  return notes;
}
