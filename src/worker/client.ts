import { type Remote, wrap } from 'comlink';
import type { Frame, LabApi, PortMessage, StreamMessage } from './protocol';

/** How the page hears from the Worker. */
export interface LabListener {
  frame(frame: Frame): void;
  /** How much of what was saved has been played again, from 0 to 1. */
  replayed(share: number): void;
  /** The Worker is gone: it threw, was ended, or has not answered for a while. */
  died(reason: string): void;
}

/** Time between two signs of life that are asked for, and how many may stay unanswered. */
const pingMs = 1_000;
const missedPings = 4;
/** A Worker that is still being loaded and started is given longer. */
const missedAtStart = 30;

/** The page's side of one Worker. It never comes back to life: a new one is made instead. */
export class LabClient {
  readonly api: Remote<LabApi>;
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private readonly listener: LabListener;
  private readonly timer: ReturnType<typeof setInterval>;
  private asked = 0;
  private answered = 0;
  private heard = false;
  private dead = false;

  constructor(listener: LabListener) {
    this.listener = listener;
    this.worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    const channel = new MessageChannel();
    this.port = channel.port1;
    this.worker.onerror = (event) => this.die(event.message || 'the Worker could not be started');
    this.worker.onmessageerror = () => this.die('a message could not be read');
    this.port.onmessage = ({ data }: MessageEvent<StreamMessage>) => this.receive(data);
    this.worker.postMessage({ kind: 'stream', port: channel.port2 }, [channel.port2]);
    this.api = wrap<LabApi>(this.worker);
    this.timer = setInterval(() => this.ping(), pingMs);
  }

  private send(message: PortMessage): void {
    this.port.postMessage(message);
  }

  private receive(message: StreamMessage): void {
    if (this.dead) return;
    this.answered = this.asked;
    this.heard = true;
    if (message.kind === 'replayed') this.listener.replayed(message.share);
    if (message.kind !== 'frame') return;
    this.listener.frame(message);
    this.askForMore();
  }

  /** The next frame is for the next picture: what happens until then comes in one. Nobody draws a hidden page. */
  private askForMore(): void {
    const ask = () => this.send({ kind: 'credit' });
    if (document.hidden) ask();
    else requestAnimationFrame(ask);
  }

  private ping(): void {
    if (this.asked - this.answered >= (this.heard ? missedPings : missedAtStart)) {
      this.die('the Worker does not answer');
      return;
    }
    this.send({ kind: 'ping', n: ++this.asked });
  }

  private die(reason: string): void {
    if (this.dead) return;
    this.close();
    this.listener.died(reason);
  }

  /** Ends the Worker without telling the listener. */
  close(): void {
    this.dead = true;
    clearInterval(this.timer);
    this.worker.terminate();
    this.port.close();
  }

  /** Ends the Worker as though it had crashed: for tests of recovery. */
  kill(): void {
    this.worker.terminate();
  }
}
