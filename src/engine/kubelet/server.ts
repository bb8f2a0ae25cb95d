// Models: pkg/kubelet/server (containerLogs, exec) as the API server reaches it
// Simplified: there is no wire: bytes are there at once.
// Not modelled: attach, portforward, run, checkpoint, stats.
import { goQuote } from '../api/field-error';
import { newUnknownError } from '../api/status';
import type { Pod } from '../api/types';
import type { NodeConnection, PodExecOptions, PodLogOptions, Reached } from '../apiserver/connect';
import { ExecStreams } from './exec-streams';
import { LogStreams } from './log-streams';
import { nameOf, namespaceOf } from './pod-names';
import { processOf, type Shared } from './shared';

export class KubeletServer implements NodeConnection {
  private readonly shared: Shared;
  private readonly logs: LogStreams;
  private readonly commands: ExecStreams;

  constructor(shared: Shared) {
    this.shared = shared;
    this.logs = new LogStreams(shared);
    this.commands = new ExecStreams(shared);
    shared.context.api.nodes = this;
  }

  /** What the connection to a kubelet says when nobody answers. */
  private unreachable(pod: Pod): { address: string; why: string } | undefined {
    const node = pod.spec?.nodeName ?? '';
    const { tables, context } = this.shared;
    const row = tables.kubelets.get(node);
    const cut = context.api.isCut(processOf(node));
    if (row?.state === 'running' && !cut) return undefined;
    const address = `${row?.ip ?? node}:10250`;
    const why = cut ? 'i/o timeout' : 'connect: connection refused';
    return { address, why: `dial tcp ${address}: ${why}` };
  }

  containerLog(pod: Pod, options: PodLogOptions, at: number): Reached {
    const away = this.unreachable(pod);
    if (!away) return this.logs.read(pod, options, at);
    const url = `https://${away.address}/containerLogs/${namespaceOf(pod)}/${nameOf(pod)}/${options.container}`;
    return { status: newUnknownError(`Get ${goQuote(url)}: ${away.why}`) };
  }

  exec(pod: Pod, options: PodExecOptions): Reached {
    const away = this.unreachable(pod);
    if (!away) return this.commands.start(pod, options);
    return { status: newUnknownError(`error dialing backend: ${away.why}`) };
  }

  input(stream: string, text: string | undefined): void {
    this.commands.input(stream, text);
  }

  closeStream(stream: string): void {
    this.logs.close(stream);
    this.commands.close(stream);
  }

  /** A container's first process has ended. */
  containerEnded(key: string): void {
    this.logs.containerEnded(key);
    this.commands.containerEnded(key);
  }
}
