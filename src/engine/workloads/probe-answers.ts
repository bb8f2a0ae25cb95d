// Models: pkg/probe/{http,tcp,exec,grpc}: what a probe of a container comes back with.
// Simplified: the program answers at once or not at all; HTTPS is as good as HTTP.
// Not modelled: redirects to other hosts, headers, response bodies.
import type { Container, Probe } from '../api/types';
import { type ProbeKind, windowAt } from './annotations';
import type { Behaviour } from './behaviour';
import { runCommand } from './program';

export interface ProbeAnswer {
  readonly result: 'success' | 'failure';
  readonly output: string;
  /** The probe gives up after its timeout. */
  readonly timedOut?: true;
  /** Age of the process at which the answer may change; `undefined`: never. */
  readonly changesAtMicros: number | undefined;
}

/** A port by number, or by its name among the container's ports. */
export function portOf(port: number | string | undefined, container: Container): number | undefined {
  if (typeof port === 'number') return port;
  if (port === undefined) return undefined;
  if (/^\d+$/.test(port)) return Number(port);
  return container.ports?.find((candidate) => candidate.name === port)?.containerPort;
}

/** `http://172.16.0.2:8080/healthz` */
export function probeURL(probe: Probe, container: Container, podIP: string): string {
  const { scheme, host, port, path } = probe.httpGet ?? { port: 80 };
  const route = path === undefined || path === '' ? '/' : path.startsWith('/') ? path : `/${path}`;
  return `${(scheme ?? 'HTTP').toLowerCase()}://${host || podIP}:${portOf(port, container) ?? port}${route}`;
}

export const httpSucceeds = (status: number): boolean => status >= 200 && status < 400;
export const httpFailure = (status: number): string => `HTTP probe failed with statuscode: ${status}`;
export const refused = (address: string): string => `dial tcp ${address}: connect: connection refused`;
export const httpTimeout = (url: string): string =>
  `Get "${url}": context deadline exceeded (Client.Timeout exceeded while awaiting headers)`;
export const notServing = 'service unhealthy (responded with "NOT_SERVING")';

/** Who is probed: an address and a container whose process has lived for a time. */
export interface Probed {
  readonly container: Container;
  readonly behaviour: Behaviour;
  readonly podIP: string;
  readonly ageMicros: number;
}

function next(...times: readonly (number | undefined)[]): number | undefined {
  let earliest: number | undefined;
  for (const time of times) if (time !== undefined && (earliest === undefined || time < earliest)) earliest = time;
  return earliest;
}

/** Answers one probe. `kind` decides which fixed answer of the program applies. */
export function answerProbe(kind: ProbeKind, probe: Probe, probed: Probed): ProbeAnswer {
  const { behaviour, ageMicros, container, podIP } = probed;
  const fixed = behaviour.answers[kind];
  const listens = ageMicros >= behaviour.listensAtMicros;
  const listening = listens ? undefined : behaviour.listensAtMicros;
  // A probe over the network goes to the address in the Pod's status; as long as there is none it reaches nobody.
  if (!probe.exec && podIP === '' && !(probe.httpGet?.host || probe.tcpSocket?.host)) {
    return { result: 'failure', output: failureOutput(probe, probed, false), changesAtMicros: ageMicros + 1 };
  }
  if (fixed) {
    const { ok, changesAtMicros } = windowAt(fixed, ageMicros);
    // A fixed answer is given by a program that has started; before, nobody answers.
    const result = ok && listens ? 'success' : 'failure';
    return {
      result,
      output: result === 'success' ? '' : failureOutput(probe, probed, listens),
      changesAtMicros: next(changesAtMicros, listening),
    };
  }
  if (probe.exec) return answerExec(probe, probed, listening);
  const port = portOf(probe.httpGet?.port ?? probe.tcpSocket?.port ?? probe.grpc?.port, container);
  const open = listens && port !== undefined && (behaviour.listens === undefined || behaviour.listens.includes(port));
  const changesAtMicros = listening;
  if (!open) return { result: 'failure', output: failureOutput(probe, probed, false), changesAtMicros };
  if (!probe.httpGet || behaviour.http === undefined) return { result: 'success', output: '', changesAtMicros };
  const url = probeURL(probe, container, podIP);
  const path = url.slice(url.indexOf('/', 8)).split('?')[0] as string;
  const status = Object.hasOwn(behaviour.http, path) ? (behaviour.http[path] as number) : 404;
  return httpSucceeds(status)
    ? { result: 'success', output: '', changesAtMicros }
    : { result: 'failure', output: httpFailure(status), changesAtMicros };
}

/** How the failure of a probe reads; `heard`: the program got the request and said no. */
function failureOutput(probe: Probe, { container, podIP }: Probed, heard: boolean): string {
  const seconds = probe.timeoutSeconds ?? 1;
  if (probe.httpGet) {
    if (heard) return httpFailure(503);
    const { host, port } = probe.httpGet;
    return `Get "${probeURL(probe, container, podIP)}": ${refused(`${host || podIP}:${portOf(port, container) ?? port}`)}`;
  }
  if (probe.tcpSocket) {
    const { host, port } = probe.tcpSocket;
    return refused(`${host || podIP}:${portOf(port, container) ?? port}`);
  }
  if (probe.grpc)
    return heard
      ? notServing
      : `timeout: failed to connect service "${podIP}:${probe.grpc.port}" within ${seconds}s: context deadline exceeded`;
  return '';
}

function answerExec(probe: Probe, { behaviour, ageMicros }: Probed, listening: number | undefined): ProbeAnswer {
  const words = probe.exec?.command ?? [];
  const timeoutMicros = (probe.timeoutSeconds ?? 1) * 1e6;
  const path = fileOf(words);
  if (path !== undefined && (behaviour.files.length > 0 || path.startsWith('/tmp/'))) {
    const windows = behaviour.files.filter((file) => file.path === path);
    const there = windows.some(
      (file) => file.fromMicros <= ageMicros && (file.toMicros === undefined || ageMicros < file.toMicros),
    );
    const edges = windows
      .flatMap((file) => [file.fromMicros, file.toMicros])
      .filter((time) => time !== undefined && time > ageMicros);
    const output = there ? '' : `${words[0]}: can't open '${path}': No such file or directory\n`;
    return { result: there ? 'success' : 'failure', output, changesAtMicros: next(...edges) };
  }
  const program = runCommand(words);
  if (program.server || clients.test(words.join(' ')))
    return { result: listening === undefined ? 'success' : 'failure', output: '', changesAtMicros: listening };
  if (program.endsAtMicros === undefined || program.endsAtMicros > timeoutMicros) {
    const output = `command timed out: "${words.join(' ')}" timed out after ${probe.timeoutSeconds ?? 1}s`;
    return { result: 'failure', output, timedOut: true, changesAtMicros: undefined };
  }
  const output = program.output.map((line) => `${line.text}\n`).join('');
  return { result: program.code === 0 ? 'success' : 'failure', output, changesAtMicros: undefined };
}

/** Tools that ask a server: they succeed once the program listens. */
const clients = /(^|[\s/])(curl|wget|nc|redis-cli|psql|mysql|mysqladmin|mongosh?)(\s|$)/;

/** The file that a command looks at: `cat FILE`, `ls FILE`, `test -f FILE`, also inside `sh -c`. */
function fileOf(words: readonly string[]): string | undefined {
  const all =
    words.length >= 3 && /(^|\/)(ba|a|da)?sh$/.test(words[0] as string) && words[1] === '-c'
      ? (words[2] as string).trim().split(/\s+/)
      : words;
  if (all.length === 2 && (all[0] === 'cat' || all[0] === 'ls' || all[0] === 'stat')) return all[1];
  if ((all[0] === 'test' || all[0] === '[') && (all[1] === '-f' || all[1] === '-e')) return all[2];
  return undefined;
}
