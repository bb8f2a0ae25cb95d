import type { Case, CaseAdapter, Failure } from '../../host/cases/case-form';
import { compareError, compareValues } from '../../host/cases/compare';
import { scaledIntOrPercent } from './int-or-string';
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  mustParseQuantity,
  parseQuantity,
  type Quantity,
  type QuantityFormat,
  quantityMilliValue,
  quantityText,
  quantityValue,
  subtractQuantities,
} from './quantity';

const textOf = (c: Case, name: string): string => String(c.given?.[name]);

/** `27/25` or a whole number, as an exact decimal. */
function exact(value: unknown, format: QuantityFormat): Quantity {
  const [numerator, denominator] = String(value).split('/');
  let unscaled = BigInt(numerator!);
  let scale = 0;
  const divisor = BigInt(denominator ?? '1');
  while (unscaled % divisor !== 0n) {
    unscaled *= 10n;
    scale--;
    if (scale < -30) throw new Error(`${String(value)} is not a finite decimal`);
  }
  return { unscaled: unscaled / divisor, scale, format, wide: false };
}

function outcome(c: Case, parsed: { error?: string | undefined }, values: () => Record<string, unknown>): Failure[] {
  const expected = c.then.error as Record<string, unknown> | undefined;
  if (expected === undefined) {
    if (parsed.error !== undefined) return [{ path: 'error', expected: 'no error', actual: parsed.error }];
    return compareValues(values(), c.then.values);
  }
  return compareError(parsed.error === undefined ? undefined : { message: parsed.error }, expected);
}

const compute = (text: string, run: (c: Case) => Failure[]): CaseAdapter => ({
  area: 'quantity',
  when: `compute:${text}`,
  run,
});

const pair = (c: Case): [Quantity, Quantity] => [mustParseQuantity(textOf(c, 'a')), mustParseQuantity(textOf(c, 'b'))];

const parsing = (c: Case): Failure[] => {
  const parsed = parseQuantity(textOf(c, 'quantity'));
  return outcome(c, parsed, () => {
    const quantity = parsed.quantity!;
    return { text: quantityText(quantity), canonical: canonicalQuantity(quantity), format: quantity.format };
  });
};

export const adapters: CaseAdapter[] = [
  compute('parse quantity', parsing),
  compute('text after parsing', parsing),
  compute('canonical text', (c) =>
    compareValues(
      { canonical: canonicalQuantity(exact(c.given?.value, c.given?.format as QuantityFormat)) },
      c.then.values,
    ),
  ),
  compute('integer value and milli value', (c) => {
    const quantity = mustParseQuantity(textOf(c, 'quantity'));
    return compareValues({ value: quantityValue(quantity), milliValue: quantityMilliValue(quantity) }, c.then.values);
  }),
  compute('compare quantities', (c) => compareValues({ result: compareQuantities(...pair(c)) }, c.then.values)),
  compute('add quantities', (c) =>
    compareValues({ canonical: canonicalQuantity(addQuantities(...pair(c))) }, c.then.values),
  ),
  compute('subtract quantities', (c) =>
    compareValues({ canonical: canonicalQuantity(subtractQuantities(...pair(c))) }, c.then.values),
  ),
  compute('scaled int-or-percent', (c) => {
    const { value, total, roundUp } = c.given as { value: number | string; total: number; roundUp: boolean };
    const scaled = scaledIntOrPercent(value, total, roundUp);
    return outcome(c, scaled, () => ({ result: scaled.value }));
  }),
];
