/**
 * Models: Go's encoding/base64 StdEncoding, in which []byte fields travel in JSON.
 * Simplified: -
 * Not modelled: -
 */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of the UTF-8 bytes of a text. */
export function toBase64(text: string): string {
  const bytes = utf8Bytes(text);
  let encoded = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    encoded += ALPHABET.charAt(group >> 18) + ALPHABET.charAt((group >> 12) & 63);
    encoded += left > 1 ? ALPHABET.charAt((group >> 6) & 63) : '=';
    encoded += left > 2 ? ALPHABET.charAt(group & 63) : '=';
  }
  return encoded;
}

/** How many bytes a base64 text stands for. */
export function base64ByteLength(encoded: string): number {
  const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((encoded.length * 3) / 4) - padding);
}

/** The bytes of a base64 text, read as UTF-8; broken sequences become U+FFFD. */
export function base64Text(encoded: string): string {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const character of encoded) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) continue;
    bits = (bits << 6) | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 255);
    bits &= (1 << held) - 1;
  }
  return fromUtf8(bytes);
}

function utf8Bytes(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    let code = character.codePointAt(0) as number;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else {
      bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
  }
  return bytes;
}

function fromUtf8(bytes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i] as number;
    const length =
      first < 0x80
        ? 1
        : first >= 0xc2 && first < 0xe0
          ? 2
          : first >= 0xe0 && first < 0xf0
            ? 3
            : first >= 0xf0 && first < 0xf5
              ? 4
              : 0;
    let code = length === 1 ? first : first & (0xff >> (length + 1));
    let wrong = length === 0;
    for (let j = 1; j < length; j++) {
      const next = bytes[i + j];
      if (next === undefined || (next & 0xc0) !== 0x80) wrong = true;
      else code = (code << 6) | (next & 63);
    }
    if (wrong || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      text += '\ufffd';
      i++;
    } else {
      text += String.fromCodePoint(code);
      i += length;
    }
  }
  return text;
}
