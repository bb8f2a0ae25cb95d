/**
 * Models: pkg/util/parsers ParseImageName (distribution/reference), as far as the default pull policy needs it.
 * Simplified: tells the tag only.
 * Not modelled: the checks of the reference grammar (an image name is not validated by the API server).
 */

/** The tag of an image: as written, empty with a digest alone, else `latest`. An empty or malformed name has none. */
export function imageTag(image: string): string {
  if (!WELL_FORMED.test(image)) return '';
  const at = image.indexOf('@');
  const named = at < 0 ? image : image.slice(0, at);
  const colon = named.lastIndexOf(':');
  if (colon > named.lastIndexOf('/')) return named.slice(colon + 1);
  return at < 0 ? 'latest' : '';
}

/** Host, path, tag and digest as distribution/reference accepts them; upper case is refused in a path. */
const WELL_FORMED =
  /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9-.]*[a-zA-Z0-9])?(?::\d+)?\/)?[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$/;
