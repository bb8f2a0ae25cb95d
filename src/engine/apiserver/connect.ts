// Models: pkg/registry/core/pod/rest (LogREST, ExecREST), pkg/registry/core/pod/strategy.go LogLocation, streamLocation;
//   pkg/apis/core/validation ValidatePodLogOptions
// Simplified: the server hands a call on to the kubelet of the Pod's node at once; their bytes are texts.
// Not modelled: attach, portforward, proxy; `stream` of a log; terminal sizes.
import { parseTime } from '../../shared/time';
import type { FieldError } from '../api/field-error';
import { forbidden, invalid } from '../api/field-error';
import { keyOf } from '../api/meta';
import { newBadRequest, newInvalid, newNotFound, type Status } from '../api/status';
import type { Pod } from '../api/types';
import { type Decision, refuse } from './decision';
import type { HandlerContext } from './handler-context';
import type { ApiRequest, RequestInfo } from './http';

/** core/v1 PodLogOptions, its container found. */
export interface PodLogOptions {
  readonly container: string;
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly sinceSeconds?: number;
  /** Microseconds since 1970. */
  readonly sinceMicros?: number;
  readonly tailLines?: number;
  readonly limitBytes?: number;
}

/** core/v1 PodExecOptions, its container found. A request carries them as its body. */
export interface PodExecOptions {
  readonly container: string;
  readonly command: readonly string[];
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** What a stream hands to its sink, as events of type `stream`. */
export interface StreamChunk {
  readonly stream: string;
  readonly channel: 'out' | 'err' | 'end';
  readonly text: string;
  /** Of the end of a command: how it went. */
  readonly status?: Status;
}

/** Answers of a kubelet: a failure, or the text so far and how the rest comes. */
export type Reached =
  | { readonly status: Status }
  | { readonly text: string; readonly open?: (sink: string, cause: number) => string | undefined };

/** The kubelets as the API server reaches them. */
export interface NodeConnection {
  containerLog(pod: Pod, options: PodLogOptions, at: number): Reached;
  exec(pod: Pod, options: PodExecOptions, at: number): Reached;
  /** Standard input of a command; `undefined` is its end. The caller has emitted its event. */
  input(stream: string, text: string | undefined): void;
  /** The client went away. The caller has emitted its event. */
  closeStream(stream: string): void;
}

function containerOf(pod: Pod, asked: string): { name: string } | { status: Status } {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = pod.spec ?? {};
  const podName = pod.metadata.name;
  if (asked !== '') {
    const all = [...initContainers, ...containers, ...ephemeralContainers];
    if (all.some(({ name }) => name === asked)) return { name: asked };
    return { status: newBadRequest(`container ${asked} is not valid for pod ${podName}`) };
  }
  if (containers.length === 1) return { name: containers[0]?.name ?? '' };
  const names = (list: readonly { readonly name: string }[]) => `[${list.map(({ name }) => name).join(' ')}]`;
  let message = `a container name must be specified for pod ${podName}, choose one of: ${names(containers)}`;
  if (initContainers.length > 0) message += ` or one of the init containers: ${names(initContainers)}`;
  return { status: newBadRequest(message) };
}

const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1';

function logOptions(query: Readonly<Record<string, string>>, container: string): PodLogOptions | FieldError[] {
  const number = (name: string) => (query[name] === undefined ? undefined : Number(query[name]));
  const [tailLines, limitBytes, sinceSeconds] = [number('tailLines'), number('limitBytes'), number('sinceSeconds')];
  const sinceTime = query.sinceTime === undefined ? undefined : parseTime(query.sinceTime);
  const errors: FieldError[] = [];
  if (tailLines !== undefined && !(tailLines >= 0))
    errors.push(invalid('tailLines', tailLines, 'must be greater than or equal to 0'));
  if (limitBytes !== undefined && !(limitBytes >= 1))
    errors.push(invalid('limitBytes', limitBytes, 'must be greater than 0'));
  if (sinceSeconds !== undefined && sinceTime !== undefined)
    errors.push(forbidden('', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  else if (sinceSeconds !== undefined && !(sinceSeconds >= 1))
    errors.push(invalid('sinceSeconds', sinceSeconds, 'must be greater than 0'));
  if (errors.length > 0) return errors;
  return {
    container,
    follow: isTrue(query.follow),
    previous: isTrue(query.previous),
    timestamps: isTrue(query.timestamps),
    ...(tailLines !== undefined && { tailLines }),
    ...(limitBytes !== undefined && { limitBytes }),
    ...(sinceSeconds !== undefined && { sinceSeconds }),
    ...(sinceTime !== undefined && { sinceMicros: sinceTime }),
  };
}

function execOptions(body: unknown, container: string): PodExecOptions {
  const given = (body ?? {}) as Partial<PodExecOptions>;
  return {
    container,
    command: (Array.isArray(given.command) ? given.command : []).map(String),
    stdin: given.stdin === true,
    stdout: given.stdout !== false,
    stderr: given.stderr !== false,
    tty: given.tty === true,
  };
}

/** GET of `/log`, GET and POST of `/exec`. */
export function connect(
  context: HandlerContext,
  info: RequestInfo,
  request: ApiRequest,
  nodes: NodeConnection | undefined,
): Decision {
  const { kind, name, namespace, subresource } = info;
  const pod = context.storage.get(kind, keyOf(namespace, name)) as Pod | undefined;
  if (!pod) return refuse(newNotFound(kind, name));
  const asked =
    subresource === 'log' ? request.query?.container : (request.body as { container?: string } | undefined)?.container;
  const found = containerOf(pod, asked ?? '');
  if ('status' in found) return refuse(found.status);
  const at = context.at;
  let reached: Reached;
  if (subresource === 'log') {
    const options = logOptions(request.query ?? {}, found.name);
    if (Array.isArray(options)) return refuse(newInvalid('', 'PodLogOptions', name, options));
    // A Pod that has no node has no log: nothing is said about it, not even that.
    if (!pod.spec?.nodeName || !nodes) return { code: 200, writes: [], body: () => '' };
    reached = nodes.containerLog(pod, options, at);
  } else {
    const options = execOptions(request.body, found.name);
    if (options.command.length === 0) return refuse(newBadRequest('you must specify at least 1 command'));
    if (!pod.spec?.nodeName || !nodes) return refuse(newBadRequest(`pod ${name} does not have a host assigned`));
    reached = nodes.exec(pod, options, at);
  }
  if ('status' in reached) return refuse(reached.status);
  const { text, open } = reached;
  return { code: subresource === 'log' ? 200 : 101, writes: [], body: () => text, ...(open && { open }) };
}
