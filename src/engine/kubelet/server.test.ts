import { describe, expect, it } from 'vitest';
import { Cluster } from '../cluster';
import '../further-kinds';
import type { Status } from '../api/status';
import type { Pod } from '../api/types';
import type { PodExecOptions, StreamChunk } from '../apiserver/connect';
import type { ApiResponse } from '../apiserver/http';

const pods = '/api/v1/namespaces/default/pods';

/** A cluster, and somebody outside who sends requests and reads streams. */
class Outside {
  readonly cluster = new Cluster({ nodes: [{ name: 'node-1' }] }).boot();
  readonly answers = new Map<string, ApiResponse>();
  readonly chunks = new Map<string, StreamChunk[]>();
  private sent = 0;

  constructor() {
    this.cluster.outside.listener = {
      answered: (id, response) => this.answers.set(id, response),
      streamed: (id, chunk) => this.chunks.set(id, [...(this.chunks.get(id) ?? []), chunk]),
      watched: () => {},
      ended: () => {},
    };
    this.cluster.kernel.runUntilSettled(120e6);
  }

  send(method: string, path: string, more: Record<string, unknown> = {}): string {
    const id = `r${++this.sent}`;
    this.cluster.kernel.command({
      to: 'http',
      type: 'request',
      payload: { id, method, path, user: 'kubectl', ...more },
    });
    this.run(0.05);
    return id;
  }

  run(seconds: number): void {
    this.cluster.kernel.runUntil(this.cluster.kernel.now + seconds * 1e6);
  }

  pod(name: string, command: string, more: Record<string, unknown> = {}): void {
    const container = { name: 'c', image: 'busybox:1.36', command: ['sh', '-c', command], ...more };
    this.send('POST', pods, {
      body: { metadata: { name }, spec: { restartPolicy: 'Never', containers: [container] } },
    });
    this.cluster.kernel.runUntilSettled(this.cluster.kernel.now + 60e6);
  }

  log(name: string, query: Record<string, string> = {}): string {
    const body = this.answers.get(this.send('GET', `${pods}/${name}/log`, { query }))?.body;
    return typeof body === 'string' ? body : ((body as Status).message ?? '');
  }

  exec(name: string, command: readonly string[], options: Partial<PodExecOptions> = {}): string {
    const id = this.send('GET', `${pods}/${name}/exec`, { body: { command, ...options } });
    this.run(2);
    return id;
  }

  input(id: string, text?: string): void {
    this.cluster.kernel.command({ to: 'http', type: 'input', payload: { id, ...(text !== undefined && { text }) } });
    this.run(1);
  }

  text(id: string, channel: 'out' | 'err' = 'out'): string {
    const chunks = this.chunks.get(id) ?? [];
    return chunks
      .filter((chunk) => chunk.channel === channel)
      .map((chunk) => chunk.text)
      .join('');
  }

  /** The exit code of a command that has ended. */
  code(id: string): number | undefined {
    const end = this.chunks.get(id)?.find(({ channel }) => channel === 'end')?.status;
    if (!end) return undefined;
    return end.status === 'Success' ? 0 : Number(end.details?.causes?.[0]?.message);
  }
}

describe('logs of a container', () => {
  it('What it has printed is there, whole, in part, and with its times', () => {
    const outside = new Outside();
    outside.pod('web', 'echo one; sleep 1; echo two; sleep 1; echo three; sleep 600');
    outside.run(5);
    expect(outside.log('web')).toBe('one\ntwo\nthree\n');
    expect(outside.log('web', { tailLines: '1' })).toBe('three\n');
    expect(outside.log('web', { limitBytes: '5' })).toBe('one\nt');
    expect(outside.log('web', { tailLines: '1', timestamps: 'true' })).toMatch(
      /^2026-01-01T00:\d\d:\d\d\.\d{6}000Z three\n$/,
    );
    outside.run(60);
    expect(outside.log('web', { sinceSeconds: '10' })).toBe('');
  });

  it('A log that is followed brings each line when it is printed, and ends with its container', () => {
    const outside = new Outside();
    outside.pod('web', 'echo one; sleep 200; echo two');
    const id = outside.send('GET', `${pods}/web/log`, { query: { follow: 'true' } });
    expect(outside.answers.get(id)?.body).toBe('one\n');
    outside.run(100);
    expect(outside.text(id)).toBe('');
    outside.run(150);
    expect(outside.text(id)).toBe('two\n');
    expect(outside.chunks.get(id)?.at(-1)?.channel).toBe('end');
  });

  it('A container that has not started says why there is no log', () => {
    const outside = new Outside();
    outside.pod('bad', 'true', { image: 'busybox:example.invalid' });
    expect(outside.log('bad')).toBe('container "c" in pod "bad" is waiting to start: image can\'t be pulled');
    outside.run(14);
    expect(outside.log('bad')).toBe('container "c" in pod "bad" is waiting to start: trying and failing to pull image');
    expect(outside.log('bad', { container: 'x' })).toBe('container x is not valid for pod bad');
    expect(outside.log('bad', { previous: 'true' })).toBe('previous terminated container "c" in pod "bad" not found');
    expect(outside.log('bad', { tailLines: '-1' })).toBe(
      'PodLogOptions "bad" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    );
  });

  it('A kubelet that does not run is said to refuse the connection', () => {
    const outside = new Outside();
    outside.pod('web', 'echo one; sleep 600');
    outside.cluster.kernel.command({ to: 'kubelet-faults', type: 'stopKubelet', payload: { node: 'node-1' } });
    outside.run(1);
    expect(outside.log('web')).toBe(
      'Get "https://10.2.0.2:10250/containerLogs/default/web/c": dial tcp 10.2.0.2:10250: connect: connection refused',
    );
  });
});

describe('commands in a container', () => {
  it('A command prints, ends with its code, and leaves its files to the next', () => {
    const outside = new Outside();
    outside.pod('web', 'sleep 600', { env: [{ name: 'COLOR', value: 'red' }] });
    const first = outside.exec('web', ['sh', '-c', 'echo $COLOR > /tmp/f; cat /tmp/f; echo no >&2; exit 3']);
    expect([outside.text(first), outside.text(first, 'err'), outside.code(first)]).toEqual(['red\n', 'no\n', 3]);
    const second = outside.exec('web', ['cat', '/tmp/f']);
    expect([outside.text(second), outside.code(second)]).toEqual(['red\n', 0]);
  });

  it('A value from a ConfigMap stays in the environment as it was; its file follows the object', () => {
    const outside = new Outside();
    const map = '/api/v1/namespaces/default/configmaps';
    outside.send('POST', map, { body: { metadata: { name: 'conf' }, data: { color: 'red' } } });
    const spec = {
      volumes: [{ name: 'v', configMap: { name: 'conf' } }],
      containers: [
        {
          name: 'c',
          image: 'busybox:1.36',
          command: ['sleep', '600'],
          env: [{ name: 'COLOR', valueFrom: { configMapKeyRef: { name: 'conf', key: 'color' } } }],
          volumeMounts: [{ name: 'v', mountPath: '/etc/conf' }],
        },
      ],
    };
    outside.send('POST', pods, { body: { metadata: { name: 'web' }, spec } });
    outside.run(20);
    outside.send('PUT', `${map}/conf`, { body: { metadata: { name: 'conf' }, data: { color: 'blue' } } });
    const id = outside.exec('web', ['sh', '-c', 'echo $COLOR; cat /etc/conf/color']);
    expect(outside.text(id)).toBe('red\nblue');
  });

  it('A shell at a terminal takes one line after another, and can be interrupted', () => {
    const outside = new Outside();
    outside.pod('web', 'sleep 600');
    const id = outside.exec('web', ['sh'], { stdin: true, tty: true });
    expect(outside.text(id)).toBe('/ # ');
    outside.input(id, 'cd /etc\r');
    outside.input(id, 'pwx\u007fd\r');
    outside.input(id, 'sleep 100\r');
    outside.input(id, '\u0003');
    outside.input(id, 'exit 7\r');
    expect(outside.text(id)).toBe(
      '/ # cd /etc\r\n/etc # pwx\b \bd\r\n/etc\r\n/etc # sleep 100\r\n^C\r\n/etc # exit 7\r\n',
    );
    expect(outside.code(id)).toBe(7);
  });

  it('A command that reads waits for the end of its input', () => {
    const outside = new Outside();
    outside.pod('web', 'sleep 600');
    const id = outside.exec('web', ['wc', '-l'], { stdin: true });
    outside.input(id, 'a\nb\n');
    expect(outside.code(id)).toBeUndefined();
    outside.input(id);
    expect([outside.text(id), outside.code(id)]).toEqual(['2\n', 0]);
  });

  it('SIGTERM to process 1 ends a server, and with it all that runs beside; a shell is deaf to it', () => {
    const outside = new Outside();
    outside.pod('server', 'exec nginx', { image: 'nginx:1.27' });
    outside.pod('deaf', 'sleep 600');
    const beside = outside.exec('server', ['sleep', '600']);
    const killer = outside.exec('server', ['kill', '1']);
    outside.exec('deaf', ['kill', '1']);
    outside.run(5);
    expect([outside.code(killer), outside.code(beside)]).toEqual([0, 137]);
    const phase = (name: string) =>
      (outside.answers.get(outside.send('GET', `${pods}/${name}`)) as ApiResponse & { body: Pod }).body.status?.phase;
    expect([phase('server'), phase('deaf')]).toEqual(['Succeeded', 'Running']);
  });

  it('What cannot be started is said by the runtime, what is not there by the server', () => {
    const outside = new Outside();
    outside.pod('web', 'sleep 600');
    const id = outside.exec('web', ['ngnix']);
    expect(outside.chunks.get(id)?.at(-1)?.status?.message).toMatch(
      /^Internal error occurred: error executing command in container: .*exec: "ngnix": executable file not found in \$PATH: unknown$/,
    );
    outside.send('DELETE', `${pods}/web`);
    outside.run(60);
    expect(outside.answers.get(outside.exec('web', ['ls']))).toMatchObject({ code: 404 });
  });
});
