import { expose, type Remote, wrap } from 'comlink';
import { afterEach, describe, expect, test } from 'vitest';
import { asSaved, emptyScene } from './new-scene';
import type { Frame, LabApi, PortMessage, StreamMessage } from './protocol';
import { LabServer } from './server';

const clock = {
  now: () => performance.now(),
  after: (delayMs: number, callback: () => void) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A Worker's two sides in one thread, over real message channels. */
function connect({ credit = true } = {}) {
  const calls = new MessageChannel();
  const stream = new MessageChannel();
  const server = new LabServer(stream.port2, clock);
  stream.port2.onmessage = ({ data }: MessageEvent<PortMessage>) => server.receive(data);
  expose(server.api, calls.port2);
  const frames: Frame[] = [];
  const pongs: number[] = [];
  const shares: number[] = [];
  const waiting: (() => void)[] = [];
  stream.port1.onmessage = ({ data }: MessageEvent<StreamMessage>) => {
    if (data.kind === 'pong') pongs.push(data.n);
    else if (data.kind === 'replayed') shares.push(data.share);
    else {
      frames.push(data);
      if (credit) stream.port1.postMessage({ kind: 'credit' } satisfies PortMessage);
    }
    for (const resolve of waiting.splice(0)) resolve();
  };
  closers.push(() => {
    for (const port of [calls.port1, calls.port2, stream.port1, stream.port2]) port.close();
  });
  const api = wrap<LabApi>(calls.port1) as Remote<LabApi>;
  /** Waits until something that the frames say is so. */
  const until = async (holds: (state: Frame) => boolean): Promise<Frame> => {
    for (;;) {
      const last = frames.at(-1);
      if (last && holds(last)) return last;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const say = (message: PortMessage) => stream.port1.postMessage(message);
  return { api, frames, pongs, shares, until, say };
}

const configMap = (value: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {v: "${value}"}\n`;
const start = (api: Remote<LabApi>) => api.start(asSaved(emptyScene(7)), { tables: ['api/', 'kubectl'] });
const total = (frames: readonly Frame[]) => frames.reduce((sum, { trace }) => sum + (trace?.seq.length ?? 0), 0);

describe('the Worker', () => {
  test('tells every event of the index once, in order', async () => {
    const { api, frames, until } = connect();
    await start(api);
    await api.apply({ name: 'a.yaml', text: configMap('1') });
    await api.toEnd();
    await until(({ state }) => total(frames) === state.length && state.position === state.length - 1);
    const seqs = frames.flatMap(({ trace }) => [...(trace?.seq ?? [])]);
    expect(seqs).toEqual(seqs.map((_, i) => i + 1));
    let next = 0;
    for (const { trace } of frames) {
      if (!trace) continue;
      expect(trace.from).toBe(next);
      next += trace.seq.length;
    }
  });

  test('sends each revision of a row once, however often the cursor passes it', async () => {
    const { api, frames, until } = connect();
    await start(api);
    const asked = await api.apply({ name: 'a.yaml', text: configMap('1') });
    expect(asked.ok).toBe(true);
    await api.toEnd();
    const rows = () =>
      frames.flatMap(({ rows: { changes } }) =>
        changes.filter(([table, key]) => table === 'api/configmaps' && key === 'default/a'),
      );
    await until(() => rows().length === 1);
    const fresh = () => frames.reduce((sum, frame) => sum + frame.rows.fresh.length, 0);
    const end = (await until(({ state }) => state.settled)).state.position;
    await api.seek(asked.ok ? asked.position : 0);
    await until(() => rows().length === 2);
    const sent = fresh();
    await api.seek(end);
    await until(() => rows().length === 3);
    expect(rows().map(([, , id]) => id > 0)).toEqual([true, false, true]);
    expect(rows()[2]?.[2]).toBe(rows()[0]?.[2]);
    expect(fresh()).toBe(sent);
  });

  test('waits for credit: a slow page gets fewer frames, and loses nothing', async () => {
    const { api, frames, until, say } = connect({ credit: false });
    await start(api);
    await api.apply({ name: 'a.yaml', text: configMap('1') });
    await api.toEnd();
    for (let i = 0; i < 20; i++) await api.step(i % 2 === 0 ? -1 : 1, 'micro');
    expect(frames.length).toBeLessThanOrEqual(2);
    const last = await api.step(-1, 'micro');
    expect(last).toBe(true);
    for (let i = 0; i < 4; i++) say({ kind: 'credit' });
    await until(({ state }) => state.position < state.length - 1 && total(frames) === state.length);
  });

  test('a text that cannot be read is told with its place, and gives no command', async () => {
    const { api } = connect();
    await start(api);
    const before = await api.save();
    const asked = await api.apply({ name: 'a.yaml', text: 'kind: ConfigMap\nmetadata:\n  name: [a\n' });
    expect(asked).toMatchObject({ ok: false });
    if (!asked.ok) expect(asked.faults[0]?.line).toBeGreaterThan(1);
    expect(await api.save()).toEqual(before);
  });

  test('a text of 5 MB is refused with its size', async () => {
    const { api } = connect();
    await start(api);
    const asked = await api.apply({ name: 'a.yaml', text: `# ${'x'.repeat(5 * 1024 * 1024)}` });
    expect(asked).toEqual({ ok: false, faults: [{ code: 'too-large', message: '5.0 MB', line: 0, column: 0 }] });
  });

  test('a dry run stores nothing, is a dry run again when it is played again, and says what would be refused, and where', async () => {
    const { api } = connect();
    await start(api);
    const file = { name: 'a.yaml', text: configMap('1') };
    await api.apply(file, { dryRun: true });
    await api.toEnd();
    expect((await api.compare(file)).objects).toMatchObject([{ id: 'configmaps/default/a', before: undefined }]);
    const saved = await api.save();
    const hash = await api.hash();
    expect(saved.branches[0]?.scene.commands[0]?.command.payload).toEqual({
      file: 'a.yaml',
      text: file.text,
      dryRun: true,
    });
    const again = connect();
    await again.api.start(saved, { tables: ['api/', 'kubectl'] });
    expect(await again.api.hash()).toEqual(hash);
    const wrong = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: B_\n';
    const asked = await api.apply({ name: 'a.yaml', text: `${configMap('2')}---\n${wrong}` }, { dryRun: true });
    expect(asked.ok && asked.refused).toMatchObject([{ field: 'metadata.name', line: 9, column: 3 }]);
  });

  test('says which fields of a manifest it stores and does not act on, with their lines', async () => {
    const { api } = connect();
    await start(api);
    const text = [
      'apiVersion: v1',
      'kind: Pod',
      'metadata: {name: a}',
      'spec:',
      '  hostAliases:',
      '  - {ip: 10.0.0.9, hostnames: [db]}',
      '  containers: [{name: a, image: nginx}]',
    ].join('\n');
    const asked = await api.apply({ name: 'a.yaml', text });
    expect(asked.ok && asked.notes).toEqual([{ sort: 'field', field: 'spec.hostAliases', line: 5, column: 3 }]);
  });

  test('says which images it does not know, and which are in no registry', async () => {
    const { api } = connect();
    await start(api);
    const text =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - {name: a, image: me/app}\n  - {name: b, image: ngnix}\n';
    const asked = await api.apply({ name: 'a.yaml', text });
    expect(asked.ok && asked.notes).toEqual([
      { sort: 'assumedImage', field: 'me/app', line: 6, column: expect.any(Number) },
      { sort: 'absentImage', field: 'ngnix', line: 7, column: expect.any(Number) },
    ]);
  });

  test('sends what stands before a broken document, as kubectl does, and says where the text is broken', async () => {
    const { api } = connect();
    await start(api);
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\nkind: Pod\nmetadata: name: x\n';
    const asked = await api.apply({ name: 'a.yaml', text });
    expect(asked).toMatchObject({ ok: true, faults: [{ code: 'yaml', line: 6 }] });
    expect(asked.ok && asked.faults[0]?.message).toBe(
      'error parsing a.yaml: error converting YAML to JSON: yaml: line 2: mapping values are not allowed in this context',
    );
    expect((await api.save()).branches[0]?.scene.commands).toHaveLength(1);
  });

  test('takes the last of a key that is given twice, as kubectl does, and says so in words of its own', async () => {
    const { api } = connect();
    await start(api);
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  name: b\n';
    const asked = await api.apply({ name: 'a.yaml', text });
    expect(asked.ok && asked.notes).toEqual([{ sort: 'repeatedKey', field: 'name', line: 5, column: 3 }]);
  });

  test('tells how much of a run has been played again, and shows nothing of it before it is there', async () => {
    const { api, frames, shares } = connect();
    const scene = { ...emptyScene(7), until: 4 * 3600e6 };
    await api.start(asSaved(scene), { tables: ['api/'], player: { speed: 4, granularity: 'micro' } });
    expect(shares.length).toBeGreaterThan(0);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    await api.pause();
    expect(frames.every(({ state }) => state.now === scene.until)).toBe(true);
    expect(frames[0]?.state.player).toMatchObject({ speed: 4, granularity: 'micro' });
  });

  test('answers a ping with its number, even before it is started', async () => {
    const { say, pongs } = connect();
    say({ kind: 'ping', n: 41 });
    say({ kind: 'ping', n: 42 });
    while (pongs.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(pongs).toEqual([41, 42]);
  });

  test('another branch is told from its start, with its own places', async () => {
    const { api, frames, until } = connect();
    await start(api);
    const first = await api.apply({ name: 'a.yaml', text: configMap('1') });
    await api.toEnd();
    await api.seek(first.ok ? first.position - 1 : 0);
    const asked = await api.apply({ name: 'a.yaml', text: configMap('2') });
    expect(asked).toMatchObject({ ok: true, forked: true, branch: 'branch-1' });
    const frame = await until(({ state }) => state.branch === 'branch-1');
    const told = frames.find(({ trace }) => trace?.branch === 'branch-1');
    expect(told?.trace?.from).toBe(0);
    expect(told?.slotsReset).toBe(true);
    expect(frame.state.branches.map(({ name }) => name)).toEqual(['main', 'branch-1']);
  });

  test('an event whole: the message, and the rows before and after', async () => {
    const { api } = connect();
    await start(api);
    await api.apply({ name: 'a.yaml', text: configMap('1') });
    await api.apply({ name: 'a.yaml', text: configMap('2') });
    await api.toEnd();
    const { length } = (await api.save()).branches;
    expect(length).toBe(1);
    let found: Awaited<ReturnType<LabApi['detail']>>;
    for (let position = 0; !found; position++) {
      const detail = await api.detail(position);
      if (!detail) break;
      if (detail.event.verb === 'api.patch' && detail.event.actor === 'kubectl') found = detail;
    }
    const change = found?.changes.find(({ table }) => table === 'api/configmaps');
    expect((change?.before as { data: unknown } | undefined)?.data).toEqual({ v: '1' });
    expect((change?.after as { data: unknown } | undefined)?.data).toEqual({ v: '2' });
  });
});
