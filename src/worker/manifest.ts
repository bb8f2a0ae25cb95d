import { imageNotes, loadFurtherKinds, loadManifestReader, notModelled } from '../engine/index';
import { loadLines, type ManifestObject } from '../kubectl/index';
import { maxManifestLength } from '../shared/manifest-limit';
import type { ManifestFault, ManifestNote } from './protocol';

type Reader = Awaited<ReturnType<typeof loadManifestReader>>;

export interface ReadManifest {
  /** All that can be read, what stands behind a fault too. */
  readonly documents: ReturnType<Reader['parseManifests']>['documents'];
  /** What kubectl reads: all up to the first fault. */
  readonly objects: readonly ManifestObject[];
  /** With which words kubectl then stops; absent when it reads the whole text. */
  readonly unread?: string;
  readonly faults: readonly ManifestFault[];
  readonly notes: readonly ManifestNote[];
}

/** Notes that are shown; a generated manifest can repeat one thousands of times. */
const maxNotes = 50;

let reader: Reader | undefined;

/** Fetches the parser and the further kinds, which are chunks of their own. Once they are there, all is synchronous. */
export async function loadReader(): Promise<void> {
  const [loaded] = await Promise.all([reader ?? loadManifestReader(), loadFurtherKinds(), loadLines()]);
  reader = loaded;
}

/** kubectl's words for what it cannot read, after `error: `. */
function kubectlWords(file: string, code: ManifestFault['code'], message: string): string {
  if (code !== 'no-object') return `error parsing ${file}: ${message}`;
  const validating = `error validating ${JSON.stringify(file)}: error validating data: ${message}`;
  return `${validating}; if you choose to ignore these errors, turn validation off with --validate=false`;
}

const isLimit = (code: ManifestFault['code']): boolean => code === 'too-large' || code === 'too-deep';

function tooLarge(message: string): ReadManifest {
  return { documents: [], objects: [], faults: [{ code: 'too-large', message, line: 0, column: 0 }], notes: [] };
}

/**
 * The objects of a text, and where it is broken. A text that is beyond the lab's own limits has no objects at all.
 * `workloads`: what the cluster's config says of images. `loadReader` must have been awaited before.
 */
export function readManifest(
  text: string,
  file: string,
  workloads: Readonly<Record<string, unknown>> = {},
): ReadManifest {
  if (text.length > maxManifestLength) return tooLarge(`${(text.length / 1024 / 1024).toFixed(1)} MB`);
  if (!reader) throw new Error('the reader of manifests is not loaded');
  const { documents, errors, beforeError, repeatedKeys } = reader.parseManifests(text);
  const notes: ManifestNote[] = [
    ...repeatedKeys.map(({ key, line, column }) => ({ sort: 'repeatedKey', field: key, line, column }) as const),
    ...documents.flatMap(({ object, lineOf }) => [
      ...imageNotes(object, workloads).map(({ sort, path, image }) => ({ sort, field: image, ...lineOf(path) })),
      ...notModelled(object).map(({ sort, path, text: field }) => ({ sort, field, ...lineOf(path) })),
    ]),
  ];
  const faults = errors.map(({ code, message, detail, line, column }): ManifestFault => {
    const words = isLimit(code) ? message : kubectlWords(file, code, message);
    return { code, message: words, detail: detail ?? '', line, column };
  });
  const limited = faults.some(({ code }) => isLimit(code));
  const unread = faults.find(({ code }) => !isLimit(code));
  return {
    documents: limited ? [] : documents,
    notes: notes.slice(0, maxNotes),
    objects: limited ? [] : documents.slice(0, beforeError).map(({ object }) => object),
    ...(unread === undefined || limited ? {} : { unread: unread.message }),
    faults,
  };
}
