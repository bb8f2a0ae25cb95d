import { setImmediate } from 'node:timers';
import {
  type ApiResponse,
  Cluster,
  type ClusterConfig,
  type OutsideListener,
  type OutsideRequest,
  type ProcessFactory,
  type StreamChunk,
  type WireEvent,
} from '../../engine';

/** Wall time that the engine may take before the network has its turn, milliseconds. */
const sliceMillis = 12;
/** How long a new cluster may take until its nodes stand, virtual microseconds. */
const bootMicros = 5 * 60e6;
/** Longest sleep between two looks at the clock, milliseconds. */
const longestSleepMillis = 50;

/** Who holds a stream open: gets what the cluster sends, in order. */
export interface StreamSink {
  /** An event of a watch. */
  event?(event: WireEvent): void;
  /** A piece of a log, or of what a command prints; its end. */
  chunk?(chunk: StreamChunk): void;
  ended(): void;
}

/** A cluster whose virtual time runs at the wall's pace times `speed`. What is sent to it is in its log of commands. */
export class LiveCluster implements OutsideListener {
  readonly cluster: Cluster;
  private readonly speed: number;
  private readonly waiting = new Map<string, (response: ApiResponse) => void>();
  private readonly sinks = new Map<string, StreamSink>();
  private sent = 0;
  private originMicros = 0;
  private originWall = 0;
  private timer: NodeJS.Timeout | undefined;
  private queued = false;
  private closed = false;

  /** `speed`: virtual seconds a second of the wall. */
  constructor(config: Partial<ClusterConfig>, speed: number, extra: readonly ProcessFactory[] = []) {
    this.speed = speed;
    this.cluster = new Cluster(config, extra);
    this.cluster.outside.listener = this;
  }

  /** Starts the cluster, takes it to where its nodes stand, and lets its time run from there. */
  start(): this {
    this.cluster.boot();
    this.cluster.kernel.runUntilSettled(bootMicros);
    this.rebase();
    this.advance();
    return this;
  }

  /** Time stands still from now on; whoever waits gets no answer. */
  stop(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Sends a request at the present virtual time. `sink`: for a watch, who gets its events. */
  send(request: Omit<OutsideRequest, 'id'>, sink?: StreamSink): { id: string; answer: Promise<ApiResponse> } {
    const id = `request-${++this.sent}`;
    const answer = new Promise<ApiResponse>((resolve) => this.waiting.set(id, resolve));
    if (sink) this.sinks.set(id, sink);
    this.command('request', { ...request, id });
    return { id, answer };
  }

  /** Standard input of a command; `undefined` is its end. */
  input(id: string, text: string | undefined): void {
    if (this.sinks.has(id) && !this.closed) this.command('input', { id, ...(text !== undefined && { text }) });
  }

  /** The client of a stream has gone away. */
  close(id: string): void {
    if (!this.sinks.delete(id) || this.closed) return;
    this.command('close', { id });
  }

  answered(id: string, response: ApiResponse): void {
    this.waiting.get(id)?.(response);
    this.waiting.delete(id);
    if (response.stream === undefined) this.sinks.delete(id);
  }

  watched(id: string, event: WireEvent): void {
    this.sinks.get(id)?.event?.(event);
  }

  streamed(id: string, chunk: StreamChunk): void {
    this.sinks.get(id)?.chunk?.(chunk);
    if (chunk.channel === 'end') this.ended(id);
  }

  ended(id: string): void {
    const sink = this.sinks.get(id);
    this.sinks.delete(id);
    sink?.ended();
  }

  private command(type: string, payload: unknown): void {
    this.advance();
    this.cluster.kernel.command({ to: 'http', type, payload });
    this.wake();
  }

  private rebase(): void {
    this.originMicros = this.cluster.kernel.now;
    this.originWall = performance.now();
  }

  private get target(): number {
    return Math.floor(this.originMicros + (performance.now() - this.originWall) * 1e3 * this.speed);
  }

  /** Runs the engine up to the present; an engine that cannot keep up falls behind rather than stopping the network. */
  private advance(): void {
    const { kernel } = this.cluster;
    const { target } = this;
    const deadline = performance.now() + sliceMillis;
    for (let n = 1; ; n++) {
      const next = kernel.nextAt();
      if (next === undefined || next > target || !kernel.step()) break;
      if (n % 32 === 0 && performance.now() > deadline) {
        this.rebase();
        break;
      }
    }
    if (kernel.stop) this.refuseAll();
    else if ((kernel.nextAt() ?? target + 1) > target) kernel.runUntil(target);
    this.wake();
  }

  private wake(): void {
    if (this.closed || this.queued) return;
    clearTimeout(this.timer);
    const next = this.cluster.kernel.nextAt();
    const millis = next === undefined ? longestSleepMillis : (next - this.target) / 1e3 / this.speed;
    if (millis > 0.5) {
      this.timer = setTimeout(() => this.advance(), Math.min(longestSleepMillis, Math.ceil(millis)));
      return;
    }
    this.queued = true;
    setImmediate(() => {
      this.queued = false;
      if (!this.closed) this.advance();
    });
  }

  /** The simulation has reached one of its bounds: nobody gets an answer from it any more. */
  private refuseAll(): void {
    const { stop } = this.cluster.kernel;
    const message = `the simulation has stopped: ${stop?.reason} of ${stop?.subject}, ${stop?.limit}`;
    const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 503 };
    for (const id of [...this.waiting.keys()])
      this.answered(id, { code: 503, body, warnings: [], seq: 0, repliedAt: this.cluster.kernel.now });
    for (const id of [...this.sinks.keys()]) this.ended(id);
  }
}
