import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type WebSocket, WebSocketServer } from 'ws';
import type { PodExecOptions, StreamChunk } from '../../engine';
import { encodeAnswer, statusOf } from './body';
import type { LiveCluster } from './live-cluster';

/** Newest first; the first that a client offers too is taken. Only v5 can end the input by itself. */
const protocols = [
  'v5.channel.k8s.io',
  'v4.channel.k8s.io',
  'v3.channel.k8s.io',
  'v2.channel.k8s.io',
  'channel.k8s.io',
];

/** The first byte of each message. */
const channels = { in: 0, out: 1, err: 2, end: 3, close: 255 } as const;

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly user: string;
}

const isTrue = (text: string | null): boolean => text === 'true' || text === '1';

function optionsOf(query: URLSearchParams): Partial<PodExecOptions> {
  const container = query.get('container');
  return {
    command: query.getAll('command'),
    stdin: isTrue(query.get('stdin')),
    stdout: isTrue(query.get('stdout')),
    stderr: isTrue(query.get('stderr')),
    tty: isTrue(query.get('tty')),
    ...(container !== null && { container }),
  };
}

/** Answers an upgrade that fails as the plain request that it was. */
function refuse(socket: Duplex, code: number, body: unknown): void {
  const { contentType, text } = encodeAnswer(body, 'json');
  const lines = [
    `HTTP/1.1 ${code} Refused`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

/** Commands in containers over WebSocket (k8s.io/apimachinery pkg/util/remotecommand, pkg/util/httpstream/wsstream). */
export class ExecSockets {
  private readonly live: LiveCluster;
  private readonly sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => protocols.find((protocol) => offered.has(protocol)) ?? false,
  });

  constructor(live: LiveCluster) {
    this.live = live;
  }

  /** Takes one upgrade: the command is started first, so that what is refused is refused before any stream is open. */
  async upgrade({ request, socket, head, path, query, user }: Upgrade): Promise<void> {
    socket.on('error', () => socket.destroy());
    if (!path.endsWith('/exec')) {
      const { code, body } = await this.live.send({ method: 'GET', path, user }).answer;
      // Whatever is there, it is no stream.
      return refuse(socket, Math.max(400, code), body);
    }
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    if (request.headers.upgrade?.toLowerCase() !== 'websocket' || !protocols.some((name) => offered.includes(name))) {
      const message = 'unable to upgrade: only WebSocket with a channel.k8s.io protocol is served';
      return refuse(socket, 400, statusOf({ code: 400, reason: 'BadRequest', message }));
    }
    const early: StreamChunk[] = [];
    let take = (chunk: StreamChunk): void => void early.push(chunk);
    const sink = { chunk: (chunk: StreamChunk) => take(chunk), ended: () => {} };
    const { id, answer } = this.live.send({ method: 'GET', path, user, body: optionsOf(query) }, sink);
    const opened = await answer;
    if (opened.code !== 101 || socket.destroyed) {
      this.live.close(id);
      return refuse(socket, opened.code, opened.body);
    }
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      take = (chunk) => this.send(client, chunk);
      for (const chunk of early) take(chunk);
      this.receive(client, id);
    });
  }

  private send(client: WebSocket, { channel, text, status }: StreamChunk): void {
    const payload = channel === 'end' ? JSON.stringify(status) : text;
    client.send(Buffer.concat([Buffer.from([channels[channel]]), Buffer.from(payload)]));
    if (channel === 'end') client.close(1000);
  }

  private receive(client: WebSocket, id: string): void {
    const decoder = new StringDecoder('utf8');
    client.on('message', (data) => {
      const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
      if (bytes[0] === channels.in && bytes.length > 1) this.live.input(id, decoder.write(bytes.subarray(1)));
      else if (bytes[0] === channels.close && bytes[1] === channels.in) this.live.input(id, undefined);
    });
    client.on('error', () => client.terminate());
    client.on('close', () => this.live.close(id));
  }
}
