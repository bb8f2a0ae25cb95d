import type { Completion } from '../kubectl/index';
import { LabClient, type LabListener } from '../worker/client';
import { asSaved, emptyScene, maxLinkEvents, tooMuchToPlay } from '../worker/new-scene';
import type {
  Asked,
  CheckedManifest,
  ComparedObject,
  FaultCommand,
  Frame,
  Granularity,
  KubectlAction,
  LabHash,
  LanesQuery,
  LanesWindow,
  LinkRefusal,
  ManifestFault,
  ManifestFile,
  MarkRules,
  RolloutTrail,
  SavedLab,
  Scene,
  Speed,
} from '../worker/protocol';
import type {
  Anchor,
  AnchorSearch,
  Attempt,
  Attempted,
  Goal,
  Performed,
  ScenarioCommand,
} from '../worker/scenario/types';
import { browserJournal, type JournalStore } from './journal';
import { forgetFrames, type LabRemote, takeFrame, useLab } from './lab-store';
import { changeSettings, useSettings } from './settings';

/** A Worker, as seen from here; replaced by another when it dies. */
export interface Client {
  readonly api: LabRemote;
  close(): void;
  kill(): void;
}

export type MakeClient = (listener: LabListener) => Client;

const makeBrowserClient: MakeClient = (listener) => {
  const client = new LabClient(listener);
  return { api: client.api as unknown as LabRemote, close: () => client.close(), kill: () => client.kill() };
};

/** Tables that the first page's pictures need. */
const tables = ['api/', 'kubectl', 'cuts', 'node-faults', 'images/', 'deployment-bounds'];
const journalDelayMs = 400;
/** Deaths of Workers without a command getting through in between; then the page stops trying. */
const maxDeaths = 3;

type Ask = (api: LabRemote) => Promise<Asked>;

/** How a start ended: the learner did not wait for it, or what was saved cannot be played. */
type Started = 'started' | 'stopped' | { readonly refused: string };

/** Keeps a Worker running with this lab in it, and the journal that brings it back. */
export class LabConnection {
  private readonly makeClient: MakeClient;
  private readonly journal: JournalStore;
  private client: Client | undefined;
  private saved: SavedLab;
  private deaths = 0;
  /** What pictures asked for; a new Worker is told it again. */
  private readonly markRules = new Map<string, MarkRules>();
  /** The branch that is looked at beside the current one; a new Worker with the same lab is told it again. */
  private besideName: string | undefined;
  private generation = 0;
  private waiting: { ask: Ask; resolve: (asked: Asked | undefined) => void; tries: number }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private detailFor = -2;
  /** Its Worker was let go while nobody looks. */
  private resting = false;
  /** Whether this lab is the one that the journal keeps: a lesson's is not. */
  private keeps = true;
  /** Whether the journal keeps another lab until the next command: one that the learner did not wait for. */
  private holds = false;
  /** Ends the wait for a start. */
  private stopStart: () => void = () => {};

  constructor(makeClient: MakeClient = makeBrowserClient, journal: JournalStore = browserJournal) {
    this.makeClient = makeClient;
    this.journal = journal;
    this.saved = asSaved(emptyScene(1));
  }

  get api(): LabRemote | undefined {
    return this.client?.api;
  }

  /** Starts with what this browser kept, or with a new cluster. */
  async begin(): Promise<void> {
    this.keeps = true;
    this.holds = false;
    const kept = await this.journal.read();
    if (!kept) {
      await this.open(asSaved(emptyScene(1)));
      return;
    }
    const commands = countCommands(kept);
    const outcome = await this.put(kept);
    if (outcome === 'started' && commands > 0) useLab.setState({ notice: { kind: 'reloaded', commands } });
    if (outcome === 'stopped') {
      this.holds = true;
      useLab.setState({ notice: { kind: 'replay-stopped', kept: true } });
    }
  }

  /** Puts another lab in the place of this one. False when it cannot be played. */
  async open(saved: SavedLab): Promise<boolean> {
    return (await this.put(saved)) === 'started';
  }

  /** The same; when it is not started, what was there before is, or a new cluster. */
  private async put(saved: SavedLab, maxEvents?: number): Promise<Started> {
    const before = this.saved;
    this.saved = saved;
    const outcome = await this.start('starting', maxEvents);
    if (outcome === 'started') {
      await this.keep(saved);
      return outcome;
    }
    this.saved = before === saved ? asSaved(emptyScene(1)) : before;
    if ((await this.start('starting')) === 'stopped') {
      this.saved = asSaved(emptyScene(1));
      await this.start('starting');
    }
    return outcome;
  }

  private async keep(saved: SavedLab): Promise<void> {
    if (this.keeps && !this.holds) await this.journal.write(saved);
  }

  /** Gives up a start that plays for too long; what was there before comes back, or a new cluster. */
  stopReplay(): void {
    this.stopStart();
  }

  private async start(phase: 'starting' | 'recovering', maxEvents?: number): Promise<Started> {
    this.client?.close();
    if (phase === 'starting') this.besideName = undefined;
    const generation = ++this.generation;
    forgetFrames();
    useLab.setState({ phase });
    const client = this.makeClient({
      frame: (frame) => {
        if (generation === this.generation) this.frame(frame);
      },
      replayed: (share) => {
        if (generation === this.generation) useLab.setState({ replayed: share });
      },
      died: (reason) => {
        if (generation === this.generation) void this.recover(reason);
      },
    });
    this.client = client;
    for (const [set, rules] of this.markRules) void client.api.watchMarks(set, rules);
    const { speed, granularity } = useSettings.getState();
    const options = { tables, player: { speed, granularity }, ...(maxEvents === undefined ? {} : { maxEvents }) };
    const stopped = new Promise<Started>((resolve) => {
      this.stopStart = () => resolve('stopped');
    });
    const played = client.api.start(this.saved, options).then(
      (): Started => 'started',
      (error: unknown): Started => ({ refused: error instanceof Error ? error.message : String(error) }),
    );
    const outcome = await Promise.race([played, stopped]);
    if (outcome === 'stopped' && generation === this.generation) client.close();
    if (outcome === 'started' && this.besideName !== undefined) void client.api.showBeside(this.besideName);
    if (typeof outcome === 'object' && generation === this.generation)
      useLab.setState({ notice: { kind: 'failed', detail: outcome.refused } });
    return outcome;
  }

  /** Plays what there was in a new Worker. When the learner does not wait for that, the journal keeps it. */
  private async restart(): Promise<boolean> {
    const outcome = await this.start('recovering');
    if (outcome !== 'stopped') return outcome === 'started';
    this.holds = this.keeps;
    this.saved = asSaved(emptyScene(1));
    await this.start('starting');
    useLab.setState({ notice: { kind: 'replay-stopped', kept: this.holds } });
    return false;
  }

  private async recover(reason: string): Promise<void> {
    this.deaths++;
    if (this.deaths > maxDeaths) {
      this.client?.close();
      useLab.setState({ phase: 'failed', notice: { kind: 'failed', detail: reason } });
      return;
    }
    for (const waiting of this.waiting) waiting.tries++;
    // A command on which the Worker died twice is not given a third time.
    const lost = this.waiting.filter(({ tries }) => tries > 1);
    this.waiting = this.waiting.filter(({ tries }) => tries <= 1);
    if (!(await this.restart())) return;
    useLab.setState({
      notice: lost.length > 0 ? { kind: 'command-lost' } : { kind: 'recovered', commands: countCommands(this.saved) },
    });
    for (const { resolve } of lost) resolve(undefined);
    for (const waiting of [...this.waiting]) void this.send(waiting);
  }

  private frame(frame: Frame): void {
    takeFrame(frame);
    if (frame.beside) this.besideName = frame.beside.branch;
    this.remember(frame);
    void this.fetchDetail(frame.state.branch, frame.state.position);
  }

  /** Keeps the place of the cursor beside the commands. */
  private remember({ state }: Frame): void {
    const branches = this.saved.branches.map((branch) =>
      branch.name === state.branch
        ? { ...branch, scene: { ...branch.scene, until: state.now, position: state.position } }
        : branch,
    );
    if (!branches.some(({ name }) => name === state.branch)) return;
    this.saved = { current: state.branch, branches };
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.keep(this.saved);
    }, journalDelayMs);
  }

  private async fetchDetail(branch: string, position: number): Promise<void> {
    const key = position;
    const { detail } = useLab.getState();
    if (detail?.position === position && this.detailFor === key && useLab.getState().state?.branch === branch) return;
    this.detailFor = key;
    if (position < 0) {
      useLab.setState({ detail: undefined });
      return;
    }
    const fetched = await this.quietly((api) => api.detail(position));
    if (this.detailFor === key) useLab.setState({ detail: fetched });
  }

  private async quietly<T>(call: (api: LabRemote) => Promise<T>): Promise<T | undefined> {
    const { client } = this;
    if (!client) return undefined;
    try {
      return await call(client.api);
    } catch (error) {
      if (client === this.client)
        useLab.setState({ notice: { kind: 'failed', detail: error instanceof Error ? error.message : String(error) } });
      return undefined;
    }
  }

  private send(waiting: (typeof this.waiting)[number]): Promise<void> {
    const { api } = this.client as Client;
    return waiting.ask(api).then(
      (asked) => {
        this.waiting = this.waiting.filter((other) => other !== waiting);
        this.deaths = 0;
        if (asked.ok) {
          this.saved = asked.saved;
          this.holds = false;
          void this.keep(asked.saved);
        }
        waiting.resolve(asked);
      },
      (error: unknown) => {
        this.waiting = this.waiting.filter((other) => other !== waiting);
        useLab.setState({ notice: { kind: 'failed', detail: error instanceof Error ? error.message : String(error) } });
        waiting.resolve(undefined);
      },
    );
  }

  /** Gives a command; it is given again if the Worker dies before it has answered. */
  private command(ask: Ask): Promise<Asked | undefined> {
    return new Promise((resolve) => {
      const waiting = { ask, resolve, tries: 0 };
      this.waiting.push(waiting);
      if (this.client) void this.send(waiting);
    });
  }

  private async after(asked: Asked | undefined): Promise<Asked | undefined> {
    if (!asked) return undefined;
    if (!asked.ok) {
      useLab.setState({ faults: asked.faults, notes: [], refused: [] });
      return asked;
    }
    useLab.setState({
      faults: asked.faults,
      notes: asked.notes,
      refused: asked.refused,
      ...(asked.forked ? { notice: { kind: 'forked', branch: asked.branch } } : {}),
    });
    if (useSettings.getState().playOnCommand) await this.play();
    return asked;
  }

  async apply(file: ManifestFile, options: { readonly dryRun?: boolean } = {}): Promise<Asked | undefined> {
    return this.after(await this.command((api) => api.apply(file, options)));
  }

  async remove(file: ManifestFile): Promise<Asked | undefined> {
    return this.after(await this.command((api) => api.remove(file)));
  }

  /** What is wrong with a text, without a command; nothing when the Worker is gone. */
  async check(file: ManifestFile): Promise<CheckedManifest | undefined> {
    return this.quietly((api) => api.check(file));
  }

  /** What applying a manifest would change of the objects at the cursor. */
  async compare(
    file: ManifestFile,
  ): Promise<{ readonly faults: readonly ManifestFault[]; readonly objects: readonly ComparedObject[] } | undefined> {
    return this.quietly((api) => api.compare(file));
  }

  async kubectl(action: KubectlAction): Promise<Asked | undefined> {
    return this.after(await this.command((api) => api.kubectl(action)));
  }

  /** Types a line at the terminal. */
  async type(line: string, file?: ManifestFile): Promise<Asked | undefined> {
    return this.after(await this.command((api) => api.type(line, file)));
  }

  async interrupt(run: string): Promise<Asked | undefined> {
    return this.after(await this.command((api) => api.interrupt(run)));
  }

  /** What the end of a line could become; nothing when the Worker is gone. */
  async complete(line: string): Promise<Completion | undefined> {
    return this.quietly((api) => api.complete(line));
  }

  async inject(fault: FaultCommand): Promise<Asked | undefined> {
    return this.after(await this.command((api) => api.inject(fault)));
  }

  /** Plays until the cluster is at rest; `onward`: from there on, until something happens again. */
  async play(options: Partial<{ speed: Speed; granularity: Granularity; onward: boolean }> = {}): Promise<void> {
    const player = useLab.getState().state?.player;
    const { speed = player?.speed ?? 1, granularity = player?.granularity ?? 'action', onward = false } = options;
    await this.quietly((api) => api.play({ speed, granularity, onward }));
  }

  async pause(): Promise<void> {
    await this.quietly((api) => api.pause());
  }

  async toggle(): Promise<void> {
    await (useLab.getState().state?.player.playing ? this.pause() : this.play({ onward: true }));
  }

  /** Tunes the player as the learner wants it, now and from now on. */
  async tune(options: Partial<{ speed: Speed; granularity: Granularity }>): Promise<void> {
    changeSettings(options);
    await this.quietly((api) => api.tune(options));
  }

  async step(direction: 1 | -1): Promise<void> {
    const granularity = useLab.getState().state?.player.granularity ?? 'action';
    await this.quietly((api) => api.step(direction, granularity));
  }

  async seek(position: number): Promise<void> {
    await this.quietly((api) => api.seek(position));
  }

  /** Stepping and playing go no farther than this, and run the engine no further; without a position they may again. */
  async limit(position: number | undefined): Promise<void> {
    await this.quietly((api) => api.limit(position));
  }

  async toStart(): Promise<void> {
    await this.quietly((api) => api.toStart());
  }

  async toEnd(): Promise<void> {
    await this.quietly((api) => api.toEnd());
  }

  /** Messages and beliefs for the lanes; nothing when the Worker is gone. */
  async lanes(query: LanesQuery): Promise<LanesWindow | undefined> {
    return this.quietly((api) => api.lanes(query));
  }

  /** Where a rollout's bounds and counts have been; nothing when the Worker is gone. */
  async rolloutTrail(deployment: string, branch?: string): Promise<RolloutTrail | undefined> {
    return this.quietly((api) => api.rolloutTrail(deployment, branch));
  }

  /** Asks which events carry which marks; without rules, no longer. What is found is in the store under the set's name. */
  async watchMarks(set: string, rules: MarkRules | undefined): Promise<void> {
    if (rules) this.markRules.set(set, rules);
    else this.markRules.delete(set);
    await this.quietly((api) => api.watchMarks(set, rules));
  }

  async switchBranch(name: string): Promise<void> {
    await this.quietly((api) => api.switchBranch(name));
  }

  /** Shows a further branch beside the current one, at the same virtual time; without a name, no longer. */
  async showBeside(name: string | undefined): Promise<void> {
    this.besideName = name;
    await this.quietly((api) => api.showBeside(name));
  }

  /** Calls a branch something else; an empty title takes that back. */
  async renameBranch(name: string, title: string): Promise<void> {
    const saved = await this.quietly((api) => api.renameBranch(name, title));
    if (!saved) return;
    this.saved = saved;
    await this.keep(saved);
  }

  /** The text of a link to this lab, or nothing when it would be too long or would not be opened. */
  async link(): Promise<string | undefined> {
    const link = await this.quietly((api) => api.link());
    if (!link) return undefined;
    if (link.refusal === undefined) return link.text;
    useLab.setState({ notice: { kind: link.refusal === 'too-long' ? 'link-too-long' : 'link-too-much' } });
    return undefined;
  }

  /** Opens a link's lab; a refused one leaves everything as it is. */
  async openLink(text: string): Promise<boolean> {
    const result = await this.quietly((api) => api.openLink(text));
    if (!result) return false;
    const refuse = (reason: LinkRefusal, detail = ''): false => {
      useLab.setState({ notice: { kind: 'link-refused', reason, detail } });
      return false;
    };
    if (!result.ok) return refuse(result.reason, result.detail);
    const outcome = await this.put(result.saved, maxLinkEvents);
    if (outcome === 'stopped') {
      useLab.setState({ notice: { kind: 'replay-stopped', kept: false } });
      return false;
    }
    if (outcome !== 'started') return refuse(outcome.refused === tooMuchToPlay ? 'too-much' : 'not-a-scene');
    this.offer(result.saved);
    if (result.otherEngine !== undefined)
      useLab.setState({ notice: { kind: 'other-engine', engine: result.otherEngine } });
    return true;
  }

  /** Gives the editor the manifest that a run applied last. */
  private offer({ branches }: SavedLab): void {
    const files = (branches[branches.length - 1]?.scene.commands ?? []).flatMap(({ command }) => {
      const { file, text } = (command.payload ?? {}) as { file?: unknown; text?: unknown };
      return command.to === 'kubectl' && command.type === 'apply' && typeof text === 'string'
        ? [{ name: String(file ?? ''), text }]
        : [];
    });
    const offered = files[files.length - 1];
    if (offered) useLab.setState({ offered });
  }

  /** Throws everything away and starts a new cluster. */
  async renew(seed = 1): Promise<void> {
    this.deaths = 0;
    this.holds = false;
    useLab.setState({ notice: undefined, faults: [], notes: [], refused: [] });
    await this.open(asSaved(emptyScene(seed)));
  }

  /** Tries again after the page gave up. */
  async retry(): Promise<void> {
    this.deaths = 0;
    useLab.setState({ notice: undefined });
    await this.restart();
  }

  async save(): Promise<SavedLab | undefined> {
    return this.quietly((api) => api.save());
  }

  /** Starts a lesson's cluster. What the learner had in the playground stays in the journal. */
  async openScene({ seed, config }: Pick<Scene, 'seed' | 'config'>): Promise<boolean> {
    this.keeps = false;
    this.deaths = 0;
    useLab.setState({ notice: undefined, faults: [], notes: [], refused: [] });
    this.saved = asSaved(emptyScene(seed, config));
    return (await this.start('starting')) === 'started';
  }

  /** Has the lab carry out a part of a lesson; what came of it is what a dead Worker comes back with. */
  private async ofLesson<T>(call: (api: LabRemote) => Promise<T>): Promise<T | undefined> {
    const result = await this.quietly(call);
    const saved = await this.quietly((api) => api.save());
    if (saved) this.saved = saved;
    return result;
  }

  perform(commands: readonly ScenarioCommand[]): Promise<Performed | undefined> {
    return this.ofLesson((api) => api.perform(commands));
  }

  find(search: AnchorSearch): Promise<Anchor | undefined> {
    return this.ofLesson((api) => api.find(search));
  }

  attempt(
    from: { readonly branch: string; readonly position: number },
    change: Attempt,
    goal: Goal,
  ): Promise<Attempted | undefined> {
    return this.ofLesson((api) => api.attempt(from, change, goal));
  }

  async hash(): Promise<LabHash | undefined> {
    return this.quietly((api) => api.hash());
  }

  /** Lets the Worker go; what brings it back is kept. To be called only while nothing is asked of it. */
  rest(): void {
    this.generation++;
    this.client?.close();
    this.client = undefined;
    this.resting = useLab.getState().state !== undefined;
  }

  /** Brings back the Worker that was let go, where it stood. */
  async wake(): Promise<void> {
    if (!this.resting) return;
    this.resting = false;
    await this.start('recovering');
  }

  /** Ends the Worker as though it had crashed: for tests of recovery. */
  kill(): void {
    this.client?.kill();
  }
}

function countCommands(saved: SavedLab): number {
  return Math.max(0, ...saved.branches.map(({ scene }) => scene.commands.length));
}

export const lab = new LabConnection();
