import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protobufBody } from './protobuf';
import bodies from './testdata/protobuf-bodies.json' with { type: 'json' };

/** As JSON says what Go has no value for: nothing. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])),
  );
}

describe('protobuf bodies', () => {
  it.each(bodies)(
    '$command: the bytes of kubectl 1.32 say what the JSON of kubectl 1.31 says',
    ({ protobuf, json }) => {
      expect(withoutNulls(protobufBody(Buffer.from(protobuf, 'base64')))).toEqual(withoutNulls(json));
    },
  );

  it('Bytes that are no message are refused with an error, and never hang', () => {
    const whole = bodies.map(({ protobuf }) => Buffer.from(protobuf, 'base64'));
    const damaged = fc
      .tuple(fc.constantFrom(...whole), fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 6 }), fc.nat(700))
      .map(([body, changes, length]) => {
        const copy = Buffer.from(body.subarray(0, Math.max(4, length)));
        for (const [at, byte] of changes) if (at > 3 && at < copy.length) copy[at] = byte;
        return copy;
      });
    fc.assert(
      fc.property(damaged, (bytes) => {
        try {
          protobufBody(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { seed: 4, numRuns: 500 },
    );
  });
});
