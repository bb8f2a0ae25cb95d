import { describe, expect, it } from 'vitest';
import type { Event } from '../api/types';
import { Cluster } from '../cluster';
import type { ApiRequest } from './http';

const hour = 3_600e6;

function scene() {
  const cluster = new Cluster({ nodes: [] }).boot();
  const { kernel, api } = cluster.context;
  kernel.runUntil(1e6);
  const path = '/api/v1/namespaces/default/events';
  const write = (method: ApiRequest['method'], name: string, message: string) => {
    const body = {
      metadata: { name, namespace: 'default' },
      involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' },
      message,
    };
    kernel.perform(() => {
      const code = api.handle({ method, path: method === 'POST' ? path : `${path}/${name}`, user: 'x', body }).code;
      expect(code).toBeLessThan(300);
    });
  };
  const names = () =>
    kernel
      .table<Event>('api/events')
      .values()
      .map(({ metadata }) => metadata.name);
  return { cluster, kernel, write, names };
}

describe('an Event', () => {
  it('goes an hour and up to a minute after the last write to it; those of one minute go together', () => {
    const { kernel, write, names } = scene();
    write('POST', 'first', 'a');
    kernel.runUntil(30e6);
    write('POST', 'same-minute', 'a');
    kernel.runUntil(90e6);
    write('POST', 'later', 'a');
    kernel.runUntil(1e6 + hour + 59e6);
    expect(names()).toEqual(['first', 'later', 'same-minute']);
    kernel.runUntil(1e6 + hour + 61e6);
    expect(names()).toEqual(['later']);
    write('PUT', 'later', 'b');
    kernel.runUntil(90e6 + hour + 61e6);
    expect(names()).toEqual(['later']);
    kernel.runUntil(3 * hour);
    expect(names()).toEqual([]);
  });

  it('that waits for its end does not keep the cluster from settling, and goes after a snapshot too', () => {
    const { kernel, write, names } = scene();
    write('POST', 'first', 'a');
    kernel.runUntil(10e6);
    expect(kernel.settled).toBe(true);
    const { config } = scene().cluster;
    const again = new Cluster(config).restore(kernel.snapshot());
    again.kernel.runUntil(2 * hour);
    expect(again.kernel.table('api/events').size).toBe(0);
    expect(names()).toEqual(['first']);
  });
});
