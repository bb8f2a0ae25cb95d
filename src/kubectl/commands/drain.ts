// Models: k8s.io/kubectl pkg/cmd/drain, pkg/drain (filters.go, drain.go)
// Simplified: Pods are evicted one after another; a refused eviction is tried again after five seconds.
// Not modelled: --pod-selector, --disable-eviction, --chunk-size, --skip-wait-for-delete-timeout.
import { type KubeObject, type Pod, pathOf, type Status } from '../../engine/index';
import {
  type Call,
  type CommandDefinition,
  dryRunFlag,
  dryRunOf,
  dryRunQuery,
  dryRunSuffix,
  type Ended,
  fail,
  flag,
  type Step,
  selectorFlag,
} from '../line/command';
import { listObjects, needKind } from '../line/resources';
import { mark, nodesOf } from './nodes';

const retryMicros = 5_000_000;
/** While Pods end, drain asks again each second. */
const pollMicros = 1_000_000;

type Verdict = { readonly evict: boolean; readonly warning?: string; readonly error?: string };

function controller({ metadata }: Pod) {
  return (metadata.ownerReferences ?? []).find((owner) => owner.controller);
}

/** The filters of a drain, in upstream's order. */
function judge(call: Call, pod: Pod): Verdict {
  const { flags } = call;
  if (controller(pod)?.kind === 'DaemonSet' && pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed')
    return flags.bool('ignore-daemonsets')
      ? { evict: false, warning: 'ignoring DaemonSet-managed Pods' }
      : { evict: false, error: 'cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore)' };
  if (pod.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined) return { evict: false };
  const ended = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
  const local = (pod.spec?.volumes ?? []).some((volume) => volume.emptyDir !== undefined && volume.emptyDir !== null);
  let warning: string | undefined;
  if (local && !ended) {
    if (!flags.bool('delete-emptydir-data'))
      return { evict: false, error: 'cannot delete Pods with local storage (use --delete-emptydir-data to override)' };
    warning = 'deleting Pods with local storage';
  }
  if (!controller(pod) && !ended) {
    // The words stand there twice: so kubectl prints them.
    if (!flags.bool('force'))
      return {
        evict: false,
        error: 'cannot delete cannot delete Pods that declare no controller (use --force to override)',
      };
    warning = 'deleting Pods that declare no controller';
  }
  return { evict: true, ...(warning ? { warning } : {}) };
}

const nameOf = ({ metadata }: { readonly metadata: Pod['metadata'] }) => `${metadata.namespace}/${metadata.name}`;

/** One text for each reason, with the Pods that it is about. */
function byReason(found: readonly { pod: Pod; reason: string | undefined }[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { pod, reason } of found)
    if (reason !== undefined) groups.set(reason, [...(groups.get(reason) ?? []), nameOf(pod)]);
  return [...groups].map(([reason, names]) => `${reason}: ${names.join(', ')}`).sort();
}

interface Draining {
  readonly node: string;
  /** Still to be evicted; those that were evicted and are not yet gone, with their uid. */
  readonly todo: readonly (readonly [namespace: string, name: string, uid: string])[];
  readonly going: readonly (readonly [namespace: string, name: string, uid: string])[];
  readonly others: readonly string[];
  readonly failed: readonly Undrained[];
}

interface Undrained {
  readonly node: string;
  readonly errors: readonly string[];
}

function proceed(call: Call, state: Draining): Ended {
  const pods = needKind('pods');
  const dry = dryRunOf(call.flags);
  const todo: (readonly [string, string, string])[] = [];
  const going = [...state.going];
  let refused = false;
  for (const [namespace, name, uid] of state.todo) {
    call.out(`evicting pod ${namespace}/${name}${dryRunSuffix(dry)}`);
    if (dry === 'client') continue;
    const grace = call.flags.number('grace-period') ?? -1;
    const body = {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name, namespace },
      deleteOptions: {
        ...(grace >= 0 ? { gracePeriodSeconds: grace } : {}),
        ...(dry === 'server' ? { dryRun: ['All'] } : {}),
      },
    };
    const answer = call.session.request({
      method: 'POST',
      path: pathOf(pods, namespace, name, 'eviction'),
      body,
      query: dryRunQuery(dry),
      trusted: false,
    });
    const status = answer.body as Status;
    if (answer.code < 400) going.push([namespace, name, uid]);
    else if (answer.code === 404) call.out(`pod/${name} evicted`);
    else if (answer.code === 429) {
      call.err(
        `error when evicting pods/${JSON.stringify(name)} -n ${JSON.stringify(namespace)} (will retry after 5s): ${status.message ?? ''}`,
      );
      todo.push([namespace, name, uid]);
      refused = true;
    } else {
      const at = `pods/${JSON.stringify(name)} -n ${JSON.stringify(namespace)}`;
      return giveUp(call, state, [`error when evicting ${at}: ${status.message ?? ''}`]);
    }
  }
  if (dry !== undefined) return finish(call, state, dry);
  const left = going.filter(([namespace, name, uid]) => {
    const answer = call.session.request({ method: 'GET', path: pathOf(pods, namespace, name), trusted: false });
    const gone = answer.code === 404 || (answer.code < 400 && (answer.body as KubeObject).metadata.uid !== uid);
    if (gone) call.out(`pod/${name} evicted`);
    return !gone;
  });
  if (todo.length + left.length === 0) return finish(call, state, undefined);
  call.timer(refused ? retryMicros : pollMicros, 'poll');
  return { state: { ...state, todo, going: left } };
}

function finish(call: Call, state: Draining, dry: 'client' | 'server' | undefined): Ended {
  call.out(`node/${state.node} drained${dryRunSuffix(dry)}`);
  return goOn(call, state.others, state.failed);
}

/** Says why a node is not drained, and goes on with the next. */
function giveUp(call: Call, { node, others, failed }: Draining, errors: readonly string[]): Ended {
  const all = errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`;
  call.err(`error: unable to drain node ${JSON.stringify(node)} due to error: ${all}, continuing command...`);
  return goOn(call, others, [...failed, { node, errors }]);
}

function goOn(call: Call, [next, ...others]: readonly string[], failed: readonly Undrained[]): Ended {
  if (next !== undefined) return drainNode(call, next, others, failed);
  if (failed.length === 0) return 0;
  call.err(`There are pending nodes to be drained:\n${failed.map(({ node }) => ` ${node}`).join('\n')}`);
  call.err(failed.flatMap(({ errors }) => errors).join('\n'));
  return 1;
}

function drainNode(call: Call, name: string, others: readonly string[], failed: readonly Undrained[]): Ended {
  const draining: Draining = { node: name, todo: [], going: [], others, failed };
  const pods = needKind('pods');
  const found = listObjects(call, pods, '', {
    fieldSelector: `spec.nodeName=${name}`,
    limit: '500',
  }) as unknown as Pod[];
  const judged = found.map((pod) => ({ pod, ...judge(call, pod) }));
  const errors = byReason(judged.map(({ pod, error }) => ({ pod, reason: error })));
  if (errors.length > 0) return giveUp(call, draining, errors);
  const warnings = byReason(judged.map(({ pod, warning }) => ({ pod, reason: warning })));
  if (warnings.length > 0) call.err(`Warning: ${warnings.join('; ')}`);
  const todo = judged
    .filter(({ evict }) => evict)
    .map(({ pod }) => [pod.metadata.namespace ?? '', pod.metadata.name ?? '', pod.metadata.uid ?? ''] as const);
  return proceed(call, { ...draining, todo });
}

export const drainCommand: CommandDefinition = {
  path: 'drain',
  use: 'kubectl drain NODE [options]',
  short: 'Drain node in preparation for maintenance',
  flags: [
    selectorFlag,
    dryRunFlag,
    flag('bool', 'force', 'Continue even if there are pods that do not declare a controller'),
    flag('bool', 'ignore-daemonsets', 'Ignore DaemonSet-managed pods'),
    flag('bool', 'delete-emptydir-data', 'Continue even if there are pods using emptyDir'),
    flag('count', 'grace-period', 'Period of time in seconds given to each pod to terminate gracefully', {
      byDefault: '-1',
    }),
    flag('duration', 'timeout', 'The length of time to wait before giving up, zero means infinite', {
      byDefault: '0s',
    }),
  ],
  run(call) {
    const { kind, nodes } = nodesOf(call);
    for (const node of nodes) mark(call, kind, node, true);
    const [first, ...others] = nodes.map(({ metadata }) => metadata.name ?? '');
    const timeout = call.flags.duration('timeout') ?? 0;
    if (timeout > 0) call.timer(timeout, 'timeout');
    return first === undefined ? 0 : drainNode(call, first, others, []);
  },
  step(call, state: Draining, happened: Step) {
    if (happened.sort !== 'timer') return { state };
    if (happened.name === 'timeout')
      fail(
        `unable to drain node ${JSON.stringify(state.node)} due to error: global timeout reached: ${call.flags.text('timeout')}`,
      );
    return proceed(call, state);
  },
};
