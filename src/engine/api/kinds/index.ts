/**
 * Models: pkg/controlplane instance (which groups and kinds a server installs).
 * Simplified: a fixed list; one version a kind.
 * Not modelled: custom resources and aggregated APIs.
 */
import type { KubeObject } from '../meta';
import { apiServiceKind } from './api-service';
import { certificateSigningRequestKind } from './certificate-signing-request';
import { clusterRoleKind } from './cluster-role';
import { clusterRoleBindingKind } from './cluster-role-binding';
import { configMapKind } from './config-map';
import { controllerRevisionKind } from './controller-revision';
import { cronJobKind } from './cron-job';
import { csiDriverKind } from './csi-driver';
import { csiNodeKind } from './csi-node';
import { csiStorageCapacityKind } from './csi-storage-capacity';
import { daemonSetKind } from './daemon-set';
import { deploymentKind } from './deployment';
import { endpointSliceKind } from './endpoint-slice';
import { endpointsKind } from './endpoints';
import { eventKind } from './event';
import { flowSchemaKind } from './flow-schema';
import { horizontalPodAutoscalerKind } from './horizontal-pod-autoscaler';
import { ingressKind } from './ingress';
import { ingressClassKind } from './ingress-class';
import { ipAddressKind } from './ip-address';
import { jobKind } from './job';
import type { KindDefinition } from './kind-definition';
import { leaseKind } from './lease';
import { limitRangeKind } from './limit-range';
import { mutatingAdmissionPolicyKind } from './mutating-admission-policy';
import { mutatingAdmissionPolicyBindingKind } from './mutating-admission-policy-binding';
import { mutatingWebhookConfigurationKind } from './mutating-webhook-configuration';
import { namespaceKind } from './namespace';
import { networkPolicyKind } from './network-policy';
import { nodeKind } from './node';
import { persistentVolumeKind } from './persistent-volume';
import { persistentVolumeClaimKind } from './persistent-volume-claim';
import { podKind } from './pod';
import { podDisruptionBudgetKind } from './pod-disruption-budget';
import { podTemplateKind } from './pod-template';
import { priorityClassKind } from './priority-class';
import { priorityLevelConfigurationKind } from './priority-level-configuration';
import { replicaSetKind } from './replica-set';
import { replicationControllerKind } from './replication-controller';
import { resourceQuotaKind } from './resource-quota';
import { roleKind } from './role';
import { roleBindingKind } from './role-binding';
import { runtimeClassKind } from './runtime-class';
import { secretKind } from './secret';
import { serviceKind } from './service';
import { serviceAccountKind } from './service-account';
import { serviceCIDRKind } from './service-cidr';
import { statefulSetKind } from './stateful-set';
import { storageClassKind } from './storage-class';
import { validatingAdmissionPolicyKind } from './validating-admission-policy';
import { validatingAdmissionPolicyBindingKind } from './validating-admission-policy-binding';
import { validatingWebhookConfigurationKind } from './validating-webhook-configuration';
import { volumeAttachmentKind } from './volume-attachment';
import { volumeAttributesClassKind } from './volume-attributes-class';

export { configMapKind } from './config-map';
export { deploymentKind } from './deployment';
export type * from './kind-definition';
export { leaseKind } from './lease';
export { nodeKind } from './node';
export { podKind } from './pod';
export { replicaSetKind } from './replica-set';
export { secretKind } from './secret';
export { isUnserved } from './unserved';

/** A definition whose own object type is forgotten: the REST layer hands each kind only objects of that kind. */
function erased<T extends KubeObject>(kind: KindDefinition<T>): KindDefinition {
  return kind as unknown as KindDefinition;
}

/** Every stored kind, core group first, then by group and resource: the order of discovery. */
export const kinds: readonly KindDefinition[] = [
  erased(configMapKind),
  erased(endpointsKind),
  erased(eventKind),
  erased(limitRangeKind),
  erased(namespaceKind),
  erased(nodeKind),
  erased(persistentVolumeClaimKind),
  erased(persistentVolumeKind),
  erased(podKind),
  erased(podTemplateKind),
  erased(replicationControllerKind),
  erased(resourceQuotaKind),
  erased(secretKind),
  erased(serviceAccountKind),
  erased(serviceKind),
  erased(mutatingAdmissionPolicyKind),
  erased(mutatingAdmissionPolicyBindingKind),
  erased(mutatingWebhookConfigurationKind),
  erased(validatingAdmissionPolicyKind),
  erased(validatingAdmissionPolicyBindingKind),
  erased(validatingWebhookConfigurationKind),
  erased(apiServiceKind),
  erased(controllerRevisionKind),
  erased(daemonSetKind),
  erased(deploymentKind),
  erased(replicaSetKind),
  erased(statefulSetKind),
  erased(horizontalPodAutoscalerKind),
  erased(cronJobKind),
  erased(jobKind),
  erased(certificateSigningRequestKind),
  erased(leaseKind),
  erased(endpointSliceKind),
  erased(flowSchemaKind),
  erased(priorityLevelConfigurationKind),
  erased(ingressClassKind),
  erased(ingressKind),
  erased(ipAddressKind),
  erased(networkPolicyKind),
  erased(serviceCIDRKind),
  erased(runtimeClassKind),
  erased(podDisruptionBudgetKind),
  erased(clusterRoleBindingKind),
  erased(clusterRoleKind),
  erased(roleBindingKind),
  erased(roleKind),
  erased(priorityClassKind),
  erased(csiDriverKind),
  erased(csiNodeKind),
  erased(csiStorageCapacityKind),
  erased(storageClassKind),
  erased(volumeAttachmentKind),
  erased(volumeAttributesClassKind),
];

const byResource = new Map(kinds.map((kind) => [`${kind.group}/${kind.version}/${kind.resource}`, kind]));
const byKind = new Map(
  kinds.map((kind) => [`${kind.group === '' ? '' : `${kind.group}/`}${kind.version} ${kind.kind}`, kind]),
);

/** The kind behind a path's group, version and plural resource. */
export function kindOf(group: string, version: string, resource: string): KindDefinition | undefined {
  return byResource.get(`${group}/${version}/${resource}`);
}

/** The kind behind an object's own `apiVersion` and `kind`. */
export function kindByGvk(apiVersion: string, kind: string): KindDefinition | undefined {
  return byKind.get(`${apiVersion} ${kind}`);
}
