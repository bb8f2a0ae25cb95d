// Models: k8s.io/kubectl pkg/describe: PodDescriber, DeploymentDescriber, ReplicaSetDescriber, and what they share
// Simplified: —
// Not modelled: pod-level resources, resource claims.
import {
  type CoreEvent,
  type Deployment,
  humanDuration,
  isControlledBy,
  type KubeObject,
  kindByGvk,
  type Pod,
  type ReplicaSet,
  selectorFromLabelSelector,
  selectorText,
} from '../../engine/index';
import { equalJson } from '../../shared/json';
import { parseTime } from '../../shared/time';
import type { Call } from '../line/command';
import { listObjects } from '../line/resources';
import { longTime, Page } from './page';
import { describeContainers, describePodTemplate, describeTolerations, describeVolumes } from './pod-spec';

const hashLabel = 'pod-template-hash';

/** Events about an object, as `describe` asks for them. */
export function eventsOf(
  call: Call,
  { kind, metadata }: KubeObject,
  options: { withKind: boolean; uid?: string },
): CoreEvent[] {
  const { name, namespace = '', uid } = metadata;
  const fields = [
    `involvedObject.name=${name}`,
    `involvedObject.namespace=${namespace}`,
    ...(options.withKind ? [`involvedObject.kind=${kind}`] : []),
    `involvedObject.uid=${options.uid ?? uid}`,
  ];
  const events = kindByGvk('v1', 'Event');
  if (!events) return [];
  return listObjects(call, events, namespace, {
    fieldSelector: fields.join(','),
    limit: '500',
  }) as unknown as CoreEvent[];
}

export function selectorLine(selector: unknown): string {
  const parsed = selectorFromLabelSelector(selector as never).selector;
  if (parsed === undefined) return '<error>';
  return selector === undefined ? '<none>' : selectorText(parsed) || '<none>';
}

export function controllerOf({ metadata }: KubeObject): { readonly kind: string; readonly name: string } | undefined {
  return (metadata.ownerReferences ?? []).find(({ controller }) => controller);
}

export function head(page: Page, { metadata }: KubeObject): void {
  page.line(0, `Name:\t${metadata.name}`);
  page.line(0, `Namespace:\t${metadata.namespace ?? ''}`);
}

export function describePod(call: Call, pod: Pod): Page {
  const events = eventsOf(call, pod as unknown as KubeObject, { withKind: false });
  const page = new Page(call.session.epochMicros);
  const { metadata, spec, status } = pod;
  head(page, pod as unknown as KubeObject);
  if (spec?.priority !== undefined) page.line(0, `Priority:\t${spec.priority}`);
  if (spec?.priorityClassName) page.line(0, `Priority Class Name:\t${spec.priorityClassName}`);
  if (spec?.runtimeClassName) page.line(0, `Runtime Class Name:\t${spec.runtimeClassName}`);
  if (spec?.serviceAccountName) page.line(0, `Service Account:\t${spec.serviceAccountName}`);
  page.line(0, `Node:\t${spec?.nodeName ? `${spec.nodeName}/${status?.hostIP ?? ''}` : '<none>'}`);
  if (status?.startTime) page.line(0, `Start Time:\t${longTime(status.startTime)}`);
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  if (metadata.deletionTimestamp && status?.reason !== 'NodeLost') {
    const since = page.nowMicros - (parseTime(metadata.deletionTimestamp) ?? page.nowMicros);
    page.line(0, `Status:\tTerminating (lasts ${humanDuration(since)})`);
    page.line(0, `Termination Grace Period:\t${metadata.deletionGracePeriodSeconds ?? 0}s`);
  } else page.line(0, `Status:\t${status?.phase ?? ''}`);
  if (status?.reason) page.line(0, `Reason:\t${status.reason}`);
  if (status?.message) page.line(0, `Message:\t${status.message}`);
  page.line(0, `IP:\t${status?.podIP ?? ''}`);
  const ips = status?.podIPs ?? [];
  page.line(0, ips.length === 0 ? 'IPs:\t<none>' : 'IPs:');
  for (const { ip } of ips) page.line(1, `IP:\t${ip}`);
  const owner = controllerOf(pod as unknown as KubeObject);
  if (owner) page.line(0, `Controlled By:\t${owner.kind}/${owner.name}`);
  if (status?.nominatedNodeName) page.line(0, `NominatedNodeName:\t${status.nominatedNodeName}`);
  if (spec?.initContainers?.length)
    describeContainers(page, 'Init Containers', spec.initContainers, status?.initContainerStatuses ?? [], '', pod);
  describeContainers(page, 'Containers', spec?.containers ?? [], status?.containerStatuses ?? [], '', pod);
  const gates = spec?.readinessGates ?? [];
  if (gates.length > 0) {
    page.line(0, 'Readiness Gates:\n  Type\tStatus');
    for (const { conditionType } of gates) {
      const condition = status?.conditions?.find(({ type }) => type === conditionType);
      page.line(1, `${conditionType} \t${condition?.status ?? '<none>'} `);
    }
  }
  if (status?.conditions?.length) {
    page.line(0, 'Conditions:\n  Type\tStatus');
    for (const condition of status.conditions) page.line(1, `${condition.type} \t${condition.status} `);
  }
  describeVolumes(page, spec?.volumes);
  page.line(0, `QoS Class:\t${status?.qosClass ?? ''}`);
  page.labels('Node-Selectors', spec?.nodeSelector);
  describeTolerations(page, 'Tolerations', spec?.tolerations);
  page.events(events);
  return page;
}

function replicaSetsText(sets: readonly ReplicaSet[]): string {
  const texts = sets.map(
    ({ metadata, spec, status }) =>
      `${metadata.name} (${status?.replicas ?? 0}/${spec?.replicas ?? 0} replicas created)`,
  );
  return texts.length === 0 ? '<none>' : texts.join(', ');
}

function withoutHash(
  template: Deployment['spec'] extends infer S | undefined ? (S extends { template: infer T } ? T : never) : never,
): unknown {
  const labels = Object.fromEntries(
    Object.entries(template.metadata?.labels ?? {}).filter(([key]) => key !== hashLabel),
  );
  return { ...template, metadata: { ...template.metadata, labels } };
}

export function conditions(
  page: Page,
  list: readonly { type: string; status: string; reason?: string | undefined }[] | undefined,
): void {
  if (!list?.length) return;
  page.line(0, 'Conditions:\n  Type\tStatus\tReason');
  page.line(1, '----\t------\t------');
  for (const { type, status, reason = '' } of list) page.line(1, `${type} \t${status}\t${reason}`);
}

export function describeDeployment(call: Call, deployment: Deployment): Page {
  const object = deployment as unknown as KubeObject;
  const events = eventsOf(call, object, { withKind: true });
  const { metadata, spec, status } = deployment;
  const kind = kindByGvk('apps/v1', 'ReplicaSet');
  const selector = selectorLine(spec?.selector);
  const all = kind
    ? (listObjects(call, kind, metadata.namespace ?? '', {
        labelSelector: selector,
        limit: '500',
      }) as unknown as ReplicaSet[])
    : [];
  const owned = all.filter((set) => isControlledBy(set as never, object as never));
  const current =
    spec &&
    owned.find((set) => set.spec?.template && equalJson(withoutHash(set.spec.template), withoutHash(spec.template)));
  const old = owned.filter((set) => set !== current);
  const page = new Page(call.session.epochMicros);
  head(page, object);
  page.line(0, `CreationTimestamp:\t${longTime(metadata.creationTimestamp)}`);
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.line(0, `Selector:\t${selector}`);
  page.line(
    0,
    `Replicas:\t${spec?.replicas ?? 1} desired | ${status?.updatedReplicas ?? 0} updated | ${status?.replicas ?? 0} total | ${status?.availableReplicas ?? 0} available | ${status?.unavailableReplicas ?? 0} unavailable`,
  );
  page.line(0, `StrategyType:\t${spec?.strategy?.type ?? ''}`);
  page.line(0, `MinReadySeconds:\t${spec?.minReadySeconds ?? 0}`);
  const rolling = spec?.strategy?.rollingUpdate;
  if (rolling)
    page.line(0, `RollingUpdateStrategy:\t${rolling.maxUnavailable} max unavailable, ${rolling.maxSurge} max surge`);
  describePodTemplate(page, spec?.template);
  conditions(page, status?.conditions);
  page.line(0, `OldReplicaSets:\t${replicaSetsText(old)}`);
  page.line(0, `NewReplicaSet:\t${replicaSetsText(current ? [current] : [])}`);
  page.events(events);
  return page;
}

/** How many Pods of a controller are in which phase. */
export function podStatusLine(call: Call, object: KubeObject, selector: string): string {
  const kind = kindByGvk('v1', 'Pod');
  const pods = kind
    ? (listObjects(call, kind, object.metadata.namespace ?? '', {
        labelSelector: selector,
        limit: '500',
      }) as unknown as Pod[])
    : [];
  const own = pods.filter((pod) => isControlledBy(pod as never, object as never));
  const count = (phase: string) => own.filter(({ status }) => status?.phase === phase).length;
  return `Pods Status:\t${count('Running')} Running / ${count('Pending')} Waiting / ${count('Succeeded')} Succeeded / ${count('Failed')} Failed`;
}

export function describeReplicaSet(call: Call, set: ReplicaSet): Page {
  const object = set as unknown as KubeObject;
  const selector = selectorLine(set.spec?.selector);
  const podStatus = podStatusLine(call, object, selector);
  const events = eventsOf(call, object, { withKind: true });
  const page = new Page(call.session.epochMicros);
  head(page, object);
  page.line(0, `Selector:\t${selector}`);
  page.labels('Labels', set.metadata.labels);
  page.annotations('Annotations', set.metadata.annotations);
  const owner = controllerOf(object);
  if (owner) page.line(0, `Controlled By:\t${owner.kind}/${owner.name}`);
  page.line(0, `Replicas:\t${set.status?.replicas ?? 0} current / ${set.spec?.replicas ?? 1} desired`);
  page.line(0, podStatus);
  describePodTemplate(page, set.spec?.template);
  conditions(page, set.status?.conditions);
  page.events(events);
  return page;
}
