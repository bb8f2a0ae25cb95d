// Models: k8s.io/kubectl pkg/polymorphichelpers (GetFirstPod, SelectorsForObject), pkg/cmd/util/podcmd; pkg/util/podutils
// Simplified: —
// Not modelled: pods of a kind that has no selector.
import {
  type KindDefinition,
  type KubeObject,
  type Pod,
  selectorFromLabelSelector,
  selectorText,
} from '../../engine/index';
import { type Call, fail, flag } from '../line/command';
import { choose, getObject, listObjects, needKind } from '../line/resources';
import { kindText } from '../wording';

export const containerFlag = (usage: string) => flag('text', 'container', usage, { short: 'c' });
export const podTimeoutFlag = (byDefault: string) =>
  flag('duration', 'pod-running-timeout', 'The length of time to wait until at least one pod is running', {
    byDefault,
  });

const phases = ['Running', 'Unknown', 'Pending'];
const readyOf = ({ status }: Pod) =>
  status?.conditions?.find(({ type, status: value }) => type === 'Ready' && value === 'True');
const restartsOf = ({ status }: Pod) =>
  Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount ?? 0));

/** podutils.ByLogging, or ActivePods from its end: the best Pod first. `restarts`: 1 when fewer are better, else -1. */
function rank(pods: readonly Pod[], restarts: 1 | -1): Pod[] {
  const keyOf = (pod: Pod): (number | string)[] => [
    pod.spec?.nodeName ? 0 : 1,
    phases.indexOf(pod.status?.phase ?? ''),
    readyOf(pod) ? 0 : 1,
    readyOf(pod)?.lastTransitionTime ?? '',
    restarts * restartsOf(pod),
    pod.metadata.creationTimestamp ?? '',
  ];
  return pods
    .map((pod) => ({ pod, key: keyOf(pod) }))
    .sort((a, b) => {
      const at = a.key.findIndex((part, i) => part !== b.key[i]);
      return at < 0 ? 0 : (a.key[at] as number) < (b.key[at] as number) ? -1 : 1;
    })
    .map(({ pod }) => pod);
}

function selectorOf(kind: KindDefinition, object: KubeObject): string {
  const { selector } = (object as { spec?: { selector?: unknown } }).spec ?? {};
  const isMap = kind.resource === 'services' || kind.resource === 'replicationcontrollers';
  if (selector === undefined || selector === null)
    fail(`no selector has been set: ${kindText(kind)}/${object.metadata.name ?? ''}`);
  const parsed = selectorFromLabelSelector((isMap ? { matchLabels: selector } : selector) as never).selector;
  return parsed ? selectorText(parsed) : fail(`${kindText(kind)}/${object.metadata.name ?? ''} has no valid selector`);
}

/** The one Pod that `POD` or `TYPE/NAME` stands for; undefined while there is none: then a watch waits for it. */
export function podOf(call: Call, word: string, order: 'logging' | 'active'): Pod | undefined {
  const pods = needKind('pods');
  const [target] = word.includes('/') ? choose([word]) : [{ kind: pods, name: word }];
  const kind = target?.kind ?? pods;
  const object = getObject(call, kind, target?.name ?? '');
  if (kind.resource === 'pods') return object as unknown as Pod;
  const labelSelector = selectorOf(kind, object);
  const found = listObjects(call, pods, call.namespace, { labelSelector }) as unknown as Pod[];
  const [first] = rank(found, order === 'logging' ? -1 : 1);
  if (first === undefined) {
    call.watch(pods, call.namespace, { labelSelector, watch: 'true' });
    call.timer(call.flags.duration('pod-running-timeout') ?? (order === 'logging' ? 20e6 : 60e6), 'no-pod');
    return undefined;
  }
  if (found.length > 1 && order === 'logging')
    call.err(`Found ${found.length} pods, using pod/${first.metadata.name ?? ''}`);
  return first;
}

/** Init containers, containers and those for debugging, in the order in which kubectl looks at them. */
export function containersOf({ spec }: Pod): readonly { readonly name: string }[] {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? []), ...(spec?.ephemeralContainers ?? [])];
}

/** The container that is meant when none is named; says which one it took when there are several. */
export function defaultContainer(call: Call, { metadata, spec }: Pod): string {
  const annotated = metadata.annotations?.['kubectl.kubernetes.io/default-container'];
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec ?? {};
  if (annotated) {
    if ([...containers, ...initContainers, ...ephemeralContainers].some(({ name }) => name === annotated))
      return annotated;
    call.err(`Default container name ${JSON.stringify(annotated)} not found in pod ${metadata.name ?? ''}`);
  }
  const name = containers[0]?.name ?? '';
  if (containers.length + initContainers.length + ephemeralContainers.length > 1) {
    const all = [
      ...containers.map((container) => container.name),
      ...ephemeralContainers.map((container) => `${container.name} (ephem)`),
      ...initContainers.map((container) => `${container.name} (init)`),
    ];
    call.err(`Defaulted container ${JSON.stringify(name)} out of: ${all.join(', ')}`);
  }
  return name;
}

/** Whole lines of a text that comes in pieces, and what stands behind the last of them. */
export function wholeLines(rest: string, text: string): { lines: readonly string[]; rest: string } {
  const all = (rest + text).split('\n');
  return { rest: all.pop() ?? '', lines: all };
}
