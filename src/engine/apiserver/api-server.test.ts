import { describe, expect, it } from 'vitest';
import { Cluster } from '../cluster';
import type { ApiRequest, ApiResponse } from './http';
import type { WatchDelivery } from './watch';

/** A control plane without nodes, and a way to send it requests. */
function server(config: ConstructorParameters<typeof Cluster>[0] = {}) {
  const seen: WatchDelivery[] = [];
  const cluster = new Cluster({ nodes: [], ...config }, [
    ({ kernel }) => {
      kernel.on('watcher', ({ payload }) => {
        kernel.emit({ actor: 'watcher', verb: 'watch.deliver', subject: 'x', level: 'micro' });
        seen.push(payload as WatchDelivery);
      });
      return { boot: () => {} };
    },
  ]).boot();
  const { kernel, api } = cluster.context;
  const send = (
    method: ApiRequest['method'],
    path: string,
    body?: unknown,
    rest: Partial<ApiRequest> = {},
  ): ApiResponse => {
    let response: ApiResponse | undefined;
    kernel.perform(() => {
      response = api.handle({ method, path, user: 'test', ...(body === undefined ? {} : { body }), ...rest });
    });
    return response as ApiResponse;
  };
  const others = () => seen.filter(({ object }) => object.metadata.name !== 'kube-root-ca.crt');
  return { cluster, kernel, send, seen, events: () => others().map((d) => `${d.type} ${d.object.metadata.name}`) };
}

const maps = '/api/v1/namespaces/default/configmaps';
const map = (name: string, labels: Record<string, string> = {}) => ({ metadata: { name, labels } });
const messageOf = (response: ApiResponse) => (response.body as { message?: string }).message;

describe('the API server', () => {
  it('gives each write the next revision, and an unchanged update none', () => {
    const { send } = server();
    const made = send('POST', maps, map('a')).body as { metadata: { resourceVersion: string } };
    const same = send('PUT', `${maps}/a`, map('a')).body as typeof made;
    const changed = send('PUT', `${maps}/a`, { ...map('a'), data: { x: '1' } }).body as typeof made;
    expect(same.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
    expect(Number(changed.metadata.resourceVersion)).toBe(Number(made.metadata.resourceVersion) + 1);
  });

  it('draws the rest of a generated name from 27 characters, a new one for each object', () => {
    const { send } = server();
    const names = Array.from({ length: 20 }, () => {
      const { body } = send('POST', maps, { metadata: { generateName: 'web-' } });
      return (body as { metadata: { name: string } }).metadata.name;
    });
    for (const name of names) expect(name).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(new Set(names).size).toBe(20);
  });

  it('answers a dry run like a real request and stores nothing', () => {
    const { send } = server();
    const response = send('POST', maps, map('a'), { query: { dryRun: 'All' } });
    expect(response.code).toBe(201);
    expect(send('GET', `${maps}/a`).code).toBe(404);
  });

  it('knows no path, no namespace and no method that upstream does not know', () => {
    const { send } = server();
    expect(send('GET', '/api/v1/foos')).toMatchObject({ code: 404, body: '404 page not found\n' });
    expect(messageOf(send('POST', '/api/v1/namespaces/nowhere/configmaps', map('a')))).toBe(
      'namespaces "nowhere" not found',
    );
    expect(send('POST', `${maps}/a`, map('a')).code).toBe(405);
  });

  it('keeps a deleted object until its last finalizer is gone', () => {
    const { send } = server();
    send('POST', maps, { metadata: { name: 'a', finalizers: ['example.com/hold'] } });
    const held = send('DELETE', `${maps}/a`).body as { metadata: { deletionTimestamp?: string } };
    expect(held.metadata.deletionTimestamp).toBe('2026-01-01T00:00:00Z');
    expect(
      send('PATCH', `${maps}/a`, { metadata: { finalizers: null } }, { contentType: 'application/merge-patch+json' })
        .code,
    ).toBe(200);
    expect(send('GET', `${maps}/a`).code).toBe(404);
  });

  it('treats a key named __proto__ as any other key', () => {
    const { send } = server();
    const hostile = JSON.parse(
      '{"metadata":{"name":"a","labels":{"__proto__":"x"}},"__proto__":{"polluted":true},"data":{"constructor":"y"}}',
    );
    expect(send('POST', maps, hostile).code).toBeLessThan(500);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a watch', () => {
  const watch = { query: { watch: 'true' }, sink: 'watcher' } as const;

  it('delivers in the order of the writes, each after the delay of its process', () => {
    const { kernel, send, events } = server();
    send('GET', maps, undefined, { ...watch, query: { watch: 'true', resourceVersion: '4' } });
    send('POST', maps, map('a'));
    send('POST', maps, map('b'));
    send('DELETE', `${maps}/a`);
    expect(events()).toEqual([]);
    kernel.runUntil(1e6);
    expect(events()).toEqual(['ADDED a', 'ADDED b', 'DELETED a']);
  });

  it('shows an object that begins to match its selector as added, and one that stops as deleted', () => {
    const { kernel, send, events } = server();
    send('POST', maps, map('a'));
    send('GET', maps, undefined, {
      ...watch,
      query: { watch: 'true', resourceVersion: '5', labelSelector: 'app=web' },
    });
    send('PUT', `${maps}/a`, map('a', { app: 'web' }));
    send('PUT', `${maps}/a`, map('a', { app: 'web', tier: 'front' }));
    send('PUT', `${maps}/a`, map('a', { app: 'db' }));
    kernel.runUntil(1e6);
    expect(events()).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
  });

  it('goes on from a version, and is refused with 410 when that version is forgotten', () => {
    const { kernel, send, events } = server({ watchCacheSize: 3 });
    for (const name of ['a', 'b', 'c', 'd']) send('POST', maps, map(name));
    expect(send('GET', maps, undefined, { ...watch, query: { watch: 'true', resourceVersion: '12' } }).code).toBe(200);
    const refused = send('GET', maps, undefined, { ...watch, query: { watch: 'true', resourceVersion: '2' } });
    expect(refused.code).toBe(410);
    expect(messageOf(refused)).toBe('too old resource version: 2 (11)');
    kernel.runUntil(1e6);
    expect(events()).toEqual(['ADDED c', 'ADDED d']);
  });
});
