import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LabListener } from '../worker/client';
import { asSaved, emptyScene, tooMuchToPlay } from '../worker/new-scene';
import type { Asked, Link, LinkResult, SavedLab, StartOptions } from '../worker/protocol';
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
  private listeners: LabListener[] = [];
  /** How the next commands end; a Worker dies on `die`. */
  answers: ('die' | Asked)[] = [];
  refuse: ((saved: SavedLab) => boolean) | undefined;
  /** What is said instead. */
  refusal = 'cannot be played';
  linkRefusal: Link['refusal'];

  /** Scenes that are played for ever. */
  endless: ((saved: SavedLab) => boolean) | undefined;
  /** What each link holds. */
  links: Record<string, SavedLab> = {};

  make = (listener: LabListener): Client => {
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
        if (this.endless?.(saved)) {
          listener.replayed(0.25);
          return new Promise(() => {});
        }
        return this.refuse?.(saved) ? Promise.reject(new Error(this.refusal)) : Promise.resolve();
      },
      apply: ask,
      kubectl: ask,
      play: () => Promise.resolve(),
      tune: () => Promise.resolve(),
      detail: () => Promise.resolve(undefined),
      openLink: (text: string): Promise<LinkResult> =>
        Promise.resolve({ ok: true, saved: this.links[text] as SavedLab, otherEngine: undefined }),
      link: () => Promise.resolve({ text: '1.a', refusal: this.linkRefusal }),
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
  refused: [],
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

describe('a run that is played again', () => {
  const commandsOf = (saved: SavedLab | undefined) => saved?.branches[0]?.scene.commands.length;
  const startedAgain = (workers: FakeWorkers, count: number) =>
    vi.waitFor(() => expect(workers.started.length).toBe(count));

  test('says how far it is; the learner need not wait, and loses nothing before the next command', async () => {
    const workers = new FakeWorkers();
    workers.endless = (saved) => commandsOf(saved) === 3;
    const journal = memoryJournal(withCommands(3));
    const connection = new LabConnection(workers.make, journal);
    const begun = connection.begin();
    await startedAgain(workers, 1);
    expect(useLab.getState()).toMatchObject({ phase: 'starting', replayed: 0.25 });
    connection.stopReplay();
    await begun;
    expect(commandsOf(workers.started.at(-1))).toBe(0);
    expect(useLab.getState().notice).toEqual({ kind: 'replay-stopped', kept: true });
    expect(commandsOf(journal.kept)).toBe(3);
    workers.answers = [accepted(withCommands(1))];
    await connection.apply(file);
    expect(commandsOf(journal.kept)).toBe(1);
  });

  test('of a link is left, and what was there comes back', async () => {
    const workers = new FakeWorkers();
    workers.links = { a: withCommands(5) };
    workers.endless = (saved) => commandsOf(saved) === 5;
    const journal = memoryJournal(withCommands(2));
    const connection = new LabConnection(workers.make, journal);
    await connection.begin();
    const opened = connection.openLink('a');
    await startedAgain(workers, 2);
    connection.stopReplay();
    expect(await opened).toBe(false);
    expect(workers.started.map(commandsOf)).toEqual([2, 5, 2]);
    expect(useLab.getState().notice).toEqual({ kind: 'replay-stopped', kept: false });
    expect(commandsOf(journal.kept)).toBe(2);
  });

  test('of a dead Worker need not be waited for either', async () => {
    const workers = new FakeWorkers();
    const journal = memoryJournal(withCommands(2));
    const connection = new LabConnection(workers.make, journal);
    await connection.begin();
    workers.endless = (saved) => commandsOf(saved) === 2;
    workers.die();
    await startedAgain(workers, 2);
    connection.stopReplay();
    await startedAgain(workers, 3);
    await vi.waitFor(() => expect(useLab.getState().notice).toEqual({ kind: 'replay-stopped', kept: true }));
    expect(commandsOf(journal.kept)).toBe(2);
  });
});

describe('a link', () => {
  test('that asks for too much work is refused with that reason', async () => {
    const workers = new FakeWorkers();
    workers.links = { a: withCommands(5) };
    workers.refuse = (saved) => saved.branches[0]?.scene.commands.length === 5;
    workers.refusal = tooMuchToPlay;
    const connection = new LabConnection(workers.make, memoryJournal());
    await connection.begin();
    expect(await connection.openLink('a')).toBe(false);
    expect(useLab.getState().notice).toEqual({ kind: 'link-refused', reason: 'too-much', detail: '' });
  });

  test('that nobody could open is not made, and says so', async () => {
    const workers = new FakeWorkers();
    workers.linkRefusal = 'too-much';
    const connection = new LabConnection(workers.make, memoryJournal());
    await connection.begin();
    expect(await connection.link()).toBeUndefined();
    expect(useLab.getState().notice).toEqual({ kind: 'link-too-much' });
  });

  test('offers the manifest that its run applied last', async () => {
    const workers = new FakeWorkers();
    const scene = emptyScene(1);
    const command = (at: number, type: string, text: string) => ({
      at,
      command: { to: 'kubectl', type, payload: { file: 'b.yaml', text } },
    });
    workers.links = {
      a: asSaved({
        ...scene,
        commands: [command(1, 'apply', 'one'), command(2, 'apply', 'two'), command(3, 'delete', 'x')],
      }),
    };
    const connection = new LabConnection(workers.make, memoryJournal());
    await connection.begin();
    expect(useLab.getState().offered).toBeUndefined();
    await connection.openLink('a');
    expect(useLab.getState().offered).toEqual({ name: 'b.yaml', text: 'two' });
  });
});
