/**
 * Models: k8s.io/apimachinery pkg/api/resource (Quantity, ParseQuantity, CanonicalizeBytes, Add, Sub, Cmp, ScaledValue).
 * Simplified: one exact decimal (bigint × 10^scale) instead of two representations; `wide` remembers which one
 *   upstream would hold, because rounding and overflow differ between them.
 * Not modelled: protobuf and CBOR forms.
 */

export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** An exact number with the suffix family that it prints with. Immutable. */
export interface Quantity {
  /** The value is `unscaled × 10^scale`. */
  readonly unscaled: bigint;
  readonly scale: number;
  readonly format: QuantityFormat;
  /** Upstream holds it as inf.Dec, not as a scaled int64. */
  readonly wide: boolean;
  /** As typed, when upstream keeps the typed text. */
  readonly text?: string;
}

export type ParsedQuantity =
  | { readonly quantity: Quantity; readonly error?: undefined }
  | { readonly quantity?: undefined; readonly error: string };

const quantityFormatError =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const quantityNumericError = 'unable to parse numeric part of quantity';
const quantitySuffixError = "unable to parse quantity's suffix";

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const NANO = -9;
const MILLI = -3;
/** Beyond this many decimal places apart two numbers are compared by size alone, so that 1e999999999 costs nothing. */
const FAR_APART = 1000;

interface Suffix {
  readonly format: QuantityFormat;
  readonly base: 2 | 10;
  readonly exponent: number;
}

const SUFFIXES: ReadonlyMap<string, Suffix> = new Map<string, Suffix>([
  ...(['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const).map((suffix, i): [string, Suffix] => [
    suffix,
    { format: 'DecimalSI', base: 10, exponent: i * 3 - 9 },
  ]),
  ...(['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const).map((suffix, i): [string, Suffix] => [
    suffix,
    { format: 'BinarySI', base: 2, exponent: (i + 1) * 10 },
  ]),
]);
const DECIMAL_SUFFIXES: ReadonlyMap<number, string> = new Map(
  [...SUFFIXES].filter(([, s]) => s.format === 'DecimalSI').map(([text, s]) => [s.exponent, text]),
);
const BINARY_SUFFIXES: ReadonlyMap<number, string> = new Map([
  [0, ''],
  ...[...SUFFIXES].filter(([, s]) => s.format === 'BinarySI').map(([text, s]): [number, string] => [s.exponent, text]),
]);

const MEMO_LIMIT = 4096;
const parsedByText = new Map<string, ParsedQuantity>();

/** Reads a quantity as the API server does; the error is upstream's text (ParseQuantity). */
export function parseQuantity(text: string): ParsedQuantity {
  const known = parsedByText.get(text);
  if (known !== undefined) return known;
  const parsed = parse(text);
  if (parsedByText.size >= MEMO_LIMIT) parsedByText.clear();
  parsedByText.set(text, parsed);
  return parsed;
}

/** For text that was validated before; throws on any other. */
export function mustParseQuantity(text: string): Quantity {
  const parsed = parseQuantity(text);
  if (parsed.quantity === undefined) throw new Error(`cannot parse '${text}': ${parsed.error}`);
  return parsed.quantity;
}

function parse(text: string): ParsedQuantity {
  if (text === '') return { error: quantityFormatError };
  const parts = scan(text);
  if (parts === undefined) return { error: quantityFormatError };
  const suffix = interpretSuffix(parts.suffix);
  if (suffix === undefined) return { error: quantitySuffixError };
  return narrowForm(text, parts, suffix) ?? wideForm(parts, suffix);
}

interface Scanned {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
  /** Sign, digits and dot as typed. */
  readonly value: string;
  readonly suffix: string;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function scan(text: string): Scanned | undefined {
  const end = text.length;
  const negative = text[0] === '-';
  let at = negative || text[0] === '+' ? 1 : 0;
  while (at < end && text[at] === '0') at++;
  if (at === end) return { negative, whole: '0', fraction: '', value: '0', suffix: '' };
  const wholeAt = at;
  while (at < end && isDigit(text.charCodeAt(at))) at++;
  const whole = text.slice(wholeAt, at) || '0';
  let fraction = '';
  if (text[at] === '.') {
    const fractionAt = ++at;
    while (at < end && isDigit(text.charCodeAt(at))) at++;
    fraction = text.slice(fractionAt, at);
  }
  const value = text.slice(0, at);
  const suffixAt = at;
  while (at < end && 'eEinumkKMGTP'.includes(text[at]!)) at++;
  if (at < end && (text[at] === '-' || text[at] === '+')) at++;
  while (at < end && isDigit(text.charCodeAt(at))) at++;
  if (at < end) return undefined;
  return { negative, whole, fraction, value, suffix: text.slice(suffixAt) };
}

function interpretSuffix(text: string): Suffix | undefined {
  const known = SUFFIXES.get(text);
  if (known !== undefined) return known;
  if (text.length < 2 || !/^[eE][+-]?\d+$/.test(text)) return undefined;
  const exponent = BigInt(text[1] === '+' ? text.slice(2) : text.slice(1));
  if (exponent > MAX_INT64 || exponent < MIN_INT64) return undefined;
  return { format: 'DecimalExponent', base: 10, exponent: Number(BigInt.asIntN(32, exponent)) };
}

/** What upstream holds as a scaled int64; undefined when the digits do not surely fit. */
function narrowForm(text: string, parts: Scanned, suffix: Suffix): ParsedQuantity | undefined {
  const { whole, fraction } = parts;
  let precision: number;
  let multiplier = 1n;
  if (suffix.base === 10) {
    precision = 18 - whole.length - fraction.length;
  } else if (fraction === '') {
    multiplier = 1n << BigInt(suffix.exponent);
    precision = 15 - whole.length - Math.trunc(Math.fround(Math.fround(suffix.exponent * 3) / 10)) - 1;
  } else {
    return undefined;
  }
  const scale = (suffix.base === 10 ? suffix.exponent : 0) - fraction.length;
  if (precision < 0 || scale < NANO) return undefined;
  const digits = whole + fraction;
  const value = BigInt(digits);
  const product = value * multiplier;
  if (product > MAX_INT64) return undefined;
  const keepsText =
    suffix.format === 'BinarySI'
      ? (value & 7n) !== 0n
      : scale % 3 === 0 && !digits.endsWith('000') && digits[0] !== '0';
  const quantity = { unscaled: parts.negative ? -product : product, scale, format: suffix.format, wide: false };
  return { quantity: keepsText ? { ...quantity, text } : quantity };
}

function wideForm(parts: Scanned, suffix: Suffix): ParsedQuantity {
  const digits = parts.value.replace(/[^0-9]/g, '');
  if (digits === '') return { error: quantityNumericError };
  let unscaled = BigInt(digits);
  let scale = -parts.fraction.length;
  if (suffix.base === 10) scale += suffix.exponent;
  else unscaled <<= BigInt(suffix.exponent);
  let format = suffix.format;
  if (unscaled !== 0n && scale < NANO) {
    unscaled = divideAwayFromZero(unscaled, NANO - scale).result;
    scale = NANO;
  } else if (unscaled !== 0n && scale - NANO <= FAR_APART) {
    unscaled *= 10n ** BigInt(scale - NANO);
    scale = NANO;
  }
  if (format === 'BinarySI') {
    if (compareDecimals(unscaled, scale, MAX_INT64, 0) > 0) {
      unscaled = MAX_INT64;
      scale = 0;
    }
    // Below one it prints in thousandths, which loses nothing.
    if (unscaled > 0n && compareDecimals(unscaled, scale, 1n, 0) < 0) format = 'DecimalSI';
  }
  return { quantity: { unscaled: parts.negative ? -unscaled : unscaled, scale, format, wide: true } };
}

/** `unscaled / 10^places`, away from zero. */
function divideAwayFromZero(unscaled: bigint, places: number): { result: bigint; exact: boolean } {
  if (unscaled === 0n) return { result: 0n, exact: true };
  const negative = unscaled < 0n;
  const size = negative ? -unscaled : unscaled;
  if (places > size.toString().length) return { result: negative ? -1n : 1n, exact: false };
  const divisor = 10n ** BigInt(places);
  const result = size / divisor;
  const exact = result * divisor === size;
  const rounded = exact ? result : result + 1n;
  return { result: negative ? -rounded : rounded, exact };
}

function signOf(value: bigint): -1 | 0 | 1 {
  return value === 0n ? 0 : value < 0n ? -1 : 1;
}

function compareDecimals(a: bigint, aScale: number, b: bigint, bScale: number): -1 | 0 | 1 {
  const aSign = signOf(a);
  const bSign = signOf(b);
  if (aSign !== bSign) return aSign < bSign ? -1 : 1;
  if (aSign === 0) return 0;
  const apart = aScale - bScale;
  if (apart > FAR_APART || apart < -FAR_APART) {
    const aDigits = (aSign < 0 ? -a : a).toString().length + aScale;
    const bDigits = (bSign < 0 ? -b : b).toString().length + bScale;
    if (aDigits !== bDigits) return aDigits > bDigits === aSign > 0 ? 1 : -1;
  }
  const left = apart > 0 ? a * 10n ** BigInt(apart) : a;
  const right = apart < 0 ? b * 10n ** BigInt(-apart) : b;
  return left === right ? 0 : left < right ? -1 : 1;
}

/** -1, 0 or 1, by value; formats do not matter (Cmp). */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  return compareDecimals(a.unscaled, a.scale, b.unscaled, b.scale);
}

/** -1, 0 or 1 (Sign). */
export function quantitySign(quantity: Quantity): -1 | 0 | 1 {
  return signOf(quantity.unscaled);
}

/** The sum; it prints with the format of `a`, or of `b` when `a` is zero (Add). */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return sum(a, b.unscaled, b);
}

/** The difference; it prints with the format of `a`, or of `b` when `a` is zero (Sub). */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return sum(a, -b.unscaled, b);
}

function sum(a: Quantity, bUnscaled: bigint, b: Quantity): Quantity {
  const format = a.unscaled === 0n ? b.format : a.format;
  const wide = a.wide || b.wide;
  if (bUnscaled === 0n) return { unscaled: a.unscaled, scale: a.scale, format, wide };
  if (a.unscaled === 0n) return { unscaled: bUnscaled, scale: b.scale, format, wide };
  const apart = a.scale - b.scale;
  // Numbers so far apart exist only in hostile input; the smaller could not be seen in the sum.
  if (apart > FAR_APART) return { unscaled: a.unscaled, scale: a.scale, format, wide };
  if (apart < -FAR_APART) return { unscaled: bUnscaled, scale: b.scale, format, wide };
  const left = apart > 0 ? a.unscaled * 10n ** BigInt(apart) : a.unscaled;
  const right = apart < 0 ? bUnscaled * 10n ** BigInt(-apart) : bUnscaled;
  const unscaled = left + right;
  const fits = fitsInt64(left) && fitsInt64(right) && fitsInt64(unscaled);
  return { unscaled, scale: apart > 0 ? b.scale : a.scale, format, wide: wide || !fits };
}

function fitsInt64(value: bigint): boolean {
  return value <= MAX_INT64 && value >= MIN_INT64;
}

/** `value` whole units (NewQuantity). */
export function newQuantity(value: number | bigint, format: QuantityFormat): Quantity {
  return { unscaled: BigInt(value), scale: 0, format, wide: false };
}

/** `value` thousandths (NewMilliQuantity). */
export function newMilliQuantity(value: number | bigint, format: QuantityFormat): Quantity {
  return { unscaled: BigInt(value), scale: MILLI, format, wide: false };
}

/** The text that the API returns: as typed where upstream keeps it, else canonical (String). */
export function quantityText(quantity: Quantity): string {
  return quantity.text ?? canonicalQuantity(quantity);
}

/** The canonical text: no fraction, the largest suffix that loses nothing (CanonicalizeBytes). */
export function canonicalQuantity(quantity: Quantity): string {
  const { unscaled, scale } = quantity;
  if (unscaled === 0n) return '0';
  if (quantity.format === 'BinarySI') {
    const binary = canonicalBinary(unscaled, scale);
    if (binary !== undefined) return binary;
  }
  let mantissa = unscaled;
  let exponent = scale;
  while (mantissa % 10n === 0n) {
    mantissa /= 10n;
    exponent++;
  }
  while (exponent % 3 !== 0) {
    mantissa *= 10n;
    exponent--;
  }
  if (quantity.format === 'DecimalExponent') return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`;
  // Upstream prints no suffix where it has none for the exponent.
  return `${mantissa}${DECIMAL_SUFFIXES.get(exponent) ?? ''}`;
}

/** Undefined for fractions and for values nearer to zero than 1024, which print as decimals. */
function canonicalBinary(unscaled: bigint, scale: number): string | undefined {
  if (scale > FAR_APART) return undefined;
  if (compareDecimals(unscaled, scale, -1024n, 0) > 0 && compareDecimals(unscaled, scale, 1024n, 0) < 0) {
    return undefined;
  }
  const whole =
    scale >= 0 ? { result: unscaled * 10n ** BigInt(scale), exact: true } : divideAwayFromZero(unscaled, -scale);
  if (!whole.exact) return undefined;
  let mantissa = whole.result;
  let exponent = 0;
  while (mantissa % 1024n === 0n) {
    mantissa /= 1024n;
    exponent += 10;
  }
  return `${mantissa}${BINARY_SUFFIXES.get(exponent) ?? ''}`;
}

/** Whole units, rounded up away from zero (Value). What does not fit an int64 gives 0, or wraps, as upstream. */
export function quantityValue(quantity: Quantity): number {
  return scaledValue(quantity, 0);
}

/** Thousandths, rounded up (MilliValue). */
export function quantityMilliValue(quantity: Quantity): number {
  return scaledValue(quantity, MILLI);
}

function scaledValue(quantity: Quantity, scale: number): number {
  const { unscaled } = quantity;
  const places = scale - quantity.scale;
  if (places <= 0) return scaledUp(quantity, -places);
  if (!quantity.wide) return Number(divideAwayFromZero(unscaled, places).result);
  if (places > FAR_APART) return unscaled > 0n ? 1 : 0;
  const divisor = 10n ** BigInt(places);
  // Upstream's short cut tests only the upper bound, so large negative numbers wrap.
  const dividend = unscaled < MAX_INT64 && places < 19 ? BigInt.asIntN(64, unscaled) : unscaled;
  const result = dividend / divisor;
  return Number(BigInt.asIntN(64, result * divisor === dividend ? result : result + 1n));
}

/** `unscaled × 10^places`: an overflow wraps where upstream multiplies at once, and gives 0 where it loops. */
function scaledUp(quantity: Quantity, places: number): number {
  if (quantity.unscaled === 0n || places > FAR_APART) return 0;
  const exact = quantity.unscaled * 10n ** BigInt(places);
  if (fitsInt64(exact)) return Number(exact);
  const wraps = quantity.wide || places <= 3 || places === 6 || places === 9;
  return wraps ? Number(BigInt.asIntN(64, exact)) : 0;
}

const milliByText = new Map<string, number>();
const valueByText = new Map<string, number>();

/**
 * CPU in thousandths of a core (`250m` → 250, `0.5` → 500), rounded up. For the hot paths: remembers each text.
 * Throws on text that validation would have refused.
 */
export function parseCpuMilli(text: string): number {
  let milli = milliByText.get(text);
  if (milli === undefined) {
    milli = quantityMilliValue(mustParseQuantity(text));
    if (milliByText.size >= MEMO_LIMIT) milliByText.clear();
    milliByText.set(text, milli);
  }
  return milli;
}

/**
 * Bytes, or any other whole units (`64Mi` → 67108864, pods `110` → 110), rounded up. For the hot paths: remembers
 * each text. Throws on text that validation would have refused.
 */
export function parseBytes(text: string): number {
  let value = valueByText.get(text);
  if (value === undefined) {
    value = quantityValue(mustParseQuantity(text));
    if (valueByText.size >= MEMO_LIMIT) valueByText.clear();
    valueByText.set(text, value);
  }
  return value;
}
