import { expose } from 'comlink';
import { loadReader } from './manifest';
import type { PortMessage } from './protocol';
import { LabServer } from './server';

/** What the page sends once, beside its calls: the port of the stream. */
interface Hello {
  readonly kind: 'stream';
  readonly port: MessagePort;
}

const clock = {
  now: () => performance.now(),
  after: (delayMs: number, callback: () => void) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

// Fetched while the cluster starts; the first start waits for it.
void loadReader();

addEventListener('message', ({ data }: MessageEvent<Hello | undefined>) => {
  if (data?.kind !== 'stream') return;
  const { port } = data;
  const server = new LabServer(port, clock);
  port.onmessage = (event: MessageEvent<PortMessage>) => server.receive(event.data);
  expose(server.api);
});
