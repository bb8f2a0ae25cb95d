import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { Lab } from './lab';
import { loadReader } from './manifest';
import { asSaved, emptyScene, maxLinkEvents, tooMuchToPlay } from './new-scene';
import type { SavedLab, Scene } from './protocol';
import { readScene } from './scene';
import { decodeLink, encodeLink, maxInflatedBytes, maxLinkLength } from './share-link';

beforeAll(loadReader);

const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
const command = (at: number, payload: unknown = { file: 'a.yaml', text }) => ({
  at,
  command: { to: 'kubectl', type: 'apply', payload },
});
const scene = (more: Partial<Scene> = {}): Scene => ({
  ...emptyScene(7),
  commands: [command(5_000)],
  until: 9_000,
  position: 3,
  ...more,
});

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const linkOfText = (json: string) => `1.${base64url(deflateSync(new TextEncoder().encode(json)))}`;
const linkOf = (value: unknown) => linkOfText(JSON.stringify(value));
const reasonOf = (link: string) => {
  const result = decodeLink(link);
  return result.ok ? 'ok' : result.reason;
};

describe('a link', () => {
  test('brings back the scene that it was made from', () => {
    const { text: link, refusal } = encodeLink(scene());
    expect(refusal).toBeUndefined();
    expect(link).toMatch(/^1\.[A-Za-z0-9_-]+$/);
    const result = decodeLink(link);
    expect(result).toMatchObject({ ok: true, otherEngine: undefined });
    if (result.ok) expect(result.saved.branches[0]?.scene).toEqual(scene());
  });

  test('brings back any scene', () => {
    const scenes = fc.record({
      seed: fc.nat(),
      until: fc.nat(),
      position: fc.integer({ min: -1, max: 1_000 }),
      names: fc.uniqueArray(fc.constantFrom('node-1', 'a', 'b.example'), { minLength: 1 }),
      gaps: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 10 }),
    });
    fc.assert(
      fc.property(scenes, ({ seed, until, position, names, gaps }) => {
        let at = 0;
        const commands = gaps.map((gap) => {
          at += gap;
          return command(at);
        });
        const given = scene({ seed, until, position, config: { nodes: names.map((name) => ({ name })) }, commands });
        const result = decodeLink(encodeLink(given).text);
        expect(result.ok && result.saved.branches[0]?.scene).toEqual(given);
      }),
    );
  });

  test('of another engine opens, and says so', () => {
    expect(decodeLink(encodeLink(scene({ engine: '9.9.9' })).text)).toMatchObject({ ok: true, otherEngine: '9.9.9' });
  });

  test('that would be longer than 32 KB is told to be too long', () => {
    let noise = 1;
    const letters = Array.from({ length: 60_000 }, () => {
      noise = (noise * 48271) % 2147483647;
      return String.fromCharCode(97 + (noise % 26));
    }).join('');
    const payload = { file: 'a.yaml', text: `${text}data: {a: ${letters}}\n` };
    expect(encodeLink(scene({ commands: [command(5_000, payload)] })).refusal).toBe('too-long');
  });
});

describe('what playing a link takes', () => {
  const play = (given: Scene, maxEvents: number) => {
    const lab = new Lab(given.seed, given.config);
    let share = 0;
    for (const done of lab.restore(asSaved(given), maxEvents)) {
      expect(done).toBeGreaterThanOrEqual(share);
      expect(done).toBeLessThanOrEqual(1);
      share = done;
    }
    return lab;
  };

  test('is bounded by its events, not by its virtual time: a link of more than an idle day is made and opened', () => {
    const lab = new Lab(7, { nodes: [{ name: 'node-1' }] });
    lab.runUntil(25 * 3600e6);
    lab.seekEnd();
    const { text: link, refusal } = encodeLink(lab.scene(), lab.length);
    expect(refusal).toBeUndefined();
    const result = decodeLink(link);
    const again = play((result as { saved: SavedLab }).saved.branches[0]?.scene as Scene, maxLinkEvents);
    expect([again.now, again.length, again.position]).toEqual([lab.now, lab.length, lab.position]);
  });

  test('is as much when it is made as when it is opened', () => {
    const lab = new Lab(7, emptyScene(7).config);
    lab.runUntil(3600e6);
    const given = lab.scene();
    expect(play(given, lab.length).length).toBe(lab.length);
    expect(() => play(given, lab.length - 1)).toThrow(tooMuchToPlay);
    expect(encodeLink(given, maxLinkEvents).refusal).toBeUndefined();
    expect(encodeLink(given, maxLinkEvents + 1).refusal).toBe('too-much');
  });

  test('ends, when the run does not', () => {
    expect(() => play(scene({ commands: [], until: 9e15 }), 20_000)).toThrow(tooMuchToPlay);
    expect(() => play(scene({ commands: [command(9e15)] }), 20_000)).toThrow(tooMuchToPlay);
  });
});

describe('a malformed or hostile link', () => {
  test.each([
    ['nothing', '', 'unknown-form'],
    ['another version', `2.${'A'.repeat(10)}`, 'other-version'],
    ['other letters', '1.<script>alert(1)</script>', 'unknown-form'],
    ['too long', `1.${'A'.repeat(maxLinkLength)}`, 'too-long'],
    ['no deflate data', '1.AAAA', 'broken'],
    ['deflated text that is no JSON', `1.${base64url(deflateSync(new TextEncoder().encode('{"a":')))}`, 'broken'],
    ['bytes that are no UTF-8', `1.${base64url(deflateSync(new Uint8Array([0xff, 0xfe, 0xfd])))}`, 'broken'],
    ['a list', linkOf([]), 'not-a-scene'],
    ['null', linkOf(null), 'not-a-scene'],
    ['a scene of another version', linkOf({ ...scene(), version: 999 }), 'other-version'],
    ['a scene of no version', linkOf({ ...scene(), version: 'x' }), 'not-a-scene'],
    ['a seed that is text', linkOf({ ...scene(), seed: 'x' }), 'not-a-scene'],
    ['no nodes', linkOf({ ...scene(), config: {} }), 'not-a-scene'],
    ['nodes of one name', linkOf({ ...scene(), config: { nodes: [{ name: 'a' }, { name: 'a' }] } }), 'not-a-scene'],
    ['a million nodes', linkOf({ ...scene(), config: { nodes: Array(20_000).fill({ name: 'a' }) } }), 'not-a-scene'],
    [
      'a node with markup in its name',
      linkOf({ ...scene(), config: { nodes: [{ name: '<img src=x onerror=alert(1)>' }] } }),
      'not-a-scene',
    ],
    ['commands back in time', linkOf({ ...scene(), commands: [command(5), command(4)] }), 'not-a-scene'],
    [
      'a command to an inner part',
      linkOf({ ...scene(), commands: [{ at: 5, command: { to: 'reflectors', type: 'start', payload: null } }] }),
      'not-a-scene',
    ],
    [
      'a file that is no YAML',
      linkOf({ ...scene(), commands: [command(5, { file: 'a', text: 'a: [' })] }),
      'not-a-scene',
    ],
    ['a file without text', linkOf({ ...scene(), commands: [command(5, { file: 'a' })] }), 'not-a-scene'],
    [
      'depth without end',
      linkOfText(JSON.stringify(scene()).replace('{', `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)},`)),
      'not-a-scene',
    ],
  ])('%s is refused', (_what, link, reason) => {
    expect(reasonOf(link)).toBe(reason);
  });

  test('a bomb is not unpacked beyond 1 MB', () => {
    const bomb = deflateSync(new Uint8Array(24 * 1024 * 1024), { level: 9 });
    const link = `1.${base64url(bomb)}`;
    expect(link.length).toBeLessThan(maxLinkLength);
    expect(reasonOf(link)).toBe('too-big');
    expect(maxInflatedBytes).toBe(1024 * 1024);
  });

  test('the words of a decoder are told to nobody', () => {
    for (const link of ['1.A', '1.AAAA', linkOfText('{"a":')])
      expect(decodeLink(link)).toEqual({ ok: false, reason: 'broken', detail: '' });
  });

  test('data that end too early are broken', () => {
    const { text: link } = encodeLink(scene());
    for (let length = 3; length < link.length; length += 7) expect(reasonOf(link.slice(0, length))).toBe('broken');
  });

  test('keys that reach for a prototype are harmless', () => {
    const json = JSON.stringify({ ...scene(), commands: [] }).replace(
      '"seed":7',
      '"seed":7,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}',
    );
    const result = decodeLink(linkOfText(json));
    expect(result.ok).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('any text is answered, none throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (noise) => decodeLink(noise).ok === false));
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        (bytes) => typeof decodeLink(`1.${base64url(bytes)}`).ok === 'boolean',
      ),
    );
  });

  test('any JSON is a scene or is told why it is none', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = readScene(value);
        expect(typeof read === 'string' || read.version === 1).toBe(true);
      }),
    );
    const near = fc.record({
      version: fc.constant(1),
      seed: fc.jsonValue(),
      config: fc.jsonValue(),
      commands: fc.jsonValue(),
    });
    fc.assert(fc.property(near, (value) => ['string', 'object'].includes(typeof readScene(value))));
  });
});
