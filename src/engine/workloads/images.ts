// Models: registries and what is in them: whether an image exists, how large it is, how long a pull takes.
// Simplified: Docker Hub's official images (names without a slash) are known by name, their tags by a rule
//   (image-tags.ts); an official name that is not known is not there. Each image of another registry, and each
//   `user/repository`, is taken to be there. One bandwidth for all; layers are not shared between images.
// Not modelled: credentials, rate limits.
import { checkDescription, type WorkloadDescription } from './description';
import { type ImageReference, parseImage } from './image-reference';
import { isPlausibleTag } from './image-tags';
import { knownImages, unknownImage } from './known-images';
import { officialNames } from './official-names';

/** Bytes of compressed layers that a node fetches and unpacks in a second. */
const bytesPerSecond = 40_000_000;
/** Resolving the name, fetching the manifest, preparing the snapshot. */
const fixedPullMicros = 400_000;

/** What a registry answers about an image. */
export interface Found {
  readonly description: WorkloadDescription;
  /** Why it cannot be pulled: there is no such repository, it has no such tag, or nobody answers under that name. */
  readonly missing?: 'repository' | 'tag' | 'host';
  /** Nobody has described what it does: it is taken for `unknownImage`. */
  readonly assumed?: true;
}

export interface Registry {
  /** Looks an image up; never fails. */
  find(image: string): Found;
  /** What an image is described as, whether it is there or not. */
  describe(image: string): WorkloadDescription;
}

/** The descriptions of a config beside the built-in ones. Those that are unusable are told by `problems`. */
export function registryOf(workloads: Readonly<Record<string, unknown>>): Registry & { problems: readonly string[] } {
  const own = new Map<string, WorkloadDescription>();
  const ownPaths = new Set<string>();
  const problems: string[] = [];
  for (const image of Object.keys(workloads).sort()) {
    const problem = checkDescription(workloads[image]);
    if (problem) problems.push(`${image}: ${problem}`);
    // An image that is badly described is there all the same.
    own.set(image, problem ? {} : (workloads[image] as WorkloadDescription));
    const reference = parseImage(image);
    if (reference) ownPaths.add(pathOf(reference));
  }
  const cache = new Map<string, Found>();
  const find = (image: string) => {
    let found = cache.get(image);
    if (!found) {
      found = lookUp(image, own, ownPaths);
      cache.set(image, found);
    }
    return found;
  };
  return { problems, find, describe: (image) => find(image).description };
}

/** Most exact name first: as written, with its tag, without it. */
function lookUp(image: string, own: ReadonlyMap<string, WorkloadDescription>, ownPaths: ReadonlySet<string>): Found {
  const reference = parseImage(image);
  const path = reference ? pathOf(reference) : image;
  const builtIn = Object.hasOwn(knownImages, path) ? knownImages[path] : undefined;
  const base = builtIn ?? unknownImage;
  const described =
    own.get(image) ??
    (reference ? (own.get(reference.name) ?? own.get(`${path}:${reference.tag}`)) : undefined) ??
    own.get(path);
  if (described) {
    const description = { ...base, ...described, image: { ...base.image, ...described.image } };
    return description.image.exists === false ? { description, missing: 'tag' } : { description };
  }
  const missing = reference && missingOf(reference, path, builtIn, ownPaths);
  return { description: base, ...(missing ? { missing } : {}), ...(builtIn ? {} : { assumed: true as const }) };
}

/** What of an image that nobody has described is not there. */
function missingOf(
  { domain, path: wholePath, tag, digest }: ImageReference,
  path: string,
  builtIn: WorkloadDescription | undefined,
  ownPaths: ReadonlySet<string>,
): Found['missing'] {
  if (domain.endsWith('.invalid')) return 'host';
  if (tag === 'example.invalid') return 'tag';
  // A repository of which the cluster describes single tags has no others.
  if (!builtIn && ownPaths.has(path)) return 'tag';
  if (builtIn || officialNames.has(path))
    return digest !== '' || isPlausibleTag(tag, builtIn?.image?.newest) ? undefined : 'tag';
  return domain === 'docker.io' && wholePath.startsWith('library/') ? 'repository' : undefined;
}

function pathOf(reference: ImageReference): string {
  if (reference.domain !== 'docker.io') return `${reference.domain}/${reference.path}`;
  return reference.path.startsWith('library/') ? reference.path.slice(8) : reference.path;
}

/**
 * Why an image cannot be pulled, as the kubelet passes it on. internal/cri/server/image_pull.go of containerd gives the
 * words; remote_image.go PullImage of the kubelet keeps the gRPC code unless it is Unknown, and only a missing tag has one.
 */
export function pullError(image: string, missing: Found['missing']): string | undefined {
  const reference = parseImage(image);
  if (!reference || !missing) return undefined;
  const { name, domain, path, tag } = reference;
  const pulling = `failed to pull and unpack image "${name}": failed to resolve reference "${name}": `;
  switch (missing) {
    case 'host': {
      const url = `https://${domain}/v2/${path}/manifests/${tag}`;
      return `${pulling}failed to do request: Head "${url}": dial tcp: lookup ${domain} on 10.2.0.1:53: no such host`;
    }
    case 'repository':
      return `${pulling}pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed`;
    case 'tag':
      return `rpc error: code = NotFound desc = ${pulling}${name}: not found`;
  }
}

export function imageSizeBytes(description: WorkloadDescription): number {
  return description.image?.sizeBytes ?? (unknownImage.image?.sizeBytes as number);
}

/** Microseconds from the start of a pull to its end, without waiting for others. */
export function pullMicros(description: WorkloadDescription): number {
  const fixed = description.image?.pullMillis;
  if (fixed !== undefined) return fixed * 1e3;
  return fixedPullMicros + Math.round((imageSizeBytes(description) / bytesPerSecond) * 1e6);
}

/** A failed look-up in a registry takes this long. */
export const failedPullMicros = 900_000;
