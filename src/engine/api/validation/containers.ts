/**
 * Models: pkg/apis/core/validation (validateContainers, validateInitContainers, validateEphemeralContainers,
 *   validateContainerCommon, validateContainerPorts, validateContainerRestartPolicy, checkHostPortConflicts).
 * Simplified: -
 * Not modelled: seccomp and AppArmor annotations.
 */
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
  tooMany,
} from '../field-error';
import type { Container, ContainerPort, ContainerResizePolicy, EphemeralContainer } from '../types';
import { checkEnv, checkEnvFrom } from './env';
import { addAll, checkDnsLabel } from './fields';
import { isPortName, isPortNumber } from './formats';
import { checkLifecycle, checkLivenessProbe, checkReadinessProbe, checkStartupProbe } from './probes';
import { checkResourceRequirements } from './resources';
import { checkContainerSecurity } from './security-context';
import { checkVolumeDevices, checkVolumeMounts, type VolumesByName } from './volumes';

/** What the pod around a container says that its checks need. */
export interface ContainerSurroundings {
  readonly volumes: VolumesByName;
  readonly claimNames: ReadonlySet<string>;
  readonly graceSeconds: number | undefined;
  readonly restartPolicy: string;
  readonly hostUsers: boolean;
}

const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];
const RESTART_POLICIES: readonly string[] = ['Always', 'Never', 'OnFailure'];

export function checkContainers(
  errors: FieldError[],
  field: string,
  containers: readonly Container[],
  pod: ContainerSurroundings,
): void {
  if (containers.length === 0) return void errors.push(required(field));
  let hostPorts = false;
  for (let i = 0; i < containers.length; i++) {
    const container = containers[i] as Container;
    const path = `${field}[${i}]`;
    if (checkContainerCommon(errors, path, container, pod)) hostPorts = true;
    for (let other = 0; other < i; other++) {
      if (containers[other]?.name !== container.name) continue;
      errors.push(duplicate(`${path}.name`, container.name ?? ''));
      break;
    }
    checkHooksAndProbes(errors, path, container, pod);
    checkRestartRules(errors, path, container);
  }
  if (hostPorts) checkHostPortConflicts(errors, field, containers);
}

function checkHooksAndProbes(
  errors: FieldError[],
  path: string,
  container: Container,
  pod: ContainerSurroundings,
): void {
  const { lifecycle, livenessProbe, readinessProbe, startupProbe } = container;
  if (lifecycle != null) checkLifecycle(errors, `${path}.lifecycle`, lifecycle, pod.graceSeconds);
  if (livenessProbe != null) checkLivenessProbe(errors, `${path}.livenessProbe`, livenessProbe);
  if (readinessProbe != null) checkReadinessProbe(errors, `${path}.readinessProbe`, readinessProbe);
  if (startupProbe != null) checkStartupProbe(errors, `${path}.startupProbe`, startupProbe);
}

export function checkInitContainers(
  errors: FieldError[],
  field: string,
  containers: readonly Container[],
  regular: readonly Container[],
  pod: ContainerSurroundings,
): void {
  const names = new Set(regular.map((container) => container.name));
  for (let i = 0; i < containers.length; i++) {
    const container = containers[i] as Container;
    const path = `${field}[${i}]`;
    const hostPorts = checkContainerCommon(errors, path, container, pod);
    checkRestartRules(errors, path, container);
    if (names.has(container.name)) errors.push(duplicate(`${path}.name`, container.name ?? ''));
    else if (container.name) names.add(container.name);
    if (hostPorts) checkHostPortConflicts(errors, field, [container]);
    if (container.restartPolicy === 'Always') {
      checkHooksAndProbes(errors, path, container, pod);
      continue;
    }
    for (const member of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
      if (container[member] == null) continue;
      errors.push(forbidden(`${path}.${member}`, 'may not be set for init containers without restartPolicy=Always'));
    }
  }
}

/** The fields that an ephemeral container may not have, in the order of the Go struct. */
const NOT_EPHEMERAL = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const;

export function checkEphemeralContainers(
  errors: FieldError[],
  field: string,
  containers: readonly EphemeralContainer[],
  others: readonly Container[],
  pod: ContainerSurroundings,
): void {
  const otherNames = new Set(others.map((container) => container.name));
  const names = new Set(otherNames);
  for (let i = 0; i < containers.length; i++) {
    const container = containers[i] as EphemeralContainer;
    const path = `${field}[${i}]`;
    checkContainerCommon(errors, path, container, pod);
    checkImageWhitespace(errors, path, container);
    if (names.has(container.name)) errors.push(duplicate(`${path}.name`, container.name ?? ''));
    names.add(container.name);
    const target = container.targetContainerName ?? '';
    if (target !== '' && !otherNames.has(target)) errors.push(notFound(`${path}.targetContainerName`, target));
    for (const member of NOT_EPHEMERAL) {
      const value = container[member];
      if (value == null || (typeof value === 'object' && Object.keys(value).length === 0)) continue;
      errors.push(forbidden(`${path}.${member}`, 'cannot be set for an Ephemeral Container'));
    }
    const mounts = container.volumeMounts ?? [];
    for (let j = 0; j < mounts.length; j++) {
      for (const member of ['subPath', 'subPathExpr'] as const) {
        if (!mounts[j]?.[member]) continue;
        const at = `${path}.volumeMounts[${j}].${member}`;
        errors.push(forbidden(at, 'cannot be set for an Ephemeral Container'));
      }
    }
  }
}

/** Returns whether some port wants a host port. */
function checkContainerCommon(
  errors: FieldError[],
  path: string,
  container: Container,
  pod: ContainerSurroundings,
): boolean {
  if (!container.name) errors.push(required(`${path}.name`));
  else checkDnsLabel(errors, `${path}.name`, container.name);
  if (!container.image) errors.push(required(`${path}.image`));
  const messagePolicy = container.terminationMessagePolicy ?? '';
  if (messagePolicy !== 'File' && messagePolicy !== 'FallbackToLogsOnError') {
    const at = `${path}.terminationMessagePolicy`;
    errors.push(
      messagePolicy === '' ? required(at) : notSupported(at, messagePolicy, ['File', 'FallbackToLogsOnError']),
    );
  }
  const { ports, env, envFrom } = container;
  const hostPorts = ports != null && checkPorts(errors, `${path}.ports`, ports);
  if (env != null) checkEnv(errors, `${path}.env`, env);
  if (envFrom != null) checkEnvFrom(errors, `${path}.envFrom`, envFrom);
  if (container.volumeMounts != null) checkVolumeMounts(errors, `${path}.volumeMounts`, container, pod.volumes);
  if (container.volumeDevices != null) checkVolumeDevices(errors, `${path}.volumeDevices`, container, pod.volumes);
  const pullPolicy = container.imagePullPolicy ?? '';
  if (pullPolicy !== 'IfNotPresent' && pullPolicy !== 'Always' && pullPolicy !== 'Never') {
    const at = `${path}.imagePullPolicy`;
    errors.push(pullPolicy === '' ? required(at) : notSupported(at, pullPolicy, ['Always', 'IfNotPresent', 'Never']));
  }
  checkResourceRequirements(errors, `${path}.resources`, container.resources, pod.claimNames);
  if (container.resizePolicy != null) {
    checkResizePolicy(errors, `${path}.resizePolicy`, container.resizePolicy, pod.restartPolicy);
  }
  checkContainerSecurity(errors, `${path}.securityContext`, container.securityContext, pod.hostUsers);
  return hostPorts;
}

function checkPorts(errors: FieldError[], field: string, ports: readonly ContainerPort[]): boolean {
  let hostPorts = false;
  const names = new Set<string>();
  for (let i = 0; i < ports.length; i++) {
    const port = ports[i] as ContainerPort;
    const name = port.name ?? '';
    if (name !== '') {
      const messages = isPortName(name);
      if (messages.length > 0) addAll(errors, `${field}[${i}].name`, name, messages);
      else if (names.has(name)) errors.push(duplicate(`${field}[${i}].name`, name));
      else names.add(name);
    }
    if (!port.containerPort) errors.push(required(`${field}[${i}].containerPort`));
    else addAll(errors, `${field}[${i}].containerPort`, port.containerPort, isPortNumber(port.containerPort));
    if (port.hostPort) {
      hostPorts = true;
      addAll(errors, `${field}[${i}].hostPort`, port.hostPort, isPortNumber(port.hostPort));
    }
    const protocol = port.protocol ?? '';
    if (protocol === '') errors.push(required(`${field}[${i}].protocol`));
    else if (!PROTOCOLS.includes(protocol)) {
      errors.push(notSupported(`${field}[${i}].protocol`, protocol, PROTOCOLS));
    }
  }
  return hostPorts;
}

function checkHostPortConflicts(errors: FieldError[], field: string, containers: readonly Container[]): void {
  const taken = new Set<string>();
  for (let i = 0; i < containers.length; i++) {
    const ports = containers[i]?.ports ?? [];
    for (let j = 0; j < ports.length; j++) {
      const { hostPort = 0, hostIP = '', protocol = '' } = ports[j] as ContainerPort;
      if (hostPort === 0) continue;
      const key = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(key)) errors.push(duplicate(`${field}[${i}].ports[${j}].hostPort`, key));
      taken.add(key);
    }
  }
}

function checkResizePolicy(
  errors: FieldError[],
  field: string,
  policies: readonly ContainerResizePolicy[],
  podRestartPolicy: string,
): void {
  const seen = new Set<string>();
  for (let i = 0; i < policies.length; i++) {
    const { resourceName = '', restartPolicy = '' } = policies[i] as ContainerResizePolicy;
    if (seen.has(resourceName)) errors.push(duplicate(`${field}[${i}]`, resourceName));
    seen.add(resourceName);
    if (resourceName === '') errors.push(required(field));
    else if (resourceName !== 'cpu' && resourceName !== 'memory') {
      errors.push(notSupported(field, resourceName, ['cpu', 'memory']));
    }
    if (restartPolicy === '') errors.push(required(field));
    else if (restartPolicy !== 'NotRequired' && restartPolicy !== 'RestartContainer') {
      errors.push(notSupported(field, restartPolicy, ['NotRequired', 'RestartContainer']));
    }
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.push(invalid(field, restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'"));
    }
  }
}

/** The container's own restart policy and its rules by exit code (on by default since 1.35). */
function checkRestartRules(errors: FieldError[], path: string, container: Container): void {
  const { restartPolicy, restartPolicyRules } = container;
  if (restartPolicy != null && !RESTART_POLICIES.includes(restartPolicy)) {
    errors.push(notSupported(`${path}.restartPolicy`, restartPolicy, RESTART_POLICIES));
  }
  if (restartPolicyRules == null || restartPolicyRules.length === 0) return;
  if (restartPolicy == null) {
    errors.push(required(`${path}.restartPolicy`, 'must specify restartPolicy when restart rules are used'));
  }
  const field = `${path}.restartPolicyRules`;
  if (restartPolicyRules.length > 20) errors.push(tooMany(field, restartPolicyRules.length, 20));
  for (let i = 0; i < restartPolicyRules.length; i++) {
    const rule = restartPolicyRules[i];
    const action = rule?.action ?? '';
    if (action !== 'Restart' && action !== 'RestartAllContainers') {
      errors.push(notSupported(`${field}[${i}].action`, action, ['Restart', 'RestartAllContainers']));
    }
    const exitCodes = rule?.exitCodes;
    if (exitCodes == null) {
      errors.push(required(`${field}[${i}].exitCodes`, 'must be specified'));
      continue;
    }
    const operator = exitCodes.operator ?? '';
    if (operator !== 'In' && operator !== 'NotIn') {
      errors.push(notSupported(`${field}[${i}].exitCodes.operator`, operator, ['In', 'NotIn']));
    }
    const count = exitCodes.values?.length ?? 0;
    if (count > 255) errors.push(tooMany(`${field}[${i}].exitCodes.values`, count, 255));
  }
}

/** Only a Pod is checked for this, not a template, which was never checked for it. */
export function checkImageWhitespace(errors: FieldError[], path: string, container: Container): void {
  const image = container.image ?? '';
  if (image.trim() === image) return;
  errors.push(invalid(`${path}.image`, image, 'must not have leading or trailing whitespace'));
}
