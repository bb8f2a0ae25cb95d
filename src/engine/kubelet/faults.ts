// Models: what goes wrong on a node: a process dies, a probe fails, a registry is slow, a kubelet stops, a machine loses power
// Simplified: a fault lasts until it is taken back.
// Not modelled: full disks, exhausted memory of a node.
import type { KernelEvent } from '../kernel/event-queue';
import type { ProbeKind } from '../workloads/annotations';
import type { Kubelets } from './kubelet';
import type { ProbeFault } from './prober';

interface Order {
  /** `namespace/name` */
  readonly pod?: string;
  readonly container?: string;
  readonly kind?: ProbeKind;
  /** How long a probe fails, seconds; absent: until `healProbe`. */
  readonly seconds?: number;
  readonly node?: string;
  readonly factor?: number;
  readonly signal?: string;
}

/** An order with what it leaves out: a SIGKILL, a readiness probe, ten times as long. */
function withDefaults(type: string, order: Order): Order {
  switch (type) {
    case 'killContainer':
      return { ...order, signal: order.signal ?? 'SIGKILL' };
    case 'failProbe':
      return { ...order, kind: order.kind ?? 'readiness' };
    case 'slowPull':
      return {
        ...order,
        factor: Number.isFinite(order.factor) && (order.factor as number) > 0 ? (order.factor as number) : 10,
      };
    default:
      return order;
  }
}

/**
 * Commands to `kubelet-faults`:
 * `killContainer { pod, container?, signal? }`, `killSandbox { pod }`, `failProbe { pod, container?, kind?, seconds? }`, `healProbe { pod }`,
 * `slowPull { node?, factor }`, `breakNetwork { node }`, `healNetwork { node }`, `stopKubelet { node }`,
 * `startKubelet { node }`, `crashNode { node }`, `startNode { node }`.
 * One that names nothing that exists does nothing. The event `fault` says in `detail` what is ordered, its defaults filled
 * in, and in `meets` what there is of it: nodes, or a Pod's containers or probes.
 */
export class KubeletFaults {
  private readonly kubelets: Kubelets;

  constructor(kubelets: Kubelets) {
    this.kubelets = kubelets;
    kubelets.shared.kernel.on('kubelet-faults', (event) => this.handle(event));
  }

  private handle(event: KernelEvent): void {
    const { shared } = this.kubelets;
    const order = withDefaults(event.type, (event.payload ?? {}) as Order);
    const named = this.nodesOf(event.type, order);
    shared.kernel.cause = shared.kernel.emit({
      actor: 'fault',
      verb: 'fault',
      subject: order.pod ? `pods/${order.pod}` : `nodes/${order.node ?? ''}`,
      level: 'milestone',
      detail: { type: event.type, ...order, meets: order.pod === undefined ? named : this.met(event.type, order) },
    });
    switch (event.type) {
      case 'killContainer':
        this.killContainer(order);
        return;
      case 'killSandbox':
        this.killSandbox(order);
        return;
      case 'failProbe':
        this.failProbe(order);
        return;
      case 'healProbe':
        this.healProbe(order);
        return;
      case 'slowPull':
        for (const node of named)
          shared.runtime.faults.set(node, { ...shared.runtime.faults.get(node), pullFactor: order.factor ?? 1 });
        return;
      case 'breakNetwork':
        for (const node of named)
          shared.runtime.faults.set(node, {
            ...shared.runtime.faults.get(node),
            cniError: 'failed to connect to the network daemon: connection refused',
          });
        return;
      case 'healNetwork':
        for (const node of named) {
          const { cniError: _cniError, ...rest } = shared.runtime.faults.get(node) ?? {};
          shared.runtime.faults.set(node, rest);
        }
        return;
      case 'stopKubelet':
        for (const node of named) this.kubelets.stop(node);
        return;
      case 'startKubelet':
      case 'startNode':
        for (const node of named) this.kubelets.restart(node);
        return;
      case 'crashNode':
        for (const node of named) {
          this.kubelets.stop(node);
          shared.runtime.powerOff(node);
        }
    }
  }

  /** The nodes that an order is about, as far as they exist. */
  private nodesOf(type: string, { node }: Order): readonly string[] {
    const { tables, context } = this.kubelets.shared;
    if (node !== undefined) return tables.kubelets.has(node) ? [node] : [];
    return type === 'slowPull' ? context.config.nodes.map(({ name }) => name) : [];
  }

  /** What of a Pod an order meets: containers, probes as `web/readiness`, sandboxes by their number. */
  private met(type: string, { pod, container, kind }: Order): readonly string[] {
    const { tables, runtime } = this.kubelets.shared;
    const isMeant = (name: string) => container === undefined || name === container;
    return this.uidsOf(pod).flatMap((uid) => {
      switch (type) {
        case 'killContainer':
          return runtime.containersByPod
            .rows(uid)
            .filter((row) => row.state === 'running' && isMeant(row.name))
            .map((row) => row.name);
        case 'killSandbox':
          return runtime.sandboxesByPod
            .rows(uid)
            .filter((row) => row.state === 'ready')
            .map((row) => String(row.attempt));
        case 'failProbe':
          return tables.probesByPod
            .rows(uid)
            .filter((row) => isMeant(row.container) && row.kind === kind)
            .map((row) => `${row.container}/${row.kind}`);
        default:
          return this.failing(pod).map((key) => key.slice(`${pod}/`.length));
      }
    });
  }

  /** Keys of the probes of a Pod that are made to fail. */
  private failing(pod: string | undefined): readonly string[] {
    return this.kubelets.shared.kernel.table<ProbeFault>('probe-faults').keysWithPrefix(`${pod}/`);
  }

  private uidsOf(pod: string | undefined): string[] {
    const { tables } = this.kubelets.shared;
    return tables.workers.keys().filter((uid) => tables.workers.get(uid)?.key === pod);
  }

  private killContainer({ pod, container, signal }: Order): void {
    const { runtime } = this.kubelets.shared;
    for (const uid of this.uidsOf(pod)) {
      for (const key of [...runtime.containersByPod.keys(uid)]) {
        const row = runtime.containers.get(key);
        if (row?.state === 'running' && (container === undefined || row.name === container))
          runtime.kill(key, row, signal as string);
      }
    }
  }

  private killSandbox({ pod }: Order): void {
    const { runtime } = this.kubelets.shared;
    for (const uid of this.uidsOf(pod)) {
      for (const row of runtime.sandboxesByPod.rows(uid)) if (row.state === 'ready') runtime.killSandbox(row);
    }
  }

  private failProbe({ pod, container, kind, seconds }: Order): void {
    const { tables, kernel } = this.kubelets.shared;
    const faults = kernel.table<ProbeFault>('probe-faults');
    const until = seconds === undefined ? 0 : kernel.now + seconds * 1e6;
    for (const uid of this.uidsOf(pod)) {
      for (const row of tables.probesByPod.rows(uid)) {
        if (container !== undefined && row.container !== container) continue;
        if (kind !== row.kind) continue;
        faults.set(`${row.podKey}/${row.container}/${row.kind}`, { until });
      }
      this.kubelets.prober.expectChange(uid);
    }
  }

  private healProbe({ pod }: Order): void {
    const { kernel } = this.kubelets.shared;
    const faults = kernel.table<ProbeFault>('probe-faults');
    for (const key of this.failing(pod)) faults.delete(key);
    for (const uid of this.uidsOf(pod)) this.kubelets.prober.expectChange(uid);
  }
}
