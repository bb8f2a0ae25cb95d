import { describe, expect, test } from 'vitest';
import { equalJson } from '../../shared/json';
import { kinds } from '../api/kinds';
import { parseManifests } from '../api/manifest';
import { Cluster } from '../cluster';
import { rand } from '../kernel/random';
import type { ApiRequest } from './http';
import { pathOf } from './request-info';

/** Draws that are the same in each run. */
function draws(seed: number) {
  let n = 0;
  const next = () => rand(seed, 'properties', 'draw', '', n++);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  return { next, below, pick };
}

type Draws = ReturnType<typeof draws>;

const words = [
  ...['', ' ', 'a', 'web', 'A', '-', '__proto__', 'constructor', 'toString', '\u0000', '😀', 'x'.repeat(300), '1e400'],
  ...['apiVersion', 'kind', 'metadata', 'spec', 'status', 'name', 'namespace', 'labels', 'annotations', 'template'],
  ...['containers', 'image', 'replicas', 'selector', 'matchLabels', 'ports', 'finalizers', 'ownerReferences', 'uid'],
  ...['resourceVersion', 'managedFields', 'items', '$patch', '$retainKeys', '100m', '5Gi', 'nginx', 'default', 'v1'],
];

function anyValue(draw: Draws, depth: number): unknown {
  const { below, pick } = draw;
  switch (below(depth > 4 ? 6 : 9)) {
    case 0:
      return null;
    case 1:
      return below(2) === 0;
    case 2:
      return pick([0, -1, 1, 3, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300]);
    case 6:
      return Array.from({ length: below(4) }, () => anyValue(draw, depth + 1));
    case 7:
    case 8:
      return Object.fromEntries(Array.from({ length: below(6) }, () => [pick(words), anyValue(draw, depth + 1)]));
    default:
      return pick(words);
  }
}

/** An object that is nearly one of a kind: some of its parts are anything. */
function nearlyValid(draw: Draws, kind: { group: string; version: string; kind: string }): unknown {
  const { below, pick } = draw;
  const container = { name: 'main', image: 'nginx:1.29', [pick(words)]: anyValue(draw, 3) };
  const spec = {
    replicas: pick([1, 2, 0]),
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } },
    containers: [container],
    [pick(words)]: anyValue(draw, 2),
  };
  const value = {
    apiVersion: kind.group === '' ? kind.version : `${kind.group}/${kind.version}`,
    kind: kind.kind,
    metadata: { name: pick(['a', 'b', 'c']), [pick(words)]: below(3) === 0 ? anyValue(draw, 2) : undefined },
    spec: below(8) === 0 ? anyValue(draw, 1) : spec,
    [pick(words)]: anyValue(draw, 1),
  };
  return JSON.parse(JSON.stringify(value));
}

/** A text that was whole before letters were taken out, put in and doubled. */
function brokenText(draw: Draws, text: string): string {
  let broken = text;
  for (let i = draw.below(6); i > 0; i--) {
    const at = draw.below(broken.length + 1);
    const put = draw.pick([
      '',
      '',
      ':',
      '- ',
      '{',
      '}',
      '[',
      '"',
      "'",
      '&a',
      '*a',
      '|',
      '>',
      '\t',
      '\n',
      '---\n',
      '!!int',
      '\\',
    ]);
    broken = broken.slice(0, at) + put + broken.slice(at + draw.below(3));
  }
  return broken;
}

function server() {
  const cluster = new Cluster({ nodes: [], recording: 'off' }).boot();
  cluster.kernel.runUntil(1_000_000);
  const rows = () =>
    cluster.kernel
      .tableNames()
      .filter((name) => name.startsWith('api/'))
      .flatMap((name) => cluster.kernel.table(name).values());
  const send = (request: Omit<ApiRequest, 'user'>) => {
    let response = { code: 0, body: undefined as unknown };
    cluster.kernel.perform(() => {
      response = cluster.context.api.handle({ user: 'kubectl', ...request });
    });
    return response;
  };
  return { cluster, rows, send };
}

const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'text/plain',
];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

describe('the API server', () => {
  test('answers any request with a status, and a refused one changes nothing', () => {
    const draw = draws(11);
    const { rows, send } = server();
    const codes = new Set<number>();
    for (let i = 0; i < 3_000; i++) {
      const kind = draw.pick(kinds);
      const namespace = kind.namespaced && draw.below(8) > 0 ? 'default' : undefined;
      const name = draw.below(3) === 0 ? '' : draw.pick(['a', 'b', '%', '..']);
      const method = draw.pick(methods);
      const before = rows();
      const { code, body } = send({
        method,
        path: pathOf(kind, namespace, name, draw.below(5) === 0 ? draw.pick(['status', 'scale', 'nothing']) : ''),
        query: {
          fieldValidation: draw.pick(['Strict', 'Warn', 'Ignore', 'x']),
          fieldManager: draw.pick(['me', '']),
          labelSelector: draw.pick(['', '', 'a in (', 'a=b']),
        },
        contentType: draw.pick(patchTypes),
        body: draw.below(2) === 0 ? nearlyValid(draw, kind) : anyValue(draw, 0),
      });
      codes.add(code);
      expect(code).toBeGreaterThanOrEqual(200);
      if (code < 400) continue;
      expect(rows()).toEqual(before);
      if (typeof body === 'object') expect(body).toMatchObject({ kind: 'Status', status: 'Failure', code });
    }
    expect([...codes].sort()).toEqual(expect.arrayContaining([200, 201, 400, 404, 405, 409, 415, 422]));
  }, 120_000);

  test('takes the same object twice without a change, however it is applied', () => {
    const draw = draws(12);
    const { rows, send } = server();
    let made = 0;
    for (let i = 0; i < 800; i++) {
      const kind = draw.pick(kinds);
      const namespace = kind.namespaced ? 'default' : undefined;
      const given = nearlyValid(draw, kind) as { metadata: object };
      const body = { ...given, metadata: { ...given.metadata, name: `n${i}` } };
      const created = send({ method: 'POST', path: pathOf(kind, namespace), body });
      if (created.code !== 201) continue;
      made++;
      const path = pathOf(kind, namespace, `n${i}`);
      const found = send({ method: 'GET', path }).body;
      expect(equalJson(found, created.body)).toBe(true);
      const before = rows();
      expect(send({ method: 'PUT', path, body: found })).toMatchObject({ code: 200 });
      const merge = send({ method: 'PATCH', path, contentType: 'application/merge-patch+json', body: found });
      expect(merge.code, `${kind.kind} ${JSON.stringify(merge.body)}`).toBe(200);
      expect(rows()).toEqual(before);
      const { managedFields: _, ...metadata } = (found as { metadata: Record<string, unknown> }).metadata;
      const apply = {
        method: 'PATCH',
        path,
        contentType: 'application/apply-patch+yaml',
        query: { fieldManager: 'me', force: 'true' },
        body: { ...(found as object), metadata },
      } as const;
      expect(send(apply).code).toBe(200);
      const once = rows();
      expect(
        send({ ...apply, body: { ...apply.body, metadata: { ...metadata, resourceVersion: undefined } } }).code,
      ).toBe(200);
      expect(rows()).toEqual(once);
    }
    expect(made).toBeGreaterThan(50);
  }, 120_000);

  test('reads any text as manifests, and answers for what it reads', () => {
    const draw = draws(13);
    const { cluster, send } = server();
    let read = 0;
    for (let i = 0; i < 1_500; i++) {
      const kind = draw.pick(kinds);
      const json = JSON.stringify(nearlyValid(draw, kind), null, draw.below(2) * 2);
      const yaml = `apiVersion: v1\nkind: ${kind.kind}\nmetadata: &a\n  name: a\n  labels: {a: "b"}\nspec:\n  x: *a\n  y: |\n    z\n`;
      for (const { object } of parseManifests(brokenText(draw, draw.pick([json, yaml]))).documents) {
        read++;
        const target = cluster.context.api.kindByGvk(String(object.apiVersion), String(object.kind)) ?? kind;
        const { code } = send({ method: 'POST', path: pathOf(target, 'default'), body: object });
        expect(code).toBeGreaterThanOrEqual(200);
      }
    }
    expect(read).toBeGreaterThan(300);
  }, 120_000);
});
