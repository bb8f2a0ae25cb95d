/**
 * Models: pkg/controlplane instance: the kinds beside those without which no Pod runs.
 * Simplified: -
 * Not modelled: -
 */

import { apiServiceKind } from './api-service';
import { certificateSigningRequestKind } from './certificate-signing-request';
import { clusterRoleKind } from './cluster-role';
import { clusterRoleBindingKind } from './cluster-role-binding';
import { controllerRevisionKind } from './controller-revision';
import { cronJobKind } from './cron-job';
import { csiDriverKind } from './csi-driver';
import { csiNodeKind } from './csi-node';
import { csiStorageCapacityKind } from './csi-storage-capacity';
import { customResourceDefinitionKind } from './custom-resource-definition';
import { daemonSetKind } from './daemon-set';
import { endpointsKind } from './endpoints';
import { flowSchemaKind } from './flow-schema';
import { horizontalPodAutoscalerKind } from './horizontal-pod-autoscaler';
import { ingressKind } from './ingress';
import { ingressClassKind } from './ingress-class';
import { ipAddressKind } from './ip-address';
import { jobKind } from './job';
import { erased, type KindDefinition } from './kind-definition';
import { limitRangeKind } from './limit-range';
import { mutatingAdmissionPolicyKind } from './mutating-admission-policy';
import { mutatingAdmissionPolicyBindingKind } from './mutating-admission-policy-binding';
import { mutatingWebhookConfigurationKind } from './mutating-webhook-configuration';
import { networkPolicyKind } from './network-policy';
import { persistentVolumeKind } from './persistent-volume';
import { persistentVolumeClaimKind } from './persistent-volume-claim';
import { podDisruptionBudgetKind } from './pod-disruption-budget';
import { podTemplateKind } from './pod-template';
import { priorityClassKind } from './priority-class';
import { priorityLevelConfigurationKind } from './priority-level-configuration';
import { replicationControllerKind } from './replication-controller';
import { resourceQuotaKind } from './resource-quota';
import { roleKind } from './role';
import { roleBindingKind } from './role-binding';
import { runtimeClassKind } from './runtime-class';
import { serviceCIDRKind } from './service-cidr';
import { statefulSetKind } from './stateful-set';
import { storageClassKind } from './storage-class';
import { validatingAdmissionPolicyKind } from './validating-admission-policy';
import { validatingAdmissionPolicyBindingKind } from './validating-admission-policy-binding';
import { validatingWebhookConfigurationKind } from './validating-webhook-configuration';
import { volumeAttachmentKind } from './volume-attachment';
import { volumeAttributesClassKind } from './volume-attributes-class';

/** A part of its own: it is fetched beside the engine's core. */
export const furtherKinds: readonly KindDefinition[] = [
  erased(endpointsKind),
  erased(limitRangeKind),
  erased(persistentVolumeClaimKind),
  erased(persistentVolumeKind),
  erased(podTemplateKind),
  erased(replicationControllerKind),
  erased(resourceQuotaKind),
  erased(mutatingAdmissionPolicyKind),
  erased(mutatingAdmissionPolicyBindingKind),
  erased(mutatingWebhookConfigurationKind),
  erased(validatingAdmissionPolicyKind),
  erased(validatingAdmissionPolicyBindingKind),
  erased(validatingWebhookConfigurationKind),
  erased(customResourceDefinitionKind),
  erased(apiServiceKind),
  erased(controllerRevisionKind),
  erased(daemonSetKind),
  erased(statefulSetKind),
  erased(horizontalPodAutoscalerKind),
  erased(cronJobKind),
  erased(jobKind),
  erased(certificateSigningRequestKind),
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
