// Models: registries and what is in them: whether an image exists, how large it is, how long a pull takes.
// Simplified: one bandwidth for all nodes and registries; layers are not shared between images.
// Not modelled: credentials, rate limits.
import { checkDescription, type WorkloadDescription } from './description';
import { type ImageReference, parseImage } from './image-reference';
import { knownImages, unknownImage } from './known-images';

/** Bytes of compressed layers that a node fetches and unpacks in a second. */
const bytesPerSecond = 40_000_000;
/** Resolving the name, fetching the manifest, preparing the snapshot. */
const fixedPullMicros = 400_000;

export interface Registry {
  /** What an image is described as; never fails. */
  describe(image: string): WorkloadDescription;
}

/** The descriptions of a config beside the built-in ones. Those that are unusable are told by `problems`. */
export function registryOf(workloads: Readonly<Record<string, unknown>>): Registry & { problems: readonly string[] } {
  const own = new Map<string, WorkloadDescription>();
  const problems: string[] = [];
  for (const image of Object.keys(workloads).sort()) {
    const problem = checkDescription(workloads[image]);
    if (problem) problems.push(`${image}: ${problem}`);
    else own.set(image, workloads[image] as WorkloadDescription);
  }
  const cache = new Map<string, WorkloadDescription>();
  return {
    problems,
    describe: (image) => {
      let found = cache.get(image);
      if (!found) {
        found = lookUp(image, own);
        cache.set(image, found);
      }
      return found;
    },
  };
}

/** Most exact name first: as written, with its tag, without it. */
function lookUp(image: string, own: ReadonlyMap<string, WorkloadDescription>): WorkloadDescription {
  const reference = parseImage(image);
  const path = reference ? pathOf(reference) : image;
  const builtIn = Object.hasOwn(knownImages, path) ? knownImages[path] : undefined;
  const described =
    own.get(image) ??
    (reference ? (own.get(reference.name) ?? own.get(`${path}:${reference.tag}`)) : undefined) ??
    own.get(path);
  const base = builtIn ?? unknownImage;
  return described ? { ...base, ...described, image: { ...base.image, ...described.image } } : base;
}

function pathOf(reference: ImageReference): string {
  if (reference.domain !== 'docker.io') return `${reference.domain}/${reference.path}`;
  return reference.path.startsWith('library/') ? reference.path.slice(8) : reference.path;
}

/** Why an image cannot be pulled, in containerd's words; `undefined` when it can. */
export function pullError(image: string, description: WorkloadDescription): string | undefined {
  const reference = parseImage(image);
  if (!reference) return undefined;
  const { name, domain, path, tag } = reference;
  const pulling = `failed to pull and unpack image "${name}": failed to resolve reference "${name}": `;
  if (domain.endsWith('.invalid')) {
    const url = `https://${domain}/v2/${path}/manifests/${tag}`;
    return `${pulling}failed to do request: Head "${url}": dial tcp: lookup ${domain} on 10.2.0.1:53: no such host`;
  }
  if (tag === 'example.invalid' || description.image?.exists === false) return `${pulling}${name}: not found`;
  return undefined;
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
