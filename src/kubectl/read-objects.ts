// Models: k8s.io/cli-runtime pkg/resource (Builder, FileVisitor, Mapper): the objects of a file
// Simplified: the file has been read as far as it can be.
// Not modelled: several files, folders, addresses.
import type { Session } from '../engine/index';
import { goJson, type ManifestObject, type Mapped, mapObject } from './apply';
import type { FilePayload } from './process';
import type { KubectlError } from './wording';

/** `kind: List` stands for its items. */
function flatten(objects: readonly ManifestObject[]): ManifestObject[] {
  return objects.flatMap((object) =>
    object.kind === 'List' && Array.isArray(object.items) ? flatten(object.items as ManifestObject[]) : [object],
  );
}

/** The client's own check of a document, before it looks for its resource (getObjectKind, then the decoder). */
function notSet(object: ManifestObject, source: string): KubectlError | undefined {
  const texts = ['apiVersion', 'kind'].flatMap((key) => {
    const value = object[key];
    if (value === undefined || value === null) return [`${key} not set`];
    return typeof value === 'string' ? [] : [`${key} isn't string type`];
  });
  if (texts.length > 0) {
    const what = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
    return {
      message: `error validating ${JSON.stringify(source)}: error validating data: ${what}; if you choose to ignore these errors, turn validation off with --validate=false`,
    };
  }
  if (object.kind !== '') return undefined;
  return { message: `unable to decode ${JSON.stringify(source)}: Object 'Kind' is missing in '${goJson(object)}'` };
}

/** The objects of a file with their resources, and what is wrong with the rest. `none`: what to say of an empty file. */
export function readObjects(
  payload: FilePayload,
  none: string,
  namespace?: string,
  session?: Session,
): { readonly mapped: readonly Mapped[]; readonly errors: KubectlError[] } {
  const served = session && ((apiVersion: string, kind: string) => session.kindByGvk(apiVersion, kind));
  const mapped: Mapped[] = [];
  const errors: KubectlError[] = [];
  let stopped = false;
  for (const object of flatten(payload.objects)) {
    const invalid = notSet(object, payload.file);
    if (invalid) {
      errors.push(invalid);
      stopped = true;
      break;
    }
    const found = mapObject(object, payload.file, namespace, served);
    if ('kind' in found) mapped.push(found);
    else errors.push(found);
  }
  if (payload.unread !== undefined && !stopped) errors.push({ message: payload.unread });
  if (mapped.length === 0 && errors.length === 0) errors.push({ message: none });
  return { mapped, errors };
}
