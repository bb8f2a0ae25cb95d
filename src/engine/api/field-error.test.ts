import { describe, expect, it } from 'vitest';
import {
  aggregateText,
  duplicate,
  errorBody,
  errorText,
  forbidden,
  goQuote,
  invalid,
  notFound,
  notSupported,
  required,
  tooLong,
  tooMany,
} from './field-error';

describe('what the API server says of a bad field', () => {
  it('names the field, the kind of mistake, the value and the reason', () => {
    expect(errorText(invalid('spec.replicas', -1, 'must be greater than or equal to 0'))).toBe(
      'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    );
    expect(errorText(required('spec.selector'))).toBe('spec.selector: Required value');
    expect(errorText(notFound('x', 'vol'))).toBe('x: Not found: "vol"');
    expect(errorText(duplicate('x', 80))).toBe('x: Duplicate value: 80');
    expect(errorText(forbidden('x', 'no'))).toBe('x: Forbidden: no');
    expect(errorText(notSupported('x', 'a', ['b', 'c']))).toBe('x: Unsupported value: "a": supported values: "b", "c"');
  });

  it('leaves out a value that is too long and counts items that are too many', () => {
    expect(errorBody(tooLong('x', 262144))).toBe('Too long: may not be more than 262144 bytes');
    expect(errorBody(tooLong('x', 1))).toBe('Too long: may not be more than 1 byte');
    expect(errorBody(tooMany('x', 1001, 1000))).toBe('Too many: 1001: must have at most 1000 items');
  });

  it('prints maps and structs as JSON, a nil pointer as "null" and a nil map as null', () => {
    expect(errorBody(invalid('x', { app: 'w' }, 'd'))).toBe('Invalid value: {"app":"w"}: d');
    expect(errorBody(invalid('x', { a: '<b>' }, 'd'))).toBe('Invalid value: {"a":"\\u003cb\\u003e"}: d');
    expect(errorBody(invalid('x', undefined, 'd'))).toBe('Invalid value: "null": d');
    expect(errorBody(invalid('x', null, 'd'))).toBe('Invalid value: null: d');
  });

  it('quotes text as Go does', () => {
    expect(goQuote('a"b\\c\n\u0001\u00a0é\u{1f600}')).toBe('"a\\"b\\\\c\\n\\x01\\u00a0é\u{1f600}"');
  });

  it('prints one error plain, several in brackets, and equal ones once', () => {
    const a = required('a');
    const b = required('b');
    expect(aggregateText([a])).toBe('a: Required value');
    expect(aggregateText([a, b])).toBe('[a: Required value, b: Required value]');
    expect(aggregateText([a, a])).toBe('a: Required value');
  });
});
