// Models: pkg/kubelet GetKubeletContainerLogs; pkg/kubelet/kuberuntime/logs ReadLogs with follow
// Simplified: a log that is followed comes line by line as it is printed.
// Not modelled: logs on disk, and what a node that is full does to them.
import { newBadRequest } from '../api/status';
import type { Pod } from '../api/types';
import type { PodLogOptions, Reached, StreamChunk } from '../apiserver/connect';
import type { Table } from '../kernel/table';
import { chosenLines, linesUntil, logOwner, logText, nextLineAt } from './container-log';
import { nameOf, uidOf } from './pod-names';
import { type ContainerRow, containerID } from './runtime-status';
import { processOf, type Shared } from './shared';

const component = 'kubelet-logs';

/** A log that somebody follows. */
interface LogRow {
  readonly sink: string;
  readonly node: string;
  readonly podKey: string;
  readonly key: string;
  readonly sentUntil: number;
  readonly timestamps: boolean;
}

export class LogStreams {
  private readonly shared: Shared;
  private readonly streams: Table<LogRow>;

  constructor(shared: Shared) {
    this.shared = shared;
    this.streams = shared.kernel.table<LogRow>('log-streams', { traced: false });
    shared.kernel.on(component, ({ payload }) => this.logDue((payload as { stream: string }).stream));
  }

  private send(row: { readonly sink: string }, chunk: StreamChunk): void {
    const { kernel } = this.shared;
    kernel.schedule(kernel.now, row.sink, 'stream', chunk);
  }

  /** The log as the options ask for it, and how it goes on. */
  read(pod: Pod, options: PodLogOptions, at: number): Reached {
    const { tables, runtime } = this.shared;
    const node = pod.spec?.nodeName ?? '';
    const status = tables.statuses.get(uidOf(pod))?.status ?? pod.status ?? {};
    const all = [
      ...(status.initContainerStatuses ?? []),
      ...(status.containerStatuses ?? []),
      ...(status.ephemeralContainerStatuses ?? []),
    ];
    const own = all.find(({ name }) => name === options.container);
    const owner = logOwner(own, options.container, nameOf(pod), options.previous);
    if ('problem' in owner) return { status: newBadRequest(owner.problem) };
    const row = runtime.podStatus(uidOf(pod)).containers.find((candidate) => containerID(candidate) === owner.id);
    if (!row) {
      const text = `unable to retrieve container logs for ${owner.id}`;
      return { text };
    }
    const epochMicros = (virtual: number) => this.shared.epochMicros(virtual);
    const lines = chosenLines(linesUntil(row, at), options, epochMicros(at), epochMicros);
    const text = lines.map((line) => logText(line, options.timestamps, epochMicros)).join('');
    const limited = options.limitBytes === undefined ? text : text.slice(0, options.limitBytes);
    if (!options.follow || row.state !== 'running') return { text: limited };
    const key = runtime.containerKey(row.podUID, row.name, row.attempt);
    return {
      text: limited,
      open: (sink, cause) => {
        const stream = `log/${row.podKey}/${row.name}/${cause}`;
        const { timestamps } = options;
        const followed: LogRow = { sink, node, podKey: row.podKey, key, sentUntil: at, timestamps };
        this.streams.set(stream, followed);
        this.expectLine(stream, row, at, cause);
        return stream;
      },
    };
  }

  private expectLine(stream: string, row: ContainerRow, after: number, cause: number): void {
    const { kernel } = this.shared;
    const at = nextLineAt(row, after);
    if (at !== undefined)
      kernel.schedule(Math.max(at, kernel.now), component, 'log', { stream }, { cause, background: true });
  }

  /** Sends what was printed since the last time. */
  private logDue(stream: string): void {
    const followed = this.streams.get(stream);
    if (followed === undefined) return;
    const row = this.shared.runtime.containers.get(followed.key);
    if (!row) return;
    const { kernel } = this.shared;
    const lines = linesUntil(row, kernel.now).filter(({ at }) => at > followed.sentUntil);
    kernel.cause = kernel.emit({
      actor: processOf(followed.node),
      verb: 'kubelet.log',
      subject: `pods/${followed.podKey}`,
      level: 'micro',
      detail: { container: row.name, lines: lines.length },
    });
    const epochMicros = (at: number) => this.shared.epochMicros(at);
    const text = lines.map((line) => logText(line, followed.timestamps, epochMicros)).join('');
    if (text !== '') this.send(followed, { stream, channel: 'out', text });
    this.streams.set(stream, { ...followed, sentUntil: kernel.now });
    if (row.state === 'running') this.expectLine(stream, row, kernel.now, kernel.cause);
  }

  close(stream: string): void {
    this.streams.delete(stream);
  }

  /** What was printed last is sent, and the log ends. */
  containerEnded(key: string): void {
    if (this.streams.size === 0) return;
    for (const stream of [...this.streams.keys()].sort()) {
      if (this.streams.get(stream)?.key !== key) continue;
      this.logDue(stream);
      const row = this.streams.get(stream);
      if (row) this.send(row, { stream, channel: 'end', text: '' });
      this.streams.delete(stream);
    }
  }
}
