// Models: pkg/kubelet/kuberuntime/kuberuntime_container.go killContainersWithSyncResult, killContainer, executePreStopHook
// Simplified: —
// Not modelled: —
import type { Container, Pod } from '../api/types';
import type { KillReason } from './compute-pod-actions';
import type { Caller } from './cri/runtime-state';
import { eventTexts } from './event-texts';
import { hookOutcome } from './hooks';
import { containerNamed, nameOf, namespaceOf } from './pod-names';
import type { ContainerRow } from './runtime-status';
import { component, type Shared } from './shared';
import type { KillRow } from './tables';
import { graceAfter, graceSeconds, preStopWaitMicros, stopSignalOf, stopTimeoutSeconds, waitsFor } from './termination';

export interface KillTarget {
  /** Key of the container's row. */
  readonly key: string;
  readonly name: string;
  /** Of the Killing event; empty: `Stopping container …`. */
  readonly message: string;
  readonly reason: KillReason;
}

interface Timer {
  readonly key: string;
  readonly run: number;
  readonly phase: KillRow['phase'];
}

export class ContainerKiller {
  private readonly shared: Shared;
  /** Goes on with the sync whose kills are all done. */
  private readonly resume: (caller: Caller) => void;

  constructor(shared: Shared, resume: (caller: Caller) => void) {
    this.shared = shared;
    this.resume = resume;
  }

  /** Begins to kill containers side by side. `override`: the grace of the whole Pod, seconds. True when one is waited for. */
  begin(
    caller: Caller,
    pod: Pod,
    targets: readonly KillTarget[],
    override: number | undefined,
    ordered: boolean,
  ): boolean {
    const { runtime, tables, kernel } = this.shared;
    const names = targets.map((target) => target.name);
    const alive: { target: KillTarget; row: ContainerRow; container: Container }[] = [];
    for (const target of targets) {
      const row = runtime.containers.get(target.key);
      const container = containerNamed(pod, target.name) ?? { name: target.name };
      if (row?.state === 'running') alive.push({ target, row, container });
    }
    for (const { target, container } of alive) {
      const { name, reason } = target;
      const grace = override ?? graceSeconds(pod, container, reason);
      this.shared.record(caller.node, pod, eventTexts.killing(target.message || `Stopping container ${name}`), name);
      tables.kills.set(target.key, {
        ...caller,
        name,
        container: target.key,
        reason,
        graceSeconds: grace,
        phase: 'preStop',
        since: kernel.now,
        after: ordered ? waitsFor(pod, name, names) : [],
      });
    }
    for (const { target, container } of alive) this.preStop(target.key, pod, container);
    return tables.killsByPod.count(caller.uid) > 0;
  }

  private preStop(key: string, pod: Pod, container: Container): void {
    const { tables, kernel } = this.shared;
    const row = tables.kills.get(key);
    if (!row) return;
    const hook = row.graceSeconds > 0 ? hookOutcome(pod, container, 'preStop') : undefined;
    if (!hook) {
      this.turn(key, row);
      return;
    }
    const waits = preStopWaitMicros(hook.takesMicros, row.graceSeconds);
    kernel.cause = kernel.emit({
      actor: `kubelet/${row.node}`,
      target: `pods/${namespaceOf(pod)}/${nameOf(pod)}`,
      verb: 'kubelet.hook',
      subject: `pods/${namespaceOf(pod)}/${nameOf(pod)}`,
      level: 'action',
      detail: { hook: 'preStop', container: row.name, endsAt: kernel.now + waits, gaveUp: hook.takesMicros > waits },
    });
    if (hook.failed && hook.takesMicros <= waits)
      this.shared.record(row.node, pod, eventTexts.preStopFailed(), row.name);
    this.timer(key, row, waits);
  }

  private timer(key: string, row: KillRow, delayMicros: number): void {
    const timer: Timer = { key, run: row.run, phase: row.phase };
    this.shared.kernel.schedule(this.shared.kernel.now + delayMicros, component, 'kill', timer);
  }

  /** A preStop hook has ended, or the wait for other containers has been long enough. */
  timeUp({ key, run, phase }: Timer): void {
    const { tables, kernel } = this.shared;
    const row = tables.kills.get(key);
    if (!row || row.run !== run || row.phase !== phase || !tables.running(row.node)) return;
    kernel.cause = kernel.emit({
      actor: `kubelet/${row.node}`,
      verb: 'kubelet.hook',
      subject: key,
      level: 'micro',
      detail: { ended: phase },
    });
    const left = graceAfter(row.graceSeconds, kernel.now - row.since);
    if (phase === 'preStop') this.turn(key, { ...row, graceSeconds: left });
    else this.stop(key, { ...row, graceSeconds: left });
  }

  /** Sidecars wait until the containers that use them have ended, as long as there is grace. */
  private turn(key: string, row: KillRow): void {
    const { tables, kernel } = this.shared;
    const blocked = row.graceSeconds > 0 && this.blocked(row);
    if (!blocked) {
      this.stop(key, row);
      return;
    }
    const waiting: KillRow = { ...row, phase: 'turn', since: kernel.now };
    tables.kills.set(key, waiting);
    this.timer(key, waiting, row.graceSeconds * 1e6);
  }

  private blocked(row: KillRow): boolean {
    return this.shared.tables.killsByPod.rows(row.uid).some((other) => row.after.includes(other.name));
  }

  private stop(key: string, row: KillRow): void {
    const { tables, runtime, kernel } = this.shared;
    const container = runtime.containers.get(key);
    tables.kills.set(key, { ...row, phase: 'stopping', since: kernel.now });
    if (!container) return;
    const pod = tables.workers.get(row.uid)?.pod;
    const signal = stopSignalOf(pod && containerNamed(pod, row.name), container.behaviour.stopSignal);
    runtime.stopContainer(row.node, key, signal, stopTimeoutSeconds(row.graceSeconds));
  }

  /** A container's process has ended: its kill is done, and others may have waited for it. */
  exited(key: string): void {
    const { tables, kernel } = this.shared;
    const row = tables.kills.get(key);
    if (!row || !tables.running(row.node)) return;
    tables.kills.delete(key);
    for (const other of [...tables.killsByPod.keys(row.uid)]) {
      const waiting = tables.kills.get(other);
      if (waiting?.phase !== 'turn' || this.blocked(waiting)) continue;
      this.stop(other, { ...waiting, graceSeconds: graceAfter(waiting.graceSeconds, kernel.now - waiting.since) });
    }
    if (tables.killsByPod.count(row.uid) === 0) this.resume({ node: row.node, uid: row.uid, run: row.run });
  }

  /** The sync that wanted the kills is no longer wanted; what was signalled stays so. */
  cancel(uid: string): void {
    const { tables } = this.shared;
    for (const key of [...tables.killsByPod.keys(uid)]) tables.kills.delete(key);
  }
}
