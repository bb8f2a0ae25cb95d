import type { Branch, Command, Trace } from '../engine/index';
import type { Beside } from './beside';
import { Feed } from './feed';
import { filePayload, typedLine } from './files';
import { Lab } from './lab';
import type { Lanes } from './lanes';
import { loadReader, readManifest } from './manifest';
import { compare, problemsOf, refusalsOf } from './manifest-problems';
import { Marks } from './marks';
import { type Clock, Playback } from './playback';
import type { Asked, Frame, LabApi, ManifestFile, PortMessage, StreamMessage } from './protocol';
import type { RolloutTrails } from './rollout-trail';
import { findAnchor } from './scenario/anchors';
import { attempt } from './scenario/judge';
import { perform } from './scenario/perform';
import { decodeLink, encodeLink } from './share-link';

/** Work in one go while a scene is played again, so that signs of life get through. Milliseconds. */
const busyMs = 50;

const nothingSaid = { notes: [], faults: [] } as const;

/** Port of the stream, as both browsers and Node have it. */
export interface StreamPort {
  postMessage(message: StreamMessage, transfer?: Transferable[]): void;
}

/** The Worker's side: one lab, its player, and what of it has been told to the main thread. */
export class LabServer {
  private lab: Lab | undefined;
  private feed: Feed | undefined;
  private readonly marks = new Marks();
  private playback: Playback | undefined;
  private beside: Beside | undefined;
  private wantsBeside: string | undefined;
  private tables: readonly string[] = [];
  /** Of each branch that was asked about. */
  private readonly lanes = new WeakMap<Branch, { readonly lanes: Lanes; readonly dropped: number }>();
  private readonly trails = new WeakMap<Trace, RolloutTrails>();
  private readonly port: StreamPort;
  private readonly clock: Clock;
  /** Frames that the page is ready to take. */
  private credits = 1;
  private changed = false;
  private flushing = false;

  constructor(port: StreamPort, clock: Clock) {
    this.port = port;
    this.clock = clock;
  }

  /** Takes what the main thread says on the stream's port. */
  receive(message: PortMessage): void {
    if (message.kind === 'ping') {
      this.port.postMessage({ kind: 'pong', n: message.n });
      return;
    }
    this.credits++;
    this.flush();
  }

  private mark = (): void => {
    this.changed = true;
    if (this.flushing) return;
    this.flushing = true;
    queueMicrotask(() => {
      this.flushing = false;
      this.flush();
    });
  };

  private flush(): void {
    const { lab, feed, marks, playback } = this;
    if (!lab || !feed || !playback || this.credits <= 0) return;
    if (!this.changed && feed.caughtUp && marks.caughtUp) return;
    this.changed = false;
    this.credits--;
    feed.follow(lab.branch);
    marks.follow(lab.branch);
    const trace = feed.nextChunk();
    const { reset, slots } = feed.nextSlots(lab.position);
    const rows = feed.nextRows();
    const { kernel } = lab.branch.cluster;
    const beside = this.beside?.next(playback.state.granularity);
    // It is behind: the rest of the way is for the next frames.
    if (beside && this.beside?.behind) this.mark();
    const frame: Frame = {
      kind: 'frame',
      trace,
      strings: feed.takeStrings(),
      slots,
      slotsReset: reset,
      marks: marks.next(),
      rows,
      beside,
      state: {
        branch: lab.branch.name,
        branches: lab.branches(),
        position: lab.position,
        length: lab.length,
        earliest: lab.earliest,
        at: lab.at,
        now: kernel.now,
        settled: lab.settled,
        due: lab.due(),
        stop: kernel.stop,
        player: playback.state,
      },
    };
    const columns = [trace ?? {}, ...frame.marks].flatMap((chunk) =>
      Object.values(chunk).flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : [])),
    );
    this.port.postMessage(frame, columns);
  }

  private get running(): { lab: Lab; playback: Playback } {
    if (!this.lab || !this.playback) throw new Error('no cluster has been started');
    return { lab: this.lab, playback: this.playback };
  }

  private branchOf(name: string | undefined): Branch {
    const { lab } = this.running;
    return (name === undefined ? undefined : lab.branchNamed(name)) ?? lab.branch;
  }

  private async lanesOf(branch: Branch): Promise<Lanes> {
    const { Lanes } = await import('./lanes');
    const { dropped } = branch.cluster.kernel.trace;
    const known = this.lanes.get(branch);
    // What has been read of events that are no longer kept goes with them.
    if (known?.dropped === dropped) return known.lanes;
    const lanes = new Lanes(branch);
    this.lanes.set(branch, { lanes, dropped });
    return lanes;
  }

  private async trailsOf(trace: Trace): Promise<RolloutTrails> {
    const { RolloutTrails } = await import('./rollout-trail');
    let trails = this.trails.get(trace);
    if (!trails) {
      trails = new RolloutTrails(trace);
      this.trails.set(trace, trails);
    }
    return trails;
  }

  private ask(command: Command): Asked {
    const { lab, playback } = this.running;
    playback.pause();
    const { position, forked } = lab.command(command);
    this.mark();
    return {
      ok: true,
      position,
      forked,
      branch: lab.branch.name,
      saved: lab.save(),
      notes: [],
      faults: [],
      refused: [],
    };
  }

  private askWithFile(type: 'apply' | 'delete', file: ManifestFile, dryRun = false): Asked {
    const given = filePayload(file.name, file.text, this.lab?.workloads, dryRun);
    if ('faults' in given) return { ok: false, faults: given.faults };
    const { payload, read } = given;
    const asked = this.ask({ to: 'kubectl', type, payload });
    if (!asked.ok) return asked;
    const documents = read.documents.slice(0, read.objects.length);
    const refused = refusalsOf(documents, this.running.lab.answersTo(asked.position));
    return { ...asked, refused, faults: read.faults, notes: type === 'apply' ? read.notes : [] };
  }

  /** The methods that the main thread may call. */
  readonly api: LabApi = {
    start: async (saved, { tables, player, maxEvents }) => {
      this.playback?.pause();
      const first = saved.branches[0]?.scene;
      if (!first) throw new Error('nothing was saved');
      await loadReader();
      const lab = new Lab(first.seed, first.config);
      // Nobody sees it, or gives it a command, before it is where it was.
      this.lab = undefined;
      let until = this.clock.now() + busyMs;
      for (const share of lab.restore(saved, maxEvents)) {
        if (this.clock.now() < until) continue;
        this.port.postMessage({ kind: 'replayed', share });
        await new Promise<void>((resolve) => this.clock.after(0, resolve));
        until = this.clock.now() + busyMs;
      }
      const feed = new Feed(lab.branch);
      feed.watch(tables);
      lab.onMove = (touched) => {
        feed.touch(touched);
        this.mark();
      };
      this.lab = lab;
      this.feed = feed;
      this.beside = undefined;
      this.tables = tables;
      this.playback = new Playback(lab, this.clock, this.mark);
      if (player) this.playback.tune(player);
      this.mark();
    },
    watchTables: (tables) => {
      this.tables = tables;
      this.beside?.watch(tables);
      this.feed?.watch(tables);
      this.mark();
    },
    watchMarks: (set, rules) => {
      this.marks.watch(set, rules);
      this.mark();
    },
    apply: (file, options) => this.askWithFile('apply', file, options?.dryRun),
    check: ({ name, text }) => {
      const { documents, faults, notes } = readManifest(text, name, this.lab?.workloads);
      return { faults, problems: problemsOf(documents), notes };
    },
    compare: ({ name, text }) => {
      const { documents, faults } = readManifest(text, name);
      return { faults, objects: compare(documents, (table, key) => this.running.lab.rowAtCursor(table, key)) };
    },
    remove: (file) => this.askWithFile('delete', file),
    kubectl: ({ type, ...payload }) => this.ask({ to: 'kubectl', type, payload }),
    type: (line, file) => {
      const { notes, faults } = file ? readManifest(file.text, file.name, this.lab?.workloads) : nothingSaid;
      const asked = this.ask({ to: 'kubectl', type: 'line', payload: typedLine(line, file) });
      return asked.ok ? { ...asked, notes, faults } : asked;
    },
    interrupt: (run) => this.ask({ to: 'kubectl', type: 'interrupt', payload: { run } }),
    complete: (line) => this.running.lab.complete(line),
    inject: ({ to, type, payload }) => this.ask({ to, type, payload }),
    seek: (position) => {
      this.running.playback.pause();
      this.running.lab.seek(position);
    },
    limit: (position) => {
      this.running.lab.limit = position;
    },
    step: (direction, granularity) => {
      this.running.playback.pause();
      const moved = this.running.lab.step(direction, granularity);
      this.mark();
      return moved;
    },
    toStart: () => {
      this.running.playback.pause();
      this.running.lab.seek(this.running.lab.earliest);
    },
    toEnd: () => new Promise((resolve) => this.running.playback.toEnd(resolve)),
    play: ({ speed, granularity, onward }) => this.running.playback.play(speed, granularity, onward),
    pause: () => this.running.playback.pause(),
    tune: (options) => this.running.playback.tune(options),
    switchBranch: (name) => {
      this.running.playback.pause();
      this.running.lab.switchBranch(name);
      this.mark();
    },
    showBeside: async (name) => {
      this.wantsBeside = name;
      const { Beside } = await import('./beside');
      // Something else may have been asked for meanwhile.
      if (this.wantsBeside !== name) return;
      const { lab } = this.running;
      const branch = name === undefined ? undefined : lab.branchNamed(name);
      this.beside = branch && branch !== lab.branch ? new Beside(lab, branch, this.tables) : undefined;
      this.mark();
    },
    renameBranch: (name, title) => {
      this.running.lab.rename(name, title);
      this.mark();
      return this.running.lab.save();
    },
    detail: (position) => this.running.lab.detail(position),
    lanes: async (query) => (await this.lanesOf(this.branchOf(query.branch))).window(query),
    rolloutTrail: async (deployment, branch) =>
      (await this.trailsOf(this.branchOf(branch).cluster.kernel.trace)).of(deployment),
    perform: (commands) => {
      this.running.playback.pause();
      const performed = perform(this.running.lab, commands);
      this.mark();
      return performed;
    },
    find: (search) => {
      this.running.playback.pause();
      const anchor = findAnchor(this.running.lab, search);
      this.mark();
      return anchor;
    },
    attempt: (from, change, goal) => {
      this.running.playback.pause();
      const attempted = attempt(this.running.lab, from, change, goal);
      this.mark();
      return attempted;
    },
    save: () => this.running.lab.save(),
    hash: () => this.running.lab.hash(),
    link: () => encodeLink(this.running.lab.scene(), this.running.lab.length),
    openLink: async (text) => {
      await loadReader();
      return decodeLink(text);
    },
  };
}
