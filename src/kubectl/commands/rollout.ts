// Models: k8s.io/kubectl pkg/cmd/rollout, pkg/polymorphichelpers (rollout_status.go, history.go)
// Simplified: restart, pause, resume and undo of one object at a time.
// Not modelled: history and undo of StatefulSets and DaemonSets.
import {
  type Deployment,
  isControlledBy,
  type KubeObject,
  kindByGvk,
  type PodTemplateSpec,
  pathOf,
  type ReplicaSet,
  type Status,
} from '../../engine/index';
import { formatTime } from '../../shared/time';
import type { Outcome } from '../apply';
import { Page } from '../describe/page';
import { templateLines } from '../describe/pod-spec';
import { selectorLine } from '../describe/workloads';
import { type Call, type CommandDefinition, type Ended, Failure, fail, flag, type Step } from '../line/command';
import { choose, getObject, listObjects, needKind, where, write } from '../line/resources';
import { tabulate } from '../line/tab-writer';
import { rolloutPaused, rolloutRestart, rolloutUndo } from '../rollout';
import { resourceName } from '../wording';

const revisionAnnotation = 'deployment.kubernetes.io/revision';
const causeAnnotation = 'kubernetes.io/change-cause';

interface Workload {
  readonly metadata: KubeObject['metadata'];
  readonly spec?: {
    readonly replicas?: number;
    readonly updateStrategy?: { readonly type?: string; readonly rollingUpdate?: { readonly partition?: number } };
  };
  readonly status?: Readonly<Record<string, unknown>> & {
    readonly conditions?: readonly { readonly type: string; readonly reason?: string }[];
  };
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

interface Said {
  readonly text: string;
  readonly done: boolean;
}

function deploymentStatus({ metadata, spec, status = {} }: Workload): Said {
  const name = JSON.stringify(metadata.name);
  if (number(metadata.generation) > number(status.observedGeneration))
    return { text: 'Waiting for deployment spec update to be observed...', done: false };
  const progressing = status.conditions?.find(({ type }) => type === 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded') fail(`deployment ${name} exceeded its progress deadline`);
  const [wanted, updated, total, available] = [
    spec?.replicas ?? 1,
    number(status.updatedReplicas),
    number(status.replicas),
    number(status.availableReplicas),
  ];
  const waiting = `Waiting for deployment ${name} rollout to finish:`;
  if (updated < wanted)
    return { text: `${waiting} ${updated} out of ${wanted} new replicas have been updated...`, done: false };
  if (total > updated)
    return { text: `${waiting} ${total - updated} old replicas are pending termination...`, done: false };
  if (available < updated)
    return { text: `${waiting} ${available} of ${updated} updated replicas are available...`, done: false };
  return { text: `deployment ${name} successfully rolled out`, done: true };
}

function daemonSetStatus({ metadata, spec, status = {} }: Workload): Said {
  if (spec?.updateStrategy?.type !== 'RollingUpdate')
    fail('rollout status is only available for RollingUpdate strategy type');
  const name = JSON.stringify(metadata.name);
  if (number(metadata.generation) > number(status.observedGeneration))
    return { text: 'Waiting for daemon set spec update to be observed...', done: false };
  const [wanted, updated, available] = [
    number(status.desiredNumberScheduled),
    number(status.updatedNumberScheduled),
    number(status.numberAvailable),
  ];
  const waiting = `Waiting for daemon set ${name} rollout to finish:`;
  if (updated < wanted)
    return { text: `${waiting} ${updated} out of ${wanted} new pods have been updated...`, done: false };
  if (available < wanted)
    return { text: `${waiting} ${available} of ${wanted} updated pods are available...`, done: false };
  return { text: `daemon set ${name} successfully rolled out`, done: true };
}

function statefulSetStatus({ metadata, spec, status = {} }: Workload): Said {
  if (spec?.updateStrategy?.type !== 'RollingUpdate')
    fail('rollout status is only available for RollingUpdate strategy type');
  if (number(status.observedGeneration) === 0 || number(metadata.generation) > number(status.observedGeneration))
    return { text: 'Waiting for statefulset spec update to be observed...', done: false };
  const replicas = spec?.replicas ?? 1;
  const ready = number(status.readyReplicas);
  if (ready < replicas) return { text: `Waiting for ${replicas - ready} pods to be ready...`, done: false };
  const partition = spec.updateStrategy.rollingUpdate?.partition ?? 0;
  const updated = number(status.updatedReplicas);
  if (partition > 0) {
    if (updated < replicas - partition)
      return {
        text: `Waiting for partitioned roll out to finish: ${updated} out of ${replicas - partition} new pods have been updated...`,
        done: false,
      };
    return { text: `partitioned roll out complete: ${updated} new pods have been updated...`, done: true };
  }
  if (status.updateRevision !== status.currentRevision)
    return {
      text: `waiting for statefulset rolling update to complete ${updated} pods at revision ${status.updateRevision}...`,
      done: false,
    };
  return {
    text: `statefulset rolling update complete ${number(status.currentReplicas)} pods at revision ${status.currentRevision}...`,
    done: true,
  };
}

const statusOf: Readonly<Record<string, (object: Workload) => Said>> = {
  deployments: deploymentStatus,
  daemonsets: daemonSetStatus,
  statefulsets: statefulSetStatus,
};

/** The one object that a rollout command is about. */
function oneOf(call: Call) {
  if (call.args.length === 0) fail('required resource not specified');
  const [first, ...more] = choose(call.args);
  if (!first || more.length > 0) fail('rollout takes one resource at a time here');
  if (first.name === undefined) fail('resource(s) were provided, but no name was specified');
  return { kind: first.kind, name: first.name };
}

function say(call: Call, resource: string, object: KubeObject): Ended {
  const said = (statusOf[resource] as (object: Workload) => Said)(object as unknown as Workload);
  call.out(said.text);
  return said.done ? 0 : { state: { resource } };
}

export const rolloutStatusCommand: CommandDefinition = {
  path: 'rollout status',
  use: 'kubectl rollout status (TYPE NAME | TYPE/NAME) [flags]',
  short: 'Show the status of the rollout',
  flags: [
    flag('bool', 'watch', "Watch the status of the rollout until it's done", { short: 'w', byDefault: 'true' }),
    flag('duration', 'timeout', 'The length of time to wait before ending watch, zero means never', {
      byDefault: '0s',
    }),
  ],
  run(call) {
    const { kind, name } = oneOf(call);
    getObject(call, kind, name);
    if (!Object.hasOwn(statusOf, kind.resource))
      fail(
        `no status viewer has been implemented for ${kind.group ? `${kind.group}/` : ''}${kind.version}, Kind=${kind.kind}`,
      );
    const fieldSelector = `metadata.name=${name}`;
    const answer = call.session.request({
      method: 'GET',
      path: pathOf(kind, where(kind, call.namespace)),
      query: { fieldSelector, limit: '500', resourceVersion: '0' },
      trusted: false,
    });
    if (answer.code >= 400) throw new Failure([{ status: answer.body as Status }]);
    const { items, metadata } = answer.body as { items: KubeObject[]; metadata: { resourceVersion: string } };
    const [object] = items;
    const ended = object ? say(call, kind.resource, object) : { state: { resource: kind.resource } };
    if (typeof ended !== 'object' || !call.flags.bool('watch', true)) return typeof ended === 'object' ? 0 : ended;
    call.watch(kind, where(kind, call.namespace), {
      fieldSelector,
      resourceVersion: metadata.resourceVersion,
      watch: 'true',
      allowWatchBookmarks: 'true',
    });
    const timeout = call.flags.duration('timeout') ?? 0;
    if (timeout > 0) call.timer(timeout, 'timeout');
    return ended;
  },
  step(call, { resource }: { readonly resource: string }, happened: Step) {
    if (happened.sort === 'timer') fail('timed out waiting for the condition');
    if (happened.type === 'DELETED') fail('object has been deleted');
    return say(call, resource, happened.object);
  },
};

function outcome(call: Call, { line, warnings, error }: Outcome): void {
  for (const warning of warnings) call.err(warning);
  if (error) throw new Failure([error]);
  if (line) call.out(line);
}

const target = (call: Call, name: string) => ({ namespace: call.namespace, name });

function onlyDeployment(call: Call, what: string): string {
  const { kind, name } = oneOf(call);
  if (kind.resource !== 'deployments') {
    getObject(call, kind, name);
    fail(`${kind.resource}${kind.group ? `.${kind.group}` : ''} ${JSON.stringify(name)} ${what} is not supported`);
  }
  return name;
}

export const rolloutUndoCommand: CommandDefinition = {
  path: 'rollout undo',
  use: 'kubectl rollout undo (TYPE NAME | TYPE/NAME) [flags]',
  short: 'Undo a previous rollout',
  flags: [flag('count', 'to-revision', 'The revision to rollback to', { byDefault: '0' })],
  run: (call) =>
    outcome(
      call,
      rolloutUndo(call.session, target(call, onlyDeployment(call, 'undo')), call.flags.number('to-revision') ?? 0),
    ),
};

const restartable = new Set(['deployments', 'daemonsets', 'statefulsets']);

export const rolloutRestartCommand: CommandDefinition = {
  path: 'rollout restart',
  use: 'kubectl rollout restart RESOURCE',
  short: 'Restart a resource',
  flags: [],
  run(call) {
    const { kind, name } = oneOf(call);
    if (kind.resource === 'deployments') return outcome(call, rolloutRestart(call.session, target(call, name)));
    getObject(call, kind, name);
    if (!restartable.has(kind.resource)) fail(`restarting is not supported`);
    const restartedAt = formatTime(call.session.epochMicros);
    const body = {
      spec: { template: { metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': restartedAt } } } },
    };
    write(call, 'PATCH', pathOf(kind, call.namespace, name), body, {
      contentType: 'application/strategic-merge-patch+json',
      query: { fieldManager: 'kubectl-rollout' },
    });
    return call.out(`${resourceName(kind, name)} restarted`);
  },
};

export const rolloutPauseCommand: CommandDefinition = {
  path: 'rollout pause',
  use: 'kubectl rollout pause RESOURCE',
  short: 'Mark the provided resource as paused',
  flags: [],
  run: (call) => outcome(call, rolloutPaused(call.session, target(call, onlyDeployment(call, 'pausing')), true)),
};

export const rolloutResumeCommand: CommandDefinition = {
  path: 'rollout resume',
  use: 'kubectl rollout resume RESOURCE',
  short: 'Resume a paused resource',
  flags: [],
  run: (call) => outcome(call, rolloutPaused(call.session, target(call, onlyDeployment(call, 'resuming')), false)),
};

export const rolloutHistoryCommand: CommandDefinition = {
  path: 'rollout history',
  use: 'kubectl rollout history (TYPE NAME | TYPE/NAME) [flags]',
  short: 'View rollout history',
  flags: [
    flag('count', 'revision', 'See the details, including podTemplate of the revision specified', { byDefault: '0' }),
  ],
  run(call) {
    const name = onlyDeployment(call, 'history');
    const kind = needKind('deployments');
    const deployment = getObject(call, kind, name) as unknown as Deployment;
    const sets = kindByGvk('apps/v1', 'ReplicaSet') ?? fail('the server doesn\'t have a resource type "replicasets"');
    const listed = listObjects(call, sets, call.namespace, {
      labelSelector: selectorLine(deployment.spec?.selector),
    }) as unknown as ReplicaSet[];
    const byRevision = new Map<number, ReplicaSet>();
    for (const set of listed) {
      const revision = Number(set.metadata.annotations?.[revisionAnnotation] ?? 0);
      if (revision > 0 && isControlledBy(set as never, deployment as never)) byRevision.set(revision, set);
    }
    const revision = call.flags.number('revision') ?? 0;
    if (revision > 0) {
      const set = byRevision.get(revision);
      if (!set) fail(`unable to find the specified revision`);
      const cause = set.metadata.annotations?.[causeAnnotation];
      const template = set.spec?.template as PodTemplateSpec;
      const shown =
        cause === undefined
          ? template
          : {
              ...template,
              metadata: {
                ...template.metadata,
                annotations: { ...template.metadata?.annotations, [causeAnnotation]: cause },
              },
            };
      const page = new Page(call.session.epochMicros);
      templateLines(page, shown);
      call.out(`${resourceName(kind, name)} with revision #${revision}\nPod Template:\n${page.raw()}\n`);
      return;
    }
    const rows = [...byRevision.keys()]
      .sort((a, b) => a - b)
      .map((each) => `${each}\t${byRevision.get(each)?.metadata.annotations?.[causeAnnotation] ?? '<none>'}`);
    call.out(
      `${resourceName(kind, name)} \n${tabulate(['REVISION\tCHANGE-CAUSE', ...rows].join('\n'), { minWidth: 0, padding: 2 })}\n`,
    );
  },
};
