import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fieldSelectorText,
  matchesFields,
  parseFieldSelector,
  parseFieldSelectorFor,
  requiredFieldValue,
} from './field-selectors';
import { parseSelector } from './selector-parser';
import {
  everything,
  isEverything,
  labelSelectorMatches,
  matchesLabels,
  nothing,
  requiredValue,
  selectorFromLabelSelector,
  selectorFromSet,
  selectorText,
} from './selectors';

const key = fc.constantFrom('app', 'tier', 'example.com/team', 'in', 'notin');
const value = fc.constantFrom('', 'a', 'b', '10', '5', 'x.y_z');
const term = fc.oneof(
  fc.tuple(key, fc.constantFrom('=', '==', '!='), value).map(([k, op, v]) => `${k}${op}${v}`),
  fc.tuple(key, fc.constantFrom(' in ', ' notin '), fc.array(value)).map(([k, op, vs]) => `${k}${op}(${vs.join(',')})`),
  key,
  key.map((k) => `!${k}`),
  fc.tuple(key, fc.constantFrom('>', '<'), fc.integer({ min: 0, max: 20 })).map(([k, op, n]) => `${k}${op}${n}`),
);

describe('a label selector', () => {
  it('keeps its meaning when it is printed and read again', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 4 }), fc.dictionary(key, value), (terms, labels) => {
        const first = parseSelector(terms.join(','));
        expect(first.error).toBeUndefined();
        const second = parseSelector(selectorText(first.selector!));
        expect(selectorText(second.selector!)).toBe(selectorText(first.selector!));
        expect(matchesLabels(second.selector!, labels)).toBe(matchesLabels(first.selector!, labels));
      }),
    );
  });

  it('of any text is a selector or an error with words, never an exception', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseSelector(text);
        expect((parsed.error ?? '') === '').toBe(parsed.selector !== undefined);
      }),
    );
  });

  it('refuses a bad key in the words of the API server', () => {
    expect(parseSelector('-x=a').error).toBe(
      `unable to parse requirement: <nil>: Invalid value: "-x": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    );
  });

  it('that is absent picks nothing, and that is empty picks everything', () => {
    expect(labelSelectorMatches(undefined, { a: 'b' })).toBe(false);
    expect(labelSelectorMatches({}, undefined)).toBe(true);
    expect(matchesLabels(nothing, {})).toBe(false);
    expect(isEverything(everything)).toBe(true);
    expect(isEverything(nothing)).toBe(false);
  });

  it('never takes an inherited property for a label', () => {
    expect(labelSelectorMatches({ matchExpressions: [{ key: 'constructor', operator: 'Exists' }] }, {})).toBe(false);
    expect(matchesLabels(parseSelector('toString').selector!, { a: 'b' })).toBe(false);
  });

  it('of a spec with an unknown operator is an error, and picks nothing', () => {
    const odd = { matchExpressions: [{ key: 'a', operator: 'Like' }] };
    expect(selectorFromLabelSelector(odd).error).toBe('"Like" is not a valid label selector operator');
    expect(labelSelectorMatches(odd, { a: 'b' })).toBe(false);
  });

  it('prints the same from a spec, from a map and from text', () => {
    const spec = selectorFromLabelSelector({ matchLabels: { b: '2', a: '1' } }).selector!;
    expect(selectorText(spec)).toBe('a=1,b=2');
    expect(selectorText(selectorFromSet({ b: '2', a: '1' }))).toBe('a=1,b=2');
    expect(selectorText(parseSelector('b=2,a=1').selector!)).toBe('a=1,b=2');
    expect(requiredValue(spec, 'a')).toBe('1');
    expect(requiredValue(spec, 'c')).toBeUndefined();
  });
});

describe('a field selector', () => {
  it('compares equal and unequal, and tells which value it demands', () => {
    const { terms } = parseFieldSelector('status.phase!=Running,spec.nodeName=n1');
    expect(fieldSelectorText(terms!)).toBe('spec.nodeName=n1,status.phase!=Running');
    expect(matchesFields(terms!, (field) => (field === 'spec.nodeName' ? 'n1' : 'Pending'))).toBe(true);
    expect(matchesFields(terms!, (field) => (field === 'spec.nodeName' ? 'n1' : 'Running'))).toBe(false);
    expect(requiredFieldValue(terms!, 'spec.nodeName')).toBe('n1');
    expect(requiredFieldValue(terms!, 'status.phase')).toBeUndefined();
  });

  it('escapes commas and equals signs in values', () => {
    const { terms } = parseFieldSelector('a=x\\,y\\=z\\\\');
    expect(terms).toEqual([{ field: 'a', equal: true, value: 'x,y=z\\' }]);
    expect(fieldSelectorText(terms!)).toBe('a=x\\,y\\=z\\\\');
    expect(parseFieldSelector('a=x=y').error).toBe('invalid field selector: unescaped character in value: 61');
    expect(parseFieldSelector('a=\\n').error).toBe('invalid field selector: invalid escape sequence: \\n');
    expect(parseFieldSelector('abc').error).toBe("invalid selector: 'abc'; can't understand 'abc'");
  });

  it('of a field that the kind does not offer is refused', () => {
    expect(parseFieldSelectorFor('spec.replicas=1', undefined).error).toBe(
      '"spec.replicas" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
    expect(parseFieldSelectorFor('spec.x=1', ['spec.nodeName']).error).toBe('field label not supported: spec.x');
    expect(parseFieldSelectorFor('spec.nodeName=,metadata.name=a', ['spec.nodeName']).error).toBeUndefined();
  });
});
