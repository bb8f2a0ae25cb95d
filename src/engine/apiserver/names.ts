// Models: k8s.io/apiserver pkg/storage/names/generate.go SimpleNameGenerator; apimachinery pkg/util/rand; google/uuid
// Simplified: —
// Not modelled: —
import type { Kernel } from '../kernel/kernel';

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const maxBaseLength = 58;
const suffixLength = 5;

/** `base` cut to 58 characters and five more, the n-th draw for that base. */
export function generateName(kernel: Kernel, resource: string, base: string, n: number): string {
  let draw = kernel.rand('kube-apiserver', 'generateName', `${resource}/${base}`, n);
  let suffix = '';
  for (let i = 0; i < suffixLength; i++) {
    draw *= alphabet.length;
    const at = Math.floor(draw);
    suffix += alphabet[at];
    draw -= at;
  }
  return base.slice(0, maxBaseLength) + suffix;
}

const hex = (value: number, width: number) => Math.floor(value).toString(16).padStart(width, '0');

/** A version 4 UUID drawn for one creation of one object. */
export function generateUID(kernel: Kernel, objectKey: string, at: number): string {
  const draw = (purpose: string) => kernel.rand('kube-apiserver', purpose, objectKey, at);
  const head = hex(draw('uid-high') * 2 ** 48, 12);
  const tail = hex(draw('uid-low') * 2 ** 48, 12);
  const middle = Math.floor(draw('uid-middle') * 2 ** 26);
  return `${head.slice(0, 8)}-${head.slice(8)}-${hex(0x4000 + (middle % 0x1000), 4)}-${hex(0x8000 + Math.floor(middle / 0x1000), 4)}-${tail}`;
}
