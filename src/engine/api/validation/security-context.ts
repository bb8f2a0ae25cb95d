/**
 * Models: pkg/apis/core/validation (ValidateSecurityContext, validatePodSpecSecurityContext, validateHostUsers).
 * Simplified: privileged containers are allowed (`--allow-privileged`, as kubeadm sets it).
 * Not modelled: Windows options, AppArmor and seccomp annotations, Linux-or-Windows rules of spec.os.
 */
import { duplicate, type FieldError, forbidden, invalid, notSupported, required, tooLong } from '../field-error';
import type { AppArmorProfile, PodSpec, SeccompProfile, SecurityContext, Sysctl } from '../types';
import { addAll } from './fields';
import { byteLength, isUserOrGroupId } from './formats';
import { checkLocalDescendingPath } from './paths';

const PROFILE_TYPES: readonly string[] = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const SYSCTL = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';
const sysctlName = new RegExp(SYSCTL);

export function checkContainerSecurity(
  errors: FieldError[],
  field: string,
  context: SecurityContext | undefined,
  hostUsers: boolean,
): void {
  if (context == null) return;
  checkId(errors, `${field}.runAsUser`, context.runAsUser);
  checkId(errors, `${field}.runAsGroup`, context.runAsGroup);
  const procMount = context.procMount;
  if (procMount != null) {
    if (procMount !== 'Default' && procMount !== 'Unmasked') {
      errors.push(notSupported(`${field}.procMount`, procMount, ['Default', 'Unmasked']));
    }
    if (hostUsers && procMount === 'Unmasked') {
      errors.push(invalid(`${field}.procMount`, procMount, '`hostUsers` must be false to use `Unmasked`'));
    }
  }
  checkSeccomp(errors, `${field}.seccompProfile`, context.seccompProfile);
  if (context.allowPrivilegeEscalation === false) {
    if (context.privileged === true) {
      const message = 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true';
      errors.push(invalid(field, printableContext(context), message));
    }
    for (const capability of context.capabilities?.add ?? []) {
      if (capability !== 'CAP_SYS_ADMIN') continue;
      const message = 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN';
      errors.push(invalid(field, printableContext(context), message));
    }
  }
  checkAppArmor(errors, `${field}.appArmorProfile`, context.appArmorProfile);
}

/** The internal struct has no JSON names, so Go prints its field names and all of them. */
function printableContext(context: SecurityContext): unknown {
  const capabilities = context.capabilities;
  return {
    Capabilities: capabilities == null ? null : { Add: capabilities.add ?? null, Drop: capabilities.drop ?? null },
    Privileged: context.privileged ?? null,
    SELinuxOptions: context.seLinuxOptions ?? null,
    WindowsOptions: context.windowsOptions ?? null,
    RunAsUser: context.runAsUser ?? null,
    RunAsGroup: context.runAsGroup ?? null,
    RunAsNonRoot: context.runAsNonRoot ?? null,
    ReadOnlyRootFilesystem: context.readOnlyRootFilesystem ?? null,
    AllowPrivilegeEscalation: context.allowPrivilegeEscalation ?? null,
    ProcMount: context.procMount ?? null,
    SeccompProfile: context.seccompProfile ?? null,
    AppArmorProfile: context.appArmorProfile ?? null,
  };
}

export function checkPodSecurity(errors: FieldError[], field: string, spec: PodSpec): void {
  const context = spec.securityContext;
  const hostPid = spec.hostPID === true;
  if (context != null) {
    checkId(errors, `${field}.fsGroup`, context.fsGroup);
    checkId(errors, `${field}.runAsUser`, context.runAsUser);
    checkId(errors, `${field}.runAsGroup`, context.runAsGroup);
    const groups = context.supplementalGroups ?? [];
    for (let i = 0; i < groups.length; i++) checkId(errors, `${field}.supplementalGroups[${i}]`, groups[i]);
  }
  if (spec.shareProcessNamespace === true && hostPid) {
    const message = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.push(invalid(`${field}.shareProcessNamespace`, true, message));
  }
  if (context == null) return;
  checkSysctls(errors, `${field}.sysctls`, context.sysctls ?? [], spec);
  const fsPolicy = context.fsGroupChangePolicy;
  if (fsPolicy != null && fsPolicy !== 'Always' && fsPolicy !== 'OnRootMismatch') {
    errors.push(notSupported(`${field}.fsGroupChangePolicy`, fsPolicy, ['Always', 'OnRootMismatch']));
  }
  checkSeccomp(errors, `${field}.seccompProfile`, context.seccompProfile);
  checkAppArmor(errors, `${field}.appArmorProfile`, context.appArmorProfile);
  const groupsPolicy = context.supplementalGroupsPolicy;
  if (groupsPolicy != null && groupsPolicy !== 'Merge' && groupsPolicy !== 'Strict') {
    errors.push(notSupported(`${field}.supplementalGroupsPolicy`, groupsPolicy, ['Merge', 'Strict']));
  }
  const seLinuxPolicy = context.seLinuxChangePolicy;
  if (seLinuxPolicy != null && seLinuxPolicy !== 'MountOption' && seLinuxPolicy !== 'Recursive') {
    errors.push(notSupported(`${field}.seLinuxChangePolicy`, seLinuxPolicy, ['MountOption', 'Recursive']));
  }
}

/** User namespaces don't go with the host's namespaces. */
export function checkHostUsers(errors: FieldError[], field: string, spec: PodSpec): void {
  if (spec.hostUsers !== false) return;
  const message = 'when `pod.Spec.HostUsers` is false';
  if (spec.hostNetwork === true) errors.push(forbidden(`${field}.hostNetwork`, message));
  if (spec.hostPID === true) errors.push(forbidden(`${field}.HostPID`, message));
  if (spec.hostIPC === true) errors.push(forbidden(`${field}.HostIPC`, message));
}

function checkId(errors: FieldError[], field: string, id: number | undefined): void {
  if (id != null) addAll(errors, field, id, isUserOrGroupId(id));
}

function checkSeccomp(errors: FieldError[], field: string, profile: SeccompProfile | undefined): void {
  if (profile == null) return;
  const type = profile.type ?? '';
  if (type === '') errors.push(required(`${field}.type`, 'type is required when seccompProfile is set'));
  else if (!PROFILE_TYPES.includes(type)) errors.push(notSupported(`${field}.type`, type, PROFILE_TYPES));
  const path = `${field}.localhostProfile`;
  if (type === 'Localhost') {
    if (profile.localhostProfile == null) {
      errors.push(required(path, 'must be set when seccomp type is Localhost'));
    } else checkLocalDescendingPath(errors, path, profile.localhostProfile);
  } else if (profile.localhostProfile != null) {
    const printed = { Type: type, LocalhostProfile: profile.localhostProfile };
    errors.push(invalid(path, printed, 'can only be set when seccomp type is Localhost'));
  }
}

function checkAppArmor(errors: FieldError[], field: string, profile: AppArmorProfile | undefined): void {
  if (profile == null) return;
  const path = `${field}.localhostProfile`;
  const local = profile.localhostProfile;
  switch (profile.type ?? '') {
    case 'Localhost':
      if (local == null || local === '') {
        errors.push(required(path, 'must be set when AppArmor type is Localhost'));
        return;
      }
      if (local.trim() !== local) errors.push(invalid(path, local, 'must not be padded with whitespace'));
      if (byteLength(local) > 4095) errors.push(tooLong(path, 4095));
      return;
    case 'RuntimeDefault':
    case 'Unconfined':
      if (local != null) errors.push(invalid(path, local, 'can only be set when AppArmor type is Localhost'));
      return;
    case '':
      errors.push(required(`${field}.type`, 'type is required when appArmorProfile is set'));
      return;
    default:
      errors.push(notSupported(`${field}.type`, profile.type, PROFILE_TYPES));
  }
}

function checkSysctls(errors: FieldError[], field: string, sysctls: readonly Sysctl[], spec: PodSpec): void {
  const names = new Set<string>();
  for (let i = 0; i < sysctls.length; i++) {
    const name = sysctls[i]?.name ?? '';
    const path = `${field}[${i}].name`;
    if (name === '') errors.push(required(path));
    else if (name.length > 253 || !sysctlName.test(name)) {
      errors.push(invalid(path, name, `must have at most 253 characters and match regex ${SYSCTL}`));
    } else if (names.has(name)) errors.push(duplicate(path, name));
    const dotted = name.replaceAll('/', '.');
    if (spec.hostNetwork === true && dotted.startsWith('net.')) {
      errors.push(invalid(path, name, "may not be specified when 'hostNetwork' is true"));
    } else if (spec.hostIPC === true && /^(kernel\.(shm|msg|sem)|fs\.mqueue\.)/.test(dotted)) {
      errors.push(invalid(path, name, "may not be specified when 'hostIPC' is true"));
    }
    names.add(name);
  }
}
