// Models: pkg/controller/controller_utils.go ComputeHash, apimachinery pkg/util/rand SafeEncodeString,
//   pkg/controller/deployment/util EqualIgnoreHash, labelsutil.CloneAndAddLabel, generateReplicaSetName
// Simplified: the 32-bit FNV-1a sum is taken over the template's canonical JSON, upstream over a dump of its Go struct:
//   the digits differ from a real cluster's, their form and when they change does not.
// Not modelled: —
import { canonicalJson, equalJson } from '../../../shared/json';
import type { Labels } from '../../api/selectors';
import type { LabelSelector, PodTemplateSpec } from '../../api/types';
import { semanticEqual } from '../../api/validation/semantic-equal';

/** apps.DefaultDeploymentUniqueLabelKey */
export const podTemplateHashLabel = 'pod-template-hash';

/** Letters and digits that cannot spell a bad word: no vowels, no 0, 1 and 3. */
const safeAlphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** Each character's code picks a letter of the safe alphabet; decimal digits become `4`…`9`, `b`, `c`, `d`, `f`. */
export function safeEncode(text: string): string {
  let encoded = '';
  for (let i = 0; i < text.length; i++) encoded += safeAlphabet[text.charCodeAt(i) % safeAlphabet.length];
  return encoded;
}

/** FNV-1a, 32 bits: xor in a byte, multiply by the prime; over the UTF-8 bytes of `text`, then `bytes`. */
function fnv1a(text: string, bytes: readonly number[]): number {
  let hash = 0x811c9dc5;
  const add = (byte: number): void => {
    hash = Math.imul(hash ^ byte, 0x01000193);
  };
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (code < 0x80) add(code);
    else if (code < 0x800) [0xc0 | (code >> 6), 0x80 | (code & 0x3f)].forEach(add);
    else if (code < 0x10000) [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)].forEach(add);
    else {
      [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 0x3f), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)].forEach(
        add,
      );
    }
  }
  bytes.forEach(add);
  return hash >>> 0;
}

/** The value of `pod-template-hash`. The collision count, once there is one, salts it. */
export function computeHash(template: PodTemplateSpec, collisionCount: number | undefined): string {
  const salt =
    collisionCount === undefined
      ? []
      : [0, 8, 16, 24].map((shift) => (collisionCount >>> shift) & 0xff).concat(0, 0, 0, 0);
  return safeEncode(String(fnv1a(canonicalJson(template), salt)));
}

/** `deployment-hash`, with the Deployment's name cut to what an object name may have (253 characters). */
export function replicaSetName(deployment: string, hash: string): string {
  return `${deployment.slice(0, 253 - 1 - hash.length)}-${hash}`;
}

export function withHashLabel(labels: Labels, hash: string): Readonly<Record<string, string>> {
  return { ...labels, [podTemplateHashLabel]: hash };
}

export function selectorWithHash(selector: LabelSelector, hash: string): LabelSelector {
  return { ...selector, matchLabels: withHashLabel(selector.matchLabels, hash) };
}

function labelsBesideHash(template: PodTemplateSpec | undefined): Readonly<Record<string, string>> {
  const { [podTemplateHashLabel]: _hash, ...others } = template?.metadata?.labels ?? {};
  return others;
}

/** Whether two templates make the same Pods: equal in all but the value of the hash label. */
export function equalIgnoreHash(a: PodTemplateSpec | undefined, b: PodTemplateSpec | undefined): boolean {
  if (a === b) return true;
  if (!equalJson(labelsBesideHash(a), labelsBesideHash(b))) return false;
  const { labels: _a, ...metadataA } = a?.metadata ?? {};
  const { labels: _b, ...metadataB } = b?.metadata ?? {};
  return semanticEqual(metadataA, metadataB) && semanticEqual(a?.spec, b?.spec);
}
