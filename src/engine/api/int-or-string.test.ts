import { describe, expect, it } from 'vitest';
import { parseIntOrString, scaledIntOrPercent } from './int-or-string';

describe('an int-or-percent value', () => {
  it('scales percentages up or down and leaves numbers alone', () => {
    expect(scaledIntOrPercent('25%', 10, true)).toEqual({ value: 3 });
    expect(scaledIntOrPercent('25%', 10, false)).toEqual({ value: 2 });
    expect(scaledIntOrPercent(7, 3, true)).toEqual({ value: 7 });
  });

  it('that is not a percentage is refused in the words of Kubernetes', () => {
    expect(scaledIntOrPercent('5', 10, true).error).toBe(
      'invalid value for IntOrString: invalid type: string is not a percentage',
    );
    expect(scaledIntOrPercent('x%', 10, true).error).toBe(
      'invalid value for IntOrString: invalid value "x%": strconv.Atoi: parsing "x": invalid syntax',
    );
    expect(scaledIntOrPercent('99999999999999999999%', 10, true).error).toMatch('value out of range');
    expect(scaledIntOrPercent(undefined, 10, true).error).toBe('nil value for IntOrString');
  });

  it('typed on a command line is a number when it is a whole int32', () => {
    expect(parseIntOrString('80')).toBe(80);
    expect(parseIntOrString('+8')).toBe(8);
    expect(parseIntOrString('http')).toBe('http');
    expect(parseIntOrString('3000000000')).toBe('3000000000');
  });
});
