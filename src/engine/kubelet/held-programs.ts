// Models: nothing of Kubernetes; the hand that lets programs become ready which a lesson holds back.
// Simplified: —
// Not modelled: —
import { compareStrings } from '../../shared/compare';
import type { KernelEvent } from '../kernel/event-queue';
import { parseImage } from '../workloads/image-reference';
import type { Prober } from './prober';
import type { Shared } from './shared';

interface Order {
  readonly image: string;
  /** How many, the oldest first. */
  readonly oldest: number;
}

/**
 * Command `release` { image, oldest } to `workloads`: the oldest so many running programs of that image which are held say
 * yes from now on, and are probed at once, all in the same microsecond. Fewer run: those. None: nothing happens.
 */
export class HeldPrograms {
  private readonly shared: Shared;
  private readonly prober: Prober;

  constructor(shared: Shared, prober: Prober) {
    this.shared = shared;
    this.prober = prober;
    shared.kernel.on('workloads', (event) => this.handle(event));
  }

  private handle({ type, payload }: KernelEvent): void {
    const { kernel, runtime, tables } = this.shared;
    const { image, oldest } = (payload ?? {}) as Order;
    const name = parseImage(image ?? '')?.name;
    const held = runtime.containers
      .values()
      .filter((row) => row.behaviour.held && row.state === 'running' && row.image === name && !row.stopping)
      .filter((row) => !tables.released.has(`${row.podUID}/${row.name}`))
      .sort((a, b) => a.createdAt - b.createdAt || compareStrings(a.podKey, b.podKey))
      .slice(0, type === 'release' ? oldest : 0);
    kernel.cause = kernel.emit({
      actor: 'lab',
      verb: 'command',
      subject: `release ${image}`,
      level: 'milestone',
      detail: { type, image, oldest, released: held.map((row) => `pods/${row.podKey}`) },
    });
    for (const row of held) tables.released.set(`${row.podUID}/${row.name}`, { at: kernel.now });
    for (const row of held) this.prober.expectChange(row.podUID);
  }
}
