// Models: github.com/distribution/reference ParseNormalizedNamed, as containerd names what it stores.
// Simplified: a digest is drawn from the name, since there is no content to hash.
// Not modelled: —
import { hashText } from '../../shared/hash';

export interface ImageReference {
  /** `docker.io`, `registry.k8s.io`, `localhost:5000`. */
  readonly domain: string;
  /** `library/nginx` */
  readonly path: string;
  readonly tag: string;
  readonly digest: string;
  /** Domain, path and tag or digest: the name under which a node keeps it. */
  readonly name: string;
}

const grammar = /^[A-Za-z0-9][\w.\-/:]*(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;

/** Splits an image as written in a manifest. `undefined` when it is no image name (`InvalidImageName`). */
export function parseImage(image: string): ImageReference | undefined {
  if (!grammar.test(image) || image.includes('//')) return undefined;
  const at = image.indexOf('@');
  const digest = at < 0 ? '' : image.slice(at + 1);
  const named = at < 0 ? image : image.slice(0, at);
  const colon = named.lastIndexOf(':');
  const tagged = colon > named.lastIndexOf('/');
  const tag = tagged ? named.slice(colon + 1) : digest === '' ? 'latest' : '';
  const bare = tagged ? named.slice(0, colon) : named;
  const slash = bare.indexOf('/');
  const first = slash < 0 ? '' : bare.slice(0, slash);
  const hasDomain = first.includes('.') || first.includes(':') || first === 'localhost';
  const domain = hasDomain ? first : 'docker.io';
  let path = hasDomain ? bare.slice(slash + 1) : bare;
  if (path === '' || path.endsWith('/') || /[A-Z]/.test(path) || (tagged && tag === '')) return undefined;
  if (domain === 'docker.io' && !path.includes('/')) path = `library/${path}`;
  const name = `${domain}/${path}${digest === '' ? `:${tag}` : `@${digest}`}`;
  return { domain, path, tag, digest, name };
}

/** 64 hexadecimal digits that depend on a text alone: two hashes of it, stretched by a multiplicative generator. */
export function hex64(text: string): string {
  let a = hashText(text, 1) | 0;
  let b = hashText(text, 2) | 0;
  let digits = '';
  for (let i = 0; i < 8; i++) {
    a = Math.imul(a ^ (b >>> 15), 2654435761) + i;
    b = Math.imul(b ^ (a >>> 13), 1597334677) + 1;
    digits += ((a ^ b) >>> 0).toString(16).padStart(8, '0');
  }
  return digits;
}

/** Digests that were worked out before; a clusters's images are few. */
const digests = new Map<string, string>();

/** `docker.io/library/nginx@sha256:…`: what a container status shows as imageID. */
export function imageID(reference: ImageReference): string {
  let id = digests.get(reference.name);
  if (id === undefined) {
    const digest = reference.digest === '' ? `sha256:${hex64(reference.name)}` : reference.digest;
    id = `${reference.domain}/${reference.path}@${digest}`;
    if (digests.size > 1_000) digests.clear();
    digests.set(reference.name, id);
  }
  return id;
}
