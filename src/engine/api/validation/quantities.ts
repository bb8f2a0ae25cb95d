/**
 * Models: pkg/apis/core/v1/defaults.go SetDefaults_ResourceList; comparisons of resource.Quantity in validation.
 * Simplified: works on the texts that objects hold; a text that is no quantity (decoding refuses those) compares as
 *   text and never throws.
 * Not modelled: -
 */
import { type FieldError, invalid } from '../field-error';
import {
  canonicalQuantity,
  compareQuantities,
  parseQuantity,
  type Quantity,
  quantityMilliValue,
  quantitySign,
  quantityText,
} from '../quantity';

export function quantityOf(text: unknown): Quantity | undefined {
  return typeof text === 'string' ? parseQuantity(text).quantity : undefined;
}

/** -1, 0 or 1. */
export function compareQuantityTexts(a: string, b: string): number {
  if (a === b) return 0;
  const left = quantityOf(a);
  const right = quantityOf(b);
  if (left === undefined || right === undefined) return a < b ? -1 : 1;
  return compareQuantities(left, right);
}

export function isNegativeQuantity(text: string): boolean {
  const quantity = quantityOf(text);
  return quantity !== undefined && quantitySign(quantity) < 0;
}

/** ValidatePositiveQuantityValue */
export function checkPositiveQuantity(errors: FieldError[], field: string, text: string): void {
  const quantity = quantityOf(text);
  if (quantity !== undefined && quantitySign(quantity) <= 0)
    errors.push(invalid(field, printableQuantity(text), 'must be greater than zero'));
}

/** True when the value has no thousandths (IsIntegerResourceName checks). */
export function isWholeQuantity(text: string): boolean {
  const quantity = quantityOf(text);
  return quantity === undefined || quantityMilliValue(quantity) % 1000 === 0;
}

/** As messages print it (Quantity.String). */
export function printableQuantity(text: string): string {
  const quantity = quantityOf(text);
  return quantity === undefined ? text : quantityText(quantity);
}

const MEMO_LIMIT = 4096;
const storedByText = new Map<string, string>();

/** The text that is stored for a typed one: canonical where upstream rewrites it, rounded up to thousandths. */
export function storedQuantity(value: unknown): string {
  const text = typeof value === 'string' ? value : String(value);
  let stored = storedByText.get(text);
  if (stored === undefined) {
    stored = toStored(text);
    if (storedByText.size >= MEMO_LIMIT) storedByText.clear();
    storedByText.set(text, stored);
  }
  return stored;
}

function toStored(text: string): string {
  const quantity = parseQuantity(text).quantity;
  if (quantity === undefined) return text;
  if (quantity.scale >= -3) return quantityText(quantity);
  // RoundUp(milli): away from zero, and the typed text is forgotten.
  const divisor = 10n ** BigInt(-3 - quantity.scale);
  const magnitude = quantity.unscaled < 0n ? -quantity.unscaled : quantity.unscaled;
  const rounded = (magnitude + divisor - 1n) / divisor;
  const { format, wide } = quantity;
  return canonicalQuantity({ unscaled: quantity.unscaled < 0n ? -rounded : rounded, scale: -3, format, wide });
}
