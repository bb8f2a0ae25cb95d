/**
 * Models: k8s.io/apimachinery pkg/util/intstr (IntOrString, Parse, GetScaledValueFromIntOrPercent).
 * Simplified: the value is the JSON value itself, a number or a string.
 * Not modelled: GetValueFromIntOrPercent (deprecated upstream).
 */
import { goQuote } from './field-error';
import type { IntOrString } from './types';

export type ScaledValue =
  | { readonly value: number; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: string };

/** Text that is a whole int32 becomes a number, anything else stays text (intstr.Parse). */
export function parseIntOrString(text: string): IntOrString {
  const parsed = atoi(text);
  if (parsed.value === undefined || parsed.value > 2147483647 || parsed.value < -2147483648) return text;
  return parsed.value;
}

/**
 * `3` → 3, `'25%'` of `total` rounded up or down; plain text is an error with upstream's words
 * (GetScaledValueFromIntOrPercent).
 */
export function scaledIntOrPercent(value: IntOrString | undefined, total: number, roundUp: boolean): ScaledValue {
  if (value === undefined) return { error: 'nil value for IntOrString' };
  if (typeof value === 'number') return { value };
  if (!value.endsWith('%')) {
    return { error: 'invalid value for IntOrString: invalid type: string is not a percentage' };
  }
  const percent = atoi(value.slice(0, -1));
  if (percent.value === undefined) {
    return { error: `invalid value for IntOrString: invalid value ${goQuote(value)}: ${percent.error}` };
  }
  const exact = (percent.value * total) / 100;
  return { value: roundUp ? Math.ceil(exact) : Math.floor(exact) };
}

/** Go's strconv.Atoi: an optional sign and digits, in 64 bits. */
function atoi(text: string): ScaledValue {
  if (!/^[+-]?[0-9]+$/.test(text)) return { error: `strconv.Atoi: parsing ${goQuote(text)}: invalid syntax` };
  const value = BigInt(text[0] === '+' ? text.slice(1) : text);
  if (BigInt.asIntN(64, value) !== value) {
    return { error: `strconv.Atoi: parsing ${goQuote(text)}: value out of range` };
  }
  return { value: Number(value) };
}
