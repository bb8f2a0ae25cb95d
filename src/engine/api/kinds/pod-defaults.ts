/**
 * Models: pkg/apis/core/v1/defaults.go (SetDefaults_Pod, SetDefaults_PodSpec, SetDefaults_Container, SetDefaults_Probe,
 *   SetDefaults_Volume …) and zz_generated.defaults.go.
 * Simplified: each default makes a new object only where something is missing.
 * Not modelled: defaults of iscsi, rbd, azureDisk and scaleIO volumes; huge pages at pod level.
 */
import type {
  Container,
  ContainerPort,
  EnvVar,
  HTTPGetAction,
  Lifecycle,
  LifecycleHandler,
  Pod,
  PodSpec,
  PodTemplateSpec,
  Probe,
  ResourceRequirements,
  Volume,
} from '../types';
import { storedQuantity } from '../validation/quantities';
import { mapList, mapValues } from './copy-on-write';
import { imageTag } from './image-name';
import { defaultPodResources } from './pod-resources';
import { defaultVolume } from './volume-defaults';

const NO_RESOURCES: ResourceRequirements = {};
const NO_CONTAINERS: readonly Container[] = [];

/** Defaults of a Pod: those of a template and those that only a Pod gets. */
export function defaultPod(pod: Pod): Pod {
  const spec = defaultOnlyPod(defaultPodSpec(pod.spec));
  return spec === pod.spec ? pod : { ...pod, spec };
}

export function defaultPodTemplate(template: PodTemplateSpec | undefined): PodTemplateSpec {
  const spec = defaultPodSpec(template?.spec);
  if (template?.spec === spec && template.metadata != null) return template;
  return { metadata: {}, ...template, spec };
}

function defaultPodSpec(given: PodSpec | undefined): PodSpec {
  const spec = given ?? { containers: NO_CONTAINERS };
  const volumes = mapList<Volume>(spec.volumes, defaultVolume);
  const containers = mapList<Container>(spec.containers ?? NO_CONTAINERS, defaultContainer) as readonly Container[];
  const initContainers = mapList<Container>(spec.initContainers, defaultContainer);
  const ephemeralContainers = mapList(spec.ephemeralContainers, defaultContainer);
  const overhead = mapValues(spec.overhead, storedQuantity);
  const account = spec.serviceAccountName || spec.serviceAccount || '';
  if (
    spec.dnsPolicy &&
    spec.restartPolicy &&
    spec.schedulerName &&
    spec.securityContext != null &&
    spec.terminationGracePeriodSeconds != null &&
    volumes === spec.volumes &&
    containers === spec.containers &&
    initContainers === spec.initContainers &&
    ephemeralContainers === spec.ephemeralContainers &&
    overhead === spec.overhead &&
    account === (spec.serviceAccountName ?? '') &&
    account === (spec.serviceAccount ?? '')
  ) {
    return spec;
  }
  const filled: Writable<PodSpec> = {
    ...spec,
    containers,
    dnsPolicy: spec.dnsPolicy || 'ClusterFirst',
    restartPolicy: spec.restartPolicy || 'Always',
    schedulerName: spec.schedulerName || 'default-scheduler',
    securityContext: spec.securityContext ?? {},
    terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? 30,
  };
  if (volumes !== spec.volumes) filled.volumes = volumes;
  if (initContainers !== spec.initContainers) filled.initContainers = initContainers;
  if (ephemeralContainers !== spec.ephemeralContainers) filled.ephemeralContainers = ephemeralContainers;
  if (overhead !== spec.overhead) filled.overhead = overhead;
  // The deprecated field is kept equal to the real one by conversion.
  if (account !== '') {
    filled.serviceAccountName = account;
    filled.serviceAccount = account;
  }
  return filled;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function defaultOnlyPod(spec: PodSpec): PodSpec {
  const containers = mapList<Container>(spec.containers, defaultRequests) as readonly Container[];
  const initContainers = mapList<Container>(spec.initContainers, defaultRequests);
  let changed = spec;
  if (containers !== spec.containers || initContainers !== spec.initContainers) {
    changed = { ...changed, containers, ...(initContainers === undefined ? {} : { initContainers }) };
  }
  if (changed.resources != null) changed = defaultPodResources(changed);
  if (changed.enableServiceLinks == null) changed = { ...changed, enableServiceLinks: true };
  return changed.hostNetwork === true ? defaultHostPorts(changed) : changed;
}

/** A limit without a request is the request too. */
function defaultRequests(container: Container): Container {
  const resources = container.resources;
  const limits = resources?.limits;
  if (limits == null) return container;
  const requests = resources?.requests;
  let missing = requests == null;
  if (requests != null) {
    for (const name in limits) {
      if (Object.hasOwn(requests, name)) continue;
      missing = true;
      break;
    }
  }
  return missing ? { ...container, resources: { ...resources, requests: { ...limits, ...requests } } } : container;
}

function defaultHostPorts(spec: PodSpec): PodSpec {
  const withHostPorts = (container: Container): Container => {
    const ports = mapList<ContainerPort>(container.ports, (port) =>
      port.hostPort || !port.containerPort ? port : { ...port, hostPort: port.containerPort },
    );
    return ports === container.ports ? container : { ...container, ports };
  };
  const containers = mapList<Container>(spec.containers, withHostPorts) as readonly Container[];
  const initContainers = mapList<Container>(spec.initContainers, withHostPorts);
  if (containers === spec.containers && initContainers === spec.initContainers) return spec;
  return { ...spec, containers, ...(initContainers === undefined ? {} : { initContainers }) };
}

/** An ephemeral container has the same fields and the same defaults. */
function defaultContainer<T extends Container>(container: T): T {
  const ports = mapList<ContainerPort>(container.ports, defaultPort);
  const env = mapList<EnvVar>(container.env, defaultEnvVar);
  const resources = defaultResources(container.resources);
  const livenessProbe = defaultProbe(container.livenessProbe);
  const readinessProbe = defaultProbe(container.readinessProbe);
  const startupProbe = defaultProbe(container.startupProbe);
  const lifecycle = defaultLifecycle(container.lifecycle);
  if (
    container.imagePullPolicy &&
    container.terminationMessagePath &&
    container.terminationMessagePolicy &&
    ports === container.ports &&
    env === container.env &&
    resources === container.resources &&
    livenessProbe === container.livenessProbe &&
    readinessProbe === container.readinessProbe &&
    startupProbe === container.startupProbe &&
    lifecycle === container.lifecycle
  ) {
    return container;
  }
  const filled: Writable<Container> = {
    ...container,
    imagePullPolicy: container.imagePullPolicy || defaultPullPolicy(container.image ?? ''),
    resources,
    terminationMessagePath: container.terminationMessagePath || '/dev/termination-log',
    terminationMessagePolicy: container.terminationMessagePolicy || 'File',
  };
  if (ports !== container.ports) filled.ports = ports;
  if (env !== container.env) filled.env = env;
  if (livenessProbe !== container.livenessProbe) filled.livenessProbe = livenessProbe;
  if (readinessProbe !== container.readinessProbe) filled.readinessProbe = readinessProbe;
  if (startupProbe !== container.startupProbe) filled.startupProbe = startupProbe;
  if (lifecycle !== container.lifecycle) filled.lifecycle = lifecycle;
  return filled as T;
}

/** Always for `:latest` and for no tag, else IfNotPresent. */
export function defaultPullPolicy(image: string): 'Always' | 'IfNotPresent' {
  return imageTag(image) === 'latest' ? 'Always' : 'IfNotPresent';
}

function defaultPort(port: ContainerPort): ContainerPort {
  return port.protocol ? port : { ...port, protocol: 'TCP' };
}

function defaultEnvVar(variable: EnvVar): EnvVar {
  const fieldRef = variable.valueFrom?.fieldRef;
  if (fieldRef == null || fieldRef.apiVersion) return variable;
  return { ...variable, valueFrom: { ...variable.valueFrom, fieldRef: { ...fieldRef, apiVersion: 'v1' } } };
}

function defaultResources(resources: ResourceRequirements | undefined): ResourceRequirements {
  if (resources == null) return NO_RESOURCES;
  const limits = mapValues(resources.limits, storedQuantity);
  const requests = mapValues(resources.requests, storedQuantity);
  if (limits === resources.limits && requests === resources.requests) return resources;
  return {
    ...resources,
    ...(limits === undefined ? {} : { limits }),
    ...(requests === undefined ? {} : { requests }),
  };
}

function defaultProbe(probe: Probe | undefined): Probe | undefined {
  if (probe == null) return probe;
  const httpGet = defaultHttpGet(probe.httpGet);
  const grpc = probe.grpc != null && probe.grpc.service == null ? { ...probe.grpc, service: '' } : probe.grpc;
  if (
    probe.timeoutSeconds &&
    probe.periodSeconds &&
    probe.successThreshold &&
    probe.failureThreshold &&
    httpGet === probe.httpGet &&
    grpc === probe.grpc
  ) {
    return probe;
  }
  return {
    ...probe,
    ...(httpGet === undefined ? {} : { httpGet }),
    ...(grpc === undefined ? {} : { grpc }),
    timeoutSeconds: probe.timeoutSeconds || 1,
    periodSeconds: probe.periodSeconds || 10,
    successThreshold: probe.successThreshold || 1,
    failureThreshold: probe.failureThreshold || 3,
  };
}

function defaultHttpGet(action: HTTPGetAction | undefined): HTTPGetAction | undefined {
  if (action == null || (action.path && action.scheme)) return action;
  return { ...action, path: action.path || '/', scheme: action.scheme || 'HTTP' };
}

function defaultLifecycle(lifecycle: Lifecycle | undefined): Lifecycle | undefined {
  if (lifecycle == null) return lifecycle;
  const postStart = defaultHook(lifecycle.postStart);
  const preStop = defaultHook(lifecycle.preStop);
  if (postStart === lifecycle.postStart && preStop === lifecycle.preStop) return lifecycle;
  return {
    ...lifecycle,
    ...(postStart === undefined ? {} : { postStart }),
    ...(preStop === undefined ? {} : { preStop }),
  };
}

function defaultHook(hook: LifecycleHandler | undefined): LifecycleHandler | undefined {
  const httpGet = defaultHttpGet(hook?.httpGet);
  return hook == null || httpGet === hook.httpGet ? hook : { ...hook, httpGet };
}
