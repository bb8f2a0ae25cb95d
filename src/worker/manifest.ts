import { parseManifests } from '../engine/index';
import type { ManifestObject } from '../kubectl/index';
import type { ManifestFault, ManifestWarning } from './protocol';

/** Longest text that is read, in characters; a lesson's manifests are a hundredth of it. */
export const maxManifestLength = 1024 * 1024;

export interface ReadManifest {
  readonly objects: readonly ManifestObject[];
  readonly faults: readonly ManifestFault[];
  readonly warnings: readonly ManifestWarning[];
}

/** The objects of a text, or where it is broken. */
export function readManifest(text: string): ReadManifest {
  if (text.length > maxManifestLength) {
    const fault = {
      code: 'too-large',
      message: `${(text.length / 1024 / 1024).toFixed(1)} MB`,
      line: 0,
      column: 0,
    } as const;
    return { objects: [], warnings: [], faults: [fault] };
  }
  const { documents, errors } = parseManifests(text);
  return {
    objects: documents.map(({ object }) => object),
    faults: errors.map(({ code, message, detail, line, column }) => ({
      code,
      message,
      detail: detail ?? '',
      line,
      column,
    })),
    warnings: [],
  };
}
