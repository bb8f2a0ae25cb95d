import { beforeEach, describe, expect, test, vi } from 'vitest';
import { asSaved, emptyScene } from '../worker/new-scene';
import type { Asked, Frame, SavedLab, StartOptions } from '../worker/protocol';
import type { JournalStore } from './journal';
import { type Client, LabConnection } from './lab-connection';
import { type LabRemote, useLab } from './lab-store';
import { changeSettings } from './settings';

const withCommands = (count: number): SavedLab =>
  asSaved({
    ...emptyScene(1),
    commands: Array.from({ length: count }, (_, i) => ({
      at: i + 1,
      command: { to: 'kubectl', type: 'apply', payload: {} },
    })),
  });

/** Workers that do what a test says: each start, death and command is seen. */
class FakeWorkers {
  readonly started: SavedLab[] = [];
  /** How the last one was told to play. */
  player: StartOptions['player'];
  private listeners: { frame(frame: Frame): void; died(reason: string): void }[] = [];
  /** How the next commands end; a Worker dies on `die`. */
  answers: ('die' | Asked)[] = [];
  refuse: ((saved: SavedLab) => boolean) | undefined;

  make = (listener: { frame(frame: Frame): void; died(reason: string): void }): Client => {
    this.listeners.push(listener);
    const ask = (): Promise<Asked> => {
      const answer = this.answers.shift() ?? 'die';
      if (answer !== 'die') return Promise.resolve(answer);
      queueMicrotask(() => listener.died('gone'));
      // A dead Worker never answers.
      return new Promise(() => {});
    };
    const api = {
      start: (saved: SavedLab, { player }: StartOptions) => {
        this.started.push(saved);
        this.player = player;
        return this.refuse?.(saved) ? Promise.reject(new Error('cannot be played')) : Promise.resolve();
      },
      apply: ask,
      kubectl: ask,
      play: () => Promise.resolve(),
      tune: () => Promise.resolve(),
      detail: () => Promise.resolve(undefined),
    };
    return { api: api as unknown as LabRemote, close: () => {}, kill: () => listener.died('killed') };
  };

  die(): void {
    this.listeners.at(-1)?.died('gone');
  }
}

function memoryJournal(kept?: SavedLab): JournalStore & { kept: SavedLab | undefined } {
  const journal = {
    kept,
    read: () => Promise.resolve(journal.kept),
    write: (saved: SavedLab) => {
      journal.kept = saved;
      return Promise.resolve();
    },
    readDraft: () => undefined,
    writeDraft: () => {},
  };
  return journal;
}

const accepted = (saved: SavedLab): Asked => ({
  ok: true,
  position: 0,
  branch: 'main',
  forked: false,
  saved,
  notes: [],
  faults: [],
});
const file = { name: 'a.yaml', text: '' };

beforeEach(() => {
  changeSettings({ playOnCommand: false });
  useLab.setState({ notice: undefined, faults: [], phase: 'starting' });
});

describe('the lab of a page', () => {
  test('begins with what this browser kept, and says how much that was', async () => {
    const workers = new FakeWorkers();
    await new LabConnection(workers.make, memoryJournal(withCommands(3))).begin();
    expect(workers.started).toEqual([withCommands(3)]);
    expect(useLab.getState().notice).toEqual({ kind: 'reloaded', commands: 3 });
  });

  test('begins empty when what was kept can no longer be played', async () => {
    const workers = new FakeWorkers();
    workers.refuse = (saved) => (saved.branches[0]?.scene.commands.length ?? 0) > 0;
    await new LabConnection(workers.make, memoryJournal(withCommands(3))).begin();
    expect(workers.started.at(-1)?.branches[0]?.scene.commands).toEqual([]);
    expect(useLab.getState().notice).toMatchObject({ kind: 'failed', detail: 'cannot be played' });
  });

  test('a command is in the journal as soon as it is accepted, and in the next Worker', async () => {
    const workers = new FakeWorkers();
    const journal = memoryJournal();
    const connection = new LabConnection(workers.make, journal);
    await connection.begin();
    workers.answers = [accepted(withCommands(1))];
    await connection.apply(file);
    expect(journal.kept).toEqual(withCommands(1));
    workers.die();
    await vi.waitFor(() => expect(useLab.getState().notice).toEqual({ kind: 'recovered', commands: 1 }));
    expect(workers.started.at(-1)).toEqual(withCommands(1));
  });

  test('a command on which a Worker died is given once more, to the next one', async () => {
    const workers = new FakeWorkers();
    const connection = new LabConnection(workers.make, memoryJournal());
    await connection.begin();
    workers.answers = ['die', accepted(withCommands(1))];
    expect(await connection.apply(file)).toMatchObject({ ok: true });
    expect(workers.started.length).toBe(2);
  });

  test('and left out, with a word about it, when that one dies of it too', async () => {
    const workers = new FakeWorkers();
    const journal = memoryJournal();
    const connection = new LabConnection(workers.make, journal);
    await connection.begin();
    workers.answers = [accepted(withCommands(1)), 'die', 'die'];
    await connection.apply(file);
    expect(await connection.apply(file)).toBeUndefined();
    expect(useLab.getState().notice).toEqual({ kind: 'command-lost' });
    expect(workers.started.at(-1)).toEqual(withCommands(1));
    expect(journal.kept).toEqual(withCommands(1));
  });

  test('Workers that die one after the other are not replaced for ever; the learner can try again', async () => {
    const workers = new FakeWorkers();
    const connection = new LabConnection(workers.make, memoryJournal(withCommands(2)));
    await connection.begin();
    for (let i = 0; i < 4; i++) {
      workers.die();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    expect(useLab.getState().phase).toBe('failed');
    const before = workers.started.length;
    await connection.retry();
    expect(workers.started.length).toBe(before + 1);
    expect(workers.started.at(-1)).toEqual(withCommands(2));
  });

  test('the speed and the granularity that the learner chose hold for the next Worker', async () => {
    const workers = new FakeWorkers();
    const connection = new LabConnection(workers.make, memoryJournal());
    await connection.begin();
    await connection.tune({ speed: 'real-10' });
    await connection.tune({ granularity: 'milestone' });
    workers.die();
    await vi.waitFor(() => expect(workers.started.length).toBe(2));
    expect(workers.player).toEqual({ speed: 'real-10', granularity: 'milestone' });
  });

  test('what a dead Worker still says is not heard', async () => {
    const workers = new FakeWorkers();
    const connection = new LabConnection(workers.make, memoryJournal());
    await connection.begin();
    const started = workers.started.length;
    connection.kill();
    connection.kill();
    await vi.waitFor(() => expect(workers.started.length).toBeGreaterThan(started));
    expect(useLab.getState().phase).not.toBe('failed');
  });
});
