// Models: k8s.io/kubectl pkg/cmd/logs, pkg/polymorphichelpers (logsForObject)
// Simplified: several logs come in the order of their Pods and containers.
// Not modelled: --all-pods, --ignore-errors, --insecure-skip-tls-verify-backend.
import { type Pod, pathOf } from '../../engine/index';
import {
  type Call,
  type CommandDefinition,
  type Ended,
  fail,
  flag,
  type Step,
  type StreamStep,
  selectorFlag,
} from '../line/command';
import { listObjects, needKind } from '../line/resources';
import { containerFlag, containersOf, defaultContainer, podOf, podTimeoutFlag, wholeLines } from './pod-of';

/** A log that goes on. */
interface Followed {
  readonly stream: string;
  readonly prefix: string;
  readonly rest: string;
}

/** Without logs it waits for the first Pod. */
interface LogsState {
  readonly followed?: readonly Followed[];
}

const usage = (message: string): never => fail(`${message}\nSee 'kubectl logs -h' for help and examples`);
const usageText =
  "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command";

function queryOf({ flags }: Call, container: string): Record<string, string> {
  const query: Record<string, string> = { container };
  for (const name of ['follow', 'previous', 'timestamps']) if (flags.bool(name)) query[name] = 'true';
  const limit = flags.number('limit-bytes') ?? 0;
  if (limit !== 0) query.limitBytes = String(limit);
  const since = flags.duration('since') ?? 0;
  if (since !== 0) query.sinceSeconds = String(Math.round(since / 1e6));
  const sinceTime = flags.text('since-time');
  if (sinceTime) query.sinceTime = sinceTime;
  const tail = flags.number('tail');
  if (tail === undefined ? flags.has('selector') : tail !== -1) query.tailLines = String(tail ?? 10);
  return query;
}

function check({ flags, args }: Call): void {
  if (args.length > 2 || (args.length === 0 && !flags.text('selector'))) usage(usageText);
  if (args.length === 1 && flags.text('selector')) usage('only a selector (-l) or a POD name is allowed');
  if (flags.text('since-time') && flags.duration('since'))
    fail('at most one of `sinceTime` or `sinceSeconds` may be specified');
  const container = flags.text('container') ?? args[1];
  if (flags.bool('all-containers') && container)
    fail(`--all-containers=true should not be specified with container name ${container}`);
  if (flags.has('container') && args.length === 2) fail('only one of -c or an inline [CONTAINER] arg is allowed');
  if ((flags.number('limit-bytes') ?? 0) < 0) fail('--limit-bytes must be greater than 0');
  if ((flags.duration('since') ?? 0) < 0) fail('--since must be greater than 0');
  if ((flags.number('tail') ?? -1) < -1) fail('--tail must be greater than or equal to -1');
}

function containerNames(call: Call, pod: Pod): readonly string[] {
  const all = containersOf(pod).map(({ name }) => name);
  if (call.flags.bool('all-containers')) return all;
  const name = call.flags.text('container') || call.args[1] || defaultContainer(call, pod);
  if (!all.includes(name)) fail(`container ${name} is not valid for pod ${pod.metadata.name ?? ''}`);
  return [name];
}

/** Reads the logs of Pods, and goes on with those that are followed. */
function read(call: Call, pods: readonly Pod[]): Ended {
  const { flags } = call;
  const kind = needKind('pods');
  const wanted = pods.flatMap((pod) => containerNames(call, pod).map((container) => ({ pod, container })));
  const most = flags.number('max-log-requests') ?? 5;
  if (flags.bool('follow') && wanted.length > 1 && wanted.length > most)
    fail(
      `you are attempting to follow ${wanted.length} log streams, but maximum allowed concurrency is ${most}, use --max-log-requests to increase the limit`,
    );
  const followed: Followed[] = [];
  for (const { pod, container } of wanted) {
    const name = pod.metadata.name ?? '';
    const prefix = flags.bool('prefix') ? `[pod/${name}/${container}] ` : '';
    const { text, stream } = call.open({
      method: 'GET',
      path: pathOf(kind, pod.metadata.namespace ?? call.namespace, name, 'log'),
      query: queryOf(call, container),
    });
    const { lines, rest } = wholeLines('', text);
    for (const line of lines) call.out(prefix + line);
    if (stream !== undefined) followed.push({ stream, prefix, rest });
    else if (rest !== '') call.out(prefix + rest);
  }
  const state: LogsState = { followed };
  return followed.length > 0 ? { state } : 0;
}

export const logsCommand: CommandDefinition = {
  path: 'logs',
  use: 'kubectl logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER] [options]',
  short: 'Print the logs for a container in a pod',
  flags: [
    flag('bool', 'follow', 'Specify if the logs should be streamed', { short: 'f' }),
    flag('bool', 'previous', 'If true, print the logs for the previous instance of the container in a pod', {
      short: 'p',
    }),
    containerFlag('Print the logs of this container'),
    flag('bool', 'all-containers', "Get all containers' logs in the pod(s)"),
    flag('bool', 'timestamps', 'Include timestamps on each line in the log output'),
    flag('bool', 'prefix', 'Prefix each log line with the log source (pod name and container name)'),
    flag('count', 'tail', 'Lines of recent log file to display', { byDefault: '-1' }),
    flag('count', 'limit-bytes', 'Maximum bytes of logs to return'),
    flag('duration', 'since', 'Only return logs newer than a relative duration like 5s, 2m, or 3h'),
    flag('text', 'since-time', 'Only return logs after a specific date (RFC3339)'),
    flag('count', 'max-log-requests', 'Specify maximum number of concurrent logs to follow', { byDefault: '5' }),
    podTimeoutFlag('20s'),
    selectorFlag,
  ],
  run(call) {
    check(call);
    const labelSelector = call.flags.text('selector');
    if (call.args[0] === undefined && labelSelector) {
      const pods = listObjects(call, needKind('pods'), call.namespace, { labelSelector }) as unknown as Pod[];
      if (pods.length === 0) call.err(`No resources found in ${call.namespace} namespace.`);
      return read(call, pods);
    }
    const pod = podOf(call, call.args[0] ?? '', 'logging');
    const waiting: LogsState = {};
    return pod ? read(call, [pod]) : { state: waiting };
  },
  step(call, state: LogsState, happened: Step | StreamStep) {
    if (happened.sort === 'timer') {
      if (state.followed === undefined) fail('timed out waiting for the condition');
      return { state };
    }
    if (happened.sort === 'watch')
      return state.followed === undefined ? read(call, [happened.object as unknown as Pod]) : { state };
    const { stream, channel, text } = happened;
    const left: Followed[] = [];
    for (const one of state.followed ?? []) {
      if (one.stream !== stream) {
        left.push(one);
        continue;
      }
      const { lines, rest } = wholeLines(one.rest, text);
      for (const line of lines) call.out(one.prefix + line);
      if (channel !== 'end') left.push({ ...one, rest });
      else if (rest !== '') call.out(one.prefix + rest);
    }
    const next: LogsState = { followed: left };
    return left.length > 0 ? { state: next } : 0;
  },
};
