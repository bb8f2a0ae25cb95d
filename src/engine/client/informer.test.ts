import { describe, expect, it } from 'vitest';
import { configMapKind, type KindDefinition } from '../api/kinds';
import type { ConfigMap } from '../api/types';
import { Cluster } from '../cluster';
import type { Command } from '../kernel/kernel';
import type { Informer } from './informer';

const configMaps = configMapKind as unknown as KindDefinition;
const path = '/api/v1/namespaces/default/configmaps';

function write(method: string, name: string, value?: string): Command {
  const body = value === undefined ? undefined : { metadata: { name }, data: { value } };
  const payload = {
    method,
    path: method === 'POST' ? path : `${path}/${name}`,
    user: 'kubectl',
    ...(body ? { body } : {}),
  };
  return { to: 'http', type: 'request', payload };
}

const cut: Command = { to: 'faults', type: 'cut', payload: { user: 'reader' } };
const heal: Command = { to: 'faults', type: 'heal', payload: { user: 'reader' } };

/** A cluster with one more process, which caches ConfigMaps and notes what its handlers are told. */
function reading(watchCacheSize = 1_000): { cluster: Cluster; told: string[]; informer: Informer<ConfigMap> } {
  const told: string[] = [];
  let informer: Informer<ConfigMap> | undefined;
  const cluster = new Cluster({ nodes: [], watchCacheSize }, [
    (context) => {
      informer = context.reflectors.informer<ConfigMap>('reader', configMaps);
      informer.on({
        add: (object) => told.push(`add ${object.metadata.name}`),
        update: (_before, object) => told.push(`update ${object.metadata.name} ${object.data?.value}`),
        delete: (object) => told.push(`delete ${object.metadata.name}`),
      });
      return { boot: () => context.reflectors.start('reader') };
    },
  ]).boot();
  cluster.kernel.runUntil(100_000);
  told.length = 0;
  return { cluster, told, informer: informer as Informer<ConfigMap> };
}

describe('an informer', () => {
  it('believes the old state until the watch event has arrived, then the very object that is stored', () => {
    const { cluster, informer } = reading();
    const { kernel } = cluster;
    kernel.command(write('POST', 'a', '1'));
    kernel.runUntil(kernel.now + 2);
    const stored = kernel.table<ConfigMap>('api/configmaps').get('default/a');
    expect(stored).toBeDefined();
    expect(informer.get('default/a')).toBeUndefined();
    kernel.runUntil(kernel.now + 20_000);
    expect(informer.get('default/a')).toBe(stored);
  });

  it('tells its handlers of each change in the order of the writes', () => {
    const { cluster, told } = reading();
    cluster.kernel.command(write('POST', 'a', '1'));
    cluster.kernel.command(write('PUT', 'a', '2'));
    cluster.kernel.command(write('DELETE', 'a'));
    cluster.kernel.runUntil(1e6);
    expect(told).toEqual(['add a', 'update a 2', 'delete a']);
  });

  it('misses nothing when its connection breaks: it goes on from the last version it saw', () => {
    const { cluster, told, informer } = reading();
    const { kernel } = cluster;
    kernel.command(cut);
    kernel.command(write('POST', 'a', '1'));
    kernel.runUntil(5e6);
    expect(told).toEqual([]);
    kernel.command(heal);
    kernel.runUntil(60e6);
    expect(told).toEqual(['add a']);
    expect(kernel.trace.events.filter((e) => e.verb === 'informer.sync' && e.actor === 'reader')).toHaveLength(1);
    expect(informer.get('default/a')?.data?.value).toBe('1');
  });

  it('lists anew when its version is too old (410), and tells its handlers the difference only', () => {
    const { cluster, told } = reading(5);
    const { kernel } = cluster;
    kernel.command(write('POST', 'gone', '1'));
    kernel.command(write('POST', 'kept', '1'));
    kernel.runUntil(1e6);
    told.length = 0;
    kernel.command(cut);
    kernel.command(write('DELETE', 'gone'));
    for (let n = 0; n < 9; n++) kernel.command(write('PUT', 'kept', `v${n}`));
    kernel.command(write('POST', 'new', '1'));
    kernel.runUntil(5e6);
    kernel.command(heal);
    kernel.runUntil(60e6);
    expect(told).toEqual(['delete gone', 'update kept v8', 'add new']);
    expect(kernel.trace.events.some((e) => e.verb === 'api.watch' && (e.detail as { code: number }).code === 410)).toBe(
      true,
    );
  });
});
