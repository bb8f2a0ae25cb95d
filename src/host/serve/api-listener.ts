import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ApiResponse, OutsideRequest, StreamChunk, WireEvent } from '../../engine';
import { answerForm, decodeBody, encodeAnswer, type Failure, maxBodyBytes, mediaType, statusOf } from './body';
import { clientName } from './client-name';
import { ExecSockets } from './exec-sockets';
import type { LiveCluster } from './live-cluster';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The version that `/version` tells. kubectl chooses by it which form of bodies it sends. */
export interface Announced {
  readonly gitVersion: string;
  readonly major: string;
  readonly minor: string;
}

/** `v1.31.14` → its parts; undefined when it is no version. */
export function announcedVersion(gitVersion: string): Announced | undefined {
  const [, major, minor] = /^v(\d+)\.(\d+)\.\d+(?:[-+][\w.+-]+)?$/.exec(gitVersion) ?? [];
  return major === undefined || minor === undefined ? undefined : { gitVersion, major, minor };
}

const notAcceptable: Failure = {
  code: 406,
  reason: 'NotAcceptable',
  message: 'only the following media types are accepted: application/json, application/yaml',
};

async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** What a request says in its first line and headers. */
export function addressOf(
  request: IncomingMessage,
): Pick<OutsideRequest, 'path' | 'user'> & { query: URLSearchParams } {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cluster');
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  return { path, query: searchParams, user: clientName(request.headers['user-agent']) };
}

function fail(response: ServerResponse, failure: Failure): void {
  const { contentType, text } = encodeAnswer(statusOf(failure), 'json');
  response.writeHead(failure.code, { 'content-type': contentType }).end(text);
}

/** Serves one cluster's API over HTTP. Requests of clients of any kind go through its one REST function. */
export class ApiListener {
  readonly server: Server;
  private readonly live: LiveCluster;
  private readonly announced: Announced;

  constructor(live: LiveCluster, announced: Announced) {
    this.live = live;
    this.announced = announced;
    this.server = createServer((request, response) => {
      this.serve(request, response).catch((error: unknown) => {
        const message = `Internal error occurred: ${error instanceof Error ? error.message : error}`;
        if (response.headersSent) response.destroy();
        else fail(response, { code: 500, reason: 'InternalError', message });
      });
    });
    this.upgrades();
  }

  /** Lets commands in containers come in over WebSocket. */
  private upgrades(): void {
    const sockets = new ExecSockets(this.live);
    this.server.on('upgrade', (request, socket, head) => {
      const { path, query, user } = addressOf(request);
      void sockets.upgrade({ request, socket, head, path, query, user });
    });
  }

  /** Listens on the loopback address. Resolves with the port: one that is free when 0 is asked for. */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', () => {
        const address = this.server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  }

  close(): Promise<void> {
    this.live.stop();
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = methods.find((name) => name === request.method);
    if (method === undefined)
      return fail(response, { code: 405, reason: 'MethodNotAllowed', message: `${request.method} is not served` });
    const form = answerForm(request.headers.accept);
    if (form === undefined) return fail(response, notAcceptable);
    const bytes = await bytesOf(request);
    if (bytes === undefined) {
      const message = `Request entity too large: limit is ${maxBodyBytes}`;
      return fail(response, { code: 413, reason: 'RequestEntityTooLarge', message });
    }
    const contentType = request.headers['content-type'];
    const decoded = decodeBody(bytes, contentType);
    if ('failure' in decoded) return fail(response, decoded.failure);
    const { path, query, user } = addressOf(request);
    const sent: Omit<OutsideRequest, 'id'> = {
      method,
      path,
      user,
      ...(query.size > 0 && { query: Object.fromEntries(query) }),
      ...(request.headers.accept !== undefined && { accept: request.headers.accept }),
      ...(method === 'PATCH' && { contentType: mediaType(contentType) }),
      ...(decoded.value !== undefined && { body: decoded.value }),
    };
    const watch = query.get('watch');
    if (method === 'GET' && (watch === 'true' || watch === '1')) return this.watch(sent, response);
    if (method === 'GET' && path.endsWith('/log')) return this.log(sent, response);
    const answer = await this.live.send(sent).answer;
    this.write(answer, path, form, response);
  }

  private write({ code, body, warnings }: ApiResponse, path: string, form: 'json' | 'yaml', to: ServerResponse): void {
    const shown = path === '/version' && code === 200 ? { ...(body as object), ...this.announced } : body;
    const { contentType, text } = encodeAnswer(shown, form);
    const retryAfter = (body as { details?: { retryAfterSeconds?: number } } | undefined)?.details?.retryAfterSeconds;
    to.setHeader('content-type', contentType);
    if (warnings.length > 0)
      to.setHeader(
        'warning',
        warnings.map((text) => `299 - ${JSON.stringify(text)}`),
      );
    if (code >= 400 && retryAfter) to.setHeader('retry-after', String(retryAfter));
    to.writeHead(code).end(text);
  }

  /** A log that is followed is open until its container ends, or the client goes. */
  private async log(sent: Omit<OutsideRequest, 'id'>, response: ServerResponse): Promise<void> {
    const chunk = ({ text }: StreamChunk) => void response.write(text);
    const { id, answer } = this.live.send(sent, { chunk, ended: () => void response.end() });
    response.on('close', () => this.live.close(id));
    const opened = await answer;
    if (opened.stream === undefined) return this.write(opened, sent.path, 'json', response);
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    response.flushHeaders();
    response.write(String(opened.body ?? ''));
  }

  /** A watch is open until the server's time for it is up, or the client goes. */
  private async watch(sent: Omit<OutsideRequest, 'id'>, response: ServerResponse): Promise<void> {
    const begin = () => {
      if (response.headersSent) return;
      response.writeHead(200, { 'content-type': 'application/json' });
      // Some clients wait for the headers before anything happens.
      response.flushHeaders();
    };
    const event = (event: WireEvent) => {
      begin();
      response.write(`${JSON.stringify(event)}\n`);
    };
    const { id, answer } = this.live.send(sent, { event, ended: () => response.end() });
    response.on('close', () => this.live.close(id));
    const opened = await answer;
    if (opened.stream !== undefined) return begin();
    if (opened.code !== 410) return this.write(opened, sent.path, 'json', response);
    // A version that is forgotten is told in the stream, which ends with that.
    begin();
    response.end(`${JSON.stringify({ type: 'ERROR', object: opened.body })}\n`);
  }
}
