// Models: k8s.io/kubectl pkg/cmd/exec; k8s.io/client-go tools/remotecommand (errorDecoderV4)
// Simplified: the page's line has no terminal and nothing to read: input that is asked for is empty.
// Not modelled: a TTY, -f.
import { type Pod, type PodExecOptions, pathOf, type Status } from '../../engine/index';
import { type Call, type CommandDefinition, type Ended, fail, flag, type Step, type StreamStep } from '../line/command';
import { needKind } from '../line/resources';
import { containerFlag, defaultContainer, podOf, podTimeoutFlag, wholeLines } from './pod-of';

/** By then the command has begun, and finds that nothing comes. */
const inputEndsMicros = 50_000;

/** Without a stream it waits for the first Pod. */
interface ExecState {
  readonly stream?: string;
  readonly out: string;
  readonly err: string;
}

function start(call: Call, pod: Pod): Ended {
  const { flags, args, dashAt } = call;
  const { phase = '' } = pod.status ?? {};
  if (phase === 'Succeeded' || phase === 'Failed')
    fail(`cannot exec into a container in a completed pod; current phase is ${phase}`);
  const container = flags.text('container') || defaultContainer(call, pod);
  const stdin = flags.bool('stdin');
  if (stdin && flags.bool('tty') && !flags.bool('quiet'))
    call.err('Unable to use a TTY - input is not a terminal or the right kind of file');
  const command = args.slice(dashAt);
  const options: PodExecOptions = { container, command, stdin, stdout: true, stderr: true, tty: false };
  const { namespace, name = '' } = pod.metadata;
  const { stream } = call.open({
    method: 'GET',
    path: pathOf(needKind('pods'), namespace ?? call.namespace, name, 'exec'),
    body: options,
  });
  if (stream === undefined) return 0;
  if (stdin) call.timer(inputEndsMicros, 'input');
  const state: ExecState = { stream, out: '', err: '' };
  return { state };
}

/** How the command went becomes how kubectl goes. */
function exitCode(call: Call, status: Status | undefined): number {
  if (status?.status !== 'Failure') return 0;
  const cause = (status.reason as string) === 'NonZeroExitCode' ? status.details?.causes?.[0]?.message : undefined;
  if (cause === undefined) fail(status.message ?? '');
  call.err(`command terminated with exit code ${cause}`);
  return Number(cause);
}

export const execCommand: CommandDefinition = {
  path: 'exec',
  use: 'kubectl exec (POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...] [options]',
  short: 'Execute a command in a container',
  flags: [
    containerFlag('Container name. If omitted, the first container in the pod will be chosen'),
    flag('bool', 'stdin', 'Pass stdin to the container', { short: 'i' }),
    flag('bool', 'tty', 'Stdin is a TTY', { short: 't' }),
    flag('bool', 'quiet', 'Only print output from the remote session', { short: 'q' }),
    podTimeoutFlag('1m0s'),
  ],
  run(call) {
    const { args, dashAt } = call;
    if (args.length > 1 && dashAt < 0)
      fail(
        "exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead\nSee 'kubectl exec -h' for help and examples",
      );
    if (args.length === 0 || dashAt === 0) fail('pod, type/name or --filename must be specified');
    if (dashAt < 0 || args.length === dashAt) fail('you must specify at least one command for the container');
    const pod = podOf(call, args[0] ?? '', 'active');
    const waiting: ExecState = { out: '', err: '' };
    return pod ? start(call, pod) : { state: waiting };
  },
  step(call, state: ExecState, happened: Step | StreamStep) {
    if (happened.sort === 'timer') {
      if (state.stream === undefined) fail('timed out waiting for the condition');
      if (happened.name === 'input') call.endInput(state.stream);
      return { state };
    }
    if (happened.sort === 'watch')
      return state.stream === undefined ? start(call, happened.object as unknown as Pod) : { state };
    const { channel, text, status } = happened;
    if (channel === 'end') {
      if (state.out !== '') call.out(state.out);
      if (state.err !== '') call.err(state.err);
      return exitCode(call, status);
    }
    const { lines, rest } = wholeLines(state[channel], text);
    for (const line of lines) call[channel](line);
    const next: ExecState = { ...state, [channel]: rest };
    return { state: next };
  },
};
