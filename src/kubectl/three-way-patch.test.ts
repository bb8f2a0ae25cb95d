import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPatch } from '../engine/apiserver/patch';
import { threeWayPatch } from './three-way-patch';

const container = (name: string, more: object = {}) => ({ name, image: `${name}:1`, ...more });
const pod = (spec: object) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec });

function patched(current: object, patch: unknown): unknown {
  const result = applyPatch('Pod', 'application/strategic-merge-patch+json', current as never, patch);
  if (!('object' in result)) throw new Error(JSON.stringify(result));
  return result.object;
}

describe('the three-way patch', () => {
  test('is empty when the server has all that the file says, and more', () => {
    const file = pod({ containers: [container('a')] });
    const current = pod({ containers: [container('a', { imagePullPolicy: 'Always' })], nodeName: 'n' });
    expect(threeWayPatch('Pod', file, file, current)).toEqual({});
  });

  test('joins lists by their key: a changed item, a removed one, one that the server added', () => {
    const before = pod({ containers: [container('a'), container('b')] });
    const after = pod({ containers: [container('a', { image: 'a:2' })] });
    const current = pod({ containers: [container('a'), container('b'), container('injected')] });
    const patch = threeWayPatch('Pod', before, after, current);
    expect(patch).toEqual({
      spec: {
        '$setElementOrder/containers': [{ name: 'a' }],
        containers: [
          { name: 'a', image: 'a:2' },
          { $patch: 'delete', name: 'b' },
        ],
      },
    });
    expect(patched(current, patch)).toEqual(
      pod({ containers: [container('a', { image: 'a:2' }), container('injected')] }),
    );
  });

  test('a field that left the file is null, whatever the server has', () => {
    const patch = threeWayPatch(
      'Pod',
      pod({ nodeName: 'n', hostname: 'h' }),
      pod({ hostname: 'h' }),
      pod({ hostname: 'h' }),
    );
    expect(patch).toEqual({ spec: { nodeName: null } });
  });

  test('atomic lists are replaced', () => {
    const args = (list: string[]) => pod({ containers: [container('a', { args: list })] });
    const patch = threeWayPatch('Pod', args(['x', 'y']), args(['y', 'z']), args(['x', 'y']));
    expect(patch).toEqual({
      spec: { '$setElementOrder/containers': [{ name: 'a' }], containers: [{ name: 'a', args: ['y', 'z'] }] },
    });
  });

  test('a volume that changes its source keeps only the new one', () => {
    const volume = (source: object) => pod({ volumes: [{ name: 'v', ...source }] });
    const [from, to] = [volume({ emptyDir: { medium: 'Memory' } }), volume({ configMap: { name: 'c' } })];
    expect(patched(from, threeWayPatch('Pod', from, to, from))).toEqual(to);
  });
});

const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 });
const specs = fc
  .record(
    {
      names,
      image: fc.constantFrom('1', '2'),
      env: fc.uniqueArray(fc.constantFrom('X', 'Y', 'Z'), { minLength: 1 }),
      args: fc.array(fc.constantFrom('p', 'q')),
      hostname: fc.constantFrom('h', 'i'),
      // An explicit empty list beside a missing one ends in an error of the real server too.
      finalizers: fc.uniqueArray(fc.constantFrom('f/1', 'f/2', 'f/3'), { minLength: 1 }),
    },
    { requiredKeys: ['names', 'image'] },
  )
  .map(({ names: list, image, env, args, hostname, finalizers }) => ({
    ...pod({
      containers: list.map((name) => ({
        name,
        image: `${name}:${image}`,
        ...(args ? { args } : {}),
        ...(env ? { env: env.map((key) => ({ name: key, value: image })) } : {}),
      })),
      ...(hostname ? { hostname } : {}),
    }),
    metadata: { name: 'p', ...(finalizers ? { finalizers } : {}) },
  }));

describe('for any files', () => {
  test('a server that has the old file comes to hold exactly the new one', () => {
    fc.assert(
      fc.property(specs, specs, (before, after) => {
        const result = patched(before, threeWayPatch('Pod', before, after, before));
        // Empty lists are patched away item by item, and stay as empty lists.
        const tidy = (value: unknown) =>
          JSON.parse(
            JSON.stringify(value, (_, member) => (Array.isArray(member) && member.length === 0 ? undefined : member)),
          );
        expect(tidy(result)).toEqual(tidy(after));
      }),
    );
  });

  test('once applied, the same file has nothing left to do', () => {
    fc.assert(
      fc.property(specs, specs, specs, (before, after, current) => {
        const once = patched(current, threeWayPatch('Pod', before, after, current)) as object;
        const again = threeWayPatch('Pod', after, after, once as never);
        // Only an order that the file cannot decide, among items that the server added, may be sent again.
        expect(patched(once, again)).toEqual(once);
      }),
    );
  });
});
