import { loadManifestReader, notModelled } from '../engine/index';
import type { ManifestObject } from '../kubectl/index';
import type { ManifestFault, ManifestNote } from './protocol';

/** Longest text that is read, in characters; a lesson's manifests are a hundredth of it. */
export const maxManifestLength = 1024 * 1024;

export interface ReadManifest {
  readonly objects: readonly ManifestObject[];
  readonly faults: readonly ManifestFault[];
  readonly notes: readonly ManifestNote[];
}

/** Notes that are shown; a generated manifest can repeat one thousands of times. */
const maxNotes = 50;

type Reader = Awaited<ReturnType<typeof loadManifestReader>>;

let reader: Reader | undefined;

/** Fetches the parser, which is a chunk of its own. Once it is there, reading is synchronous. */
export async function loadReader(): Promise<void> {
  reader ??= await loadManifestReader();
}

/** The objects of a text, or where it is broken. `loadReader` must have been awaited before. */
export function readManifest(text: string): ReadManifest {
  if (text.length > maxManifestLength) {
    const fault = {
      code: 'too-large',
      message: `${(text.length / 1024 / 1024).toFixed(1)} MB`,
      line: 0,
      column: 0,
    } as const;
    return { objects: [], faults: [fault], notes: [] };
  }
  if (!reader) throw new Error('the reader of manifests is not loaded');
  const { documents, errors } = reader.parseManifests(text);
  const notes = documents.flatMap(({ object, lineOf }) =>
    notModelled(object).map(({ path, text: field }) => ({ field, ...lineOf(path) })),
  );
  return {
    notes: notes.slice(0, maxNotes),
    objects: documents.map(({ object }) => object),
    faults: errors.map(({ code, message, detail, line, column }) => ({
      code,
      message,
      detail: detail ?? '',
      line,
      column,
    })),
  };
}
