import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  mustParseQuantity,
  newMilliQuantity,
  newQuantity,
  parseBytes,
  parseCpuMilli,
  parseQuantity,
  quantitySign,
  quantityText,
  quantityValue,
  subtractQuantities,
} from './quantity';

const suffix = fc.constantFrom('', 'n', 'u', 'm', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'Ti', 'e3', 'E3', 'e-3');
const quantity = fc
  .tuple(fc.constantFrom('', '-', '+'), fc.nat(10_000_000), fc.option(fc.nat(999)), suffix)
  .map(([sign, whole, fraction, unit]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${unit}`);

describe('quantities', () => {
  it('read as cores in thousandths and as whole bytes, rounded up', () => {
    expect(parseCpuMilli('250m')).toBe(250);
    expect(parseCpuMilli('0.5')).toBe(500);
    expect(parseCpuMilli('1n')).toBe(1);
    expect(parseBytes('64Mi')).toBe(64 * 1024 * 1024);
    expect(parseBytes('1500m')).toBe(2);
    expect(parseBytes('110')).toBe(110);
  });

  it('that validation would refuse throw instead of counting as nothing', () => {
    expect(() => parseCpuMilli('lots')).toThrow("cannot parse 'lots': quantities must match the regular expression");
    expect(() => parseBytes('1gi')).toThrow('quantities must match');
  });

  it('keep their value when they are written canonically and read again', () => {
    fc.assert(
      fc.property(quantity, (text) => {
        const first = mustParseQuantity(text);
        const canonical = canonicalQuantity(first);
        const second = mustParseQuantity(canonical);
        expect(compareQuantities(first, second)).toBe(0);
        expect(canonicalQuantity(second)).toBe(canonical);
      }),
    );
  });

  it('that differ only in how they were typed compare equal and add to the same sum', () => {
    fc.assert(
      fc.property(quantity, quantity, (a, b) => {
        const left = mustParseQuantity(a);
        const right = mustParseQuantity(b);
        const sum = addQuantities(left, right);
        expect(compareQuantities(sum, addQuantities(right, left))).toBe(0);
        expect(compareQuantities(subtractQuantities(sum, right), left)).toBe(0);
        expect(quantitySign(subtractQuantities(left, right))).toBe(compareQuantities(left, right));
      }),
    );
  });

  it('of absurd size are handled at once, so that a hostile manifest cannot stall the cluster', () => {
    const huge = mustParseQuantity('1e999999999');
    const tiny = mustParseQuantity('123456789012345678901e-999999999');
    expect(compareQuantities(huge, tiny)).toBe(1);
    expect(compareQuantities(mustParseQuantity('-1e999999999'), tiny)).toBe(-1);
    expect(quantityText(addQuantities(mustParseQuantity('1Gi'), huge))).toMatch(/^1/);
    expect(quantityText(tiny)).toBe('1e-9');
    expect(quantityValue(huge)).toBe(0);
    expect(quantityValue(tiny)).toBe(1);
    expect(parseQuantity('1e99999999999999999999').error).toBe("unable to parse quantity's suffix");
  });

  it('made from numbers print like those read from text', () => {
    expect(quantityText(newMilliQuantity(1500, 'DecimalSI'))).toBe('1500m');
    expect(quantityText(newQuantity(512 * 1024 * 1024, 'BinarySI'))).toBe('512Mi');
  });

  it('never throw on any text: they are a quantity or an error with words', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseQuantity(text);
        expect(parsed.error === undefined).toBe(parsed.quantity !== undefined);
        if (parsed.quantity !== undefined) expect(quantityText(parsed.quantity)).not.toBe('');
      }),
    );
  });
});
