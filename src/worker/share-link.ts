import { deflateSync, Inflate } from 'fflate';
import { filesFromText } from './files';
import { asSaved, engineVersion, maxLinkEvents } from './new-scene';
import type { Link, LinkRefusal, LinkResult, Scene } from './protocol';
import { readScene } from './scene';

/** Longest link, in characters after `1.`: what every browser, chat and mail keeps whole. */
export const maxLinkLength = 32 * 1024;
/** Longest scene that a link may hold, in bytes: a bomb stops here. */
export const maxInflatedBytes = 1024 * 1024;
const inflateStep = 256;

const form = /^1\.[A-Za-z0-9_-]+$/;
const otherForm = /^[1-9][0-9]{0,5}\./;

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
}

/** Inflates piece by piece, so that no more than the limit and one piece is ever held. */
function inflateBounded(bytes: Uint8Array): Uint8Array | 'too-big' {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  const inflate = new Inflate((piece, final) => {
    pieces.push(piece);
    size += piece.length;
    ended = final;
  });
  for (let i = 0; i < bytes.length; i += inflateStep) {
    inflate.push(bytes.subarray(i, i + inflateStep), i + inflateStep >= bytes.length);
    if (size > maxInflatedBytes) return 'too-big';
  }
  if (!ended) throw new Error('the data ends too early');
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** `1.<base64url(deflate(JSON))>` of a scene whose files are kept as text. `events`: what playing it takes. */
export function encodeLink(scene: Scene, events = 0): Link {
  const json = new TextEncoder().encode(JSON.stringify(scene));
  const text = `1.${toBase64Url(deflateSync(json, { level: 9 }))}`;
  const tooLong = text.length > maxLinkLength || json.length > maxInflatedBytes;
  return { text, refusal: tooLong ? 'too-long' : events > maxLinkEvents ? 'too-much' : undefined };
}

function refuse(reason: LinkRefusal, detail = ''): LinkResult {
  return { ok: false, reason, detail };
}

/** The scene of a link of unknown origin. Never throws; what is refused has a reason. */
export function decodeLink(text: string): LinkResult {
  if (text.length > maxLinkLength) return refuse('too-long', String(text.length));
  if (!form.test(text))
    return refuse(otherForm.test(text) && !text.startsWith('1.') ? 'other-version' : 'unknown-form');
  let value: unknown;
  try {
    const inflated = inflateBounded(fromBase64Url(text.slice(2)));
    if (inflated === 'too-big') return refuse('too-big');
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(inflated));
  } catch {
    // The words of the decoder say nothing to whoever opens a link.
    return refuse('broken');
  }
  const { version } = (value ?? {}) as { version?: unknown };
  if (typeof version === 'number' && version !== 1) return refuse('other-version');
  const scene = readScene(value);
  if (typeof scene === 'string') return refuse('not-a-scene', scene);
  const unreadable = filesFromText(scene);
  if (typeof unreadable === 'string') return refuse('not-a-scene', unreadable);
  return { ok: true, saved: asSaved(scene), otherEngine: scene.engine === engineVersion ? undefined : scene.engine };
}
