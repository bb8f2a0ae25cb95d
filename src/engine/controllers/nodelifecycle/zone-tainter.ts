// Models: pkg/controller/nodelifecycle zoneNoExecuteTainter, doNoExecuteTaintingPass, setLimiterInZone, markNodeForTainting
// Simplified: see the controller.
// Not modelled: —
import type { Kernel } from '../../kernel/kernel';
import type { Table } from '../../kernel/table';
import { enqueue, forgotten, newZone, nextTokenAt, spend, taken, withRate, type ZoneRow } from './tainting-queue';
import { evictionRate, taintingRate, type ZoneState } from './zones';

/** scheduler.NodeEvictionPeriod, microseconds. */
const passMicros = 100_000;

/** What is done with a node whose turn has come. */
export interface Tainting {
  /** Emits what the next writes belong to. */
  announce(node: string): void;
  /** False when it is to be tried again. */
  taint(node: string): boolean;
}

interface Row extends ZoneRow {
  /** When the next pass over the zone is due; 0 when none is. */
  readonly passAt: number;
}

/** The queues of nodes to be tainted NoExecute, one a zone, and their rates. */
export class ZoneTainter {
  private readonly kernel: Kernel;
  private readonly component: string;
  private readonly tainting: Tainting;
  private readonly rows: Table<Row>;

  constructor(kernel: Kernel, component: string, tainting: Tainting) {
    this.kernel = kernel;
    this.component = component;
    this.tainting = tainting;
    this.rows = kernel.table<Row>('node-zones');
  }

  private key(zone: string): string {
    return `zone/${zone}`;
  }

  private get(zone: string): Row {
    return this.rows.get(this.key(zone)) ?? { ...newZone(evictionRate, this.kernel.now), passAt: 0 };
  }

  private put(zone: string, row: ZoneRow, background = false): void {
    const now = this.kernel.now;
    const before = this.get(zone);
    const tokenAt = row.waiting.length > 0 ? nextTokenAt(row, now) : undefined;
    const passAt = tokenAt === undefined ? 0 : Math.ceil(Math.max(tokenAt, now + 1) / passMicros) * passMicros;
    this.rows.set(this.key(zone), { ...row, passAt });
    if (passAt > 0 && passAt !== before.passAt)
      this.kernel.schedule(passAt, this.component, 'taint', { zone }, { background });
  }

  /** A zone that was not known begins with all its tokens. */
  ensure(zone: string): void {
    if (!this.rows.has(this.key(zone))) this.put(zone, newZone(evictionRate, this.kernel.now));
  }

  knows(zone: string, node: string): boolean {
    return this.get(zone).known.includes(node);
  }

  /** Whether a node is to be added: it waits for its taint already, or has it, else. */
  wants(zone: string, node: string, tainted: boolean): boolean {
    const row = this.get(zone);
    return tainted ? !row.known.includes(node) : !row.waiting.includes(node);
  }

  add(zone: string, node: string): void {
    this.put(zone, enqueue(forgotten(this.get(zone), node), node));
  }

  forget(zone: string, node: string): void {
    const row = this.get(zone);
    const after = forgotten(row, node);
    if (after !== row) this.put(zone, after);
  }

  /** States before a pass: of the zones that have nodes, and of no other. */
  states(now: ReadonlyMap<string, ZoneState>): Map<string, ZoneState> {
    return new Map([...now.keys()].map((zone) => [zone, this.get(zone).state]));
  }

  /** The rate that belongs to a state. */
  enter(zone: string, state: ZoneState, size: number): void {
    this.put(zone, { ...withRate(this.get(zone), taintingRate(state, size), this.kernel.now), state });
  }

  /** Every zone is lost: nothing is tainted any more. */
  stop(zone: string): void {
    this.put(zone, { ...withRate(this.get(zone), 0, this.kernel.now), state: 'FullDisruption' });
  }

  /** Try: one node for each token. */
  pass(zone: string): void {
    let row: ZoneRow = this.get(zone);
    if (this.get(zone).passAt !== this.kernel.now) return;
    const cause = this.kernel.cause;
    let failed = false;
    for (let head = row.waiting[0]; head !== undefined && !failed; head = row.waiting[0]) {
      const spent = spend(row, this.kernel.now);
      if (!spent) break;
      this.kernel.cause = cause;
      this.tainting.announce(head);
      failed = !this.tainting.taint(head);
      row = failed ? spent : taken(spent, head);
    }
    if (this.kernel.cause === cause) this.tainting.announce(row.waiting[0] ?? '');
    this.put(zone, row, failed);
  }
}
