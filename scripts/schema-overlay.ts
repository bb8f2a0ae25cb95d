/**
 * What the generated schema cannot learn from the official client's models: which kinds the project knows, which
 * strings are quantities or named string types, enums, the strategic-merge tags of the Go structs, and what
 * Kubernetes 1.37 added to the 1.36 models. `gen-schema.ts` applies this and fails on a name that does not exist.
 */

export interface KindEntry {
  readonly apiVersion: string;
  readonly kind: string;
  /** Model of the client package, found in dist/gen/models. */
  readonly model: string;
  /** Stored kinds always carry metadata, so their TypeScript type requires it. */
  readonly stored: boolean;
}

const stored = (apiVersion: string, kind: string, model: string): KindEntry => ({
  apiVersion,
  kind,
  model,
  stored: true,
});
const passing = (apiVersion: string, kind: string, model: string): KindEntry => ({
  apiVersion,
  kind,
  model,
  stored: false,
});

/** The one list of kinds: a new kind starts with one line here, then `npm run gen:schema`. */
export const kinds: readonly KindEntry[] = [
  stored('v1', 'Namespace', 'V1Namespace'),
  stored('v1', 'Node', 'V1Node'),
  stored('v1', 'Pod', 'V1Pod'),
  stored('v1', 'Service', 'V1Service'),
  stored('v1', 'ConfigMap', 'V1ConfigMap'),
  stored('v1', 'Secret', 'V1Secret'),
  stored('v1', 'ServiceAccount', 'V1ServiceAccount'),
  stored('v1', 'Event', 'CoreV1Event'),
  stored('v1', 'PersistentVolumeClaim', 'V1PersistentVolumeClaim'),
  stored('apps/v1', 'ReplicaSet', 'V1ReplicaSet'),
  stored('apps/v1', 'Deployment', 'V1Deployment'),
  stored('coordination.k8s.io/v1', 'Lease', 'V1Lease'),
  stored('discovery.k8s.io/v1', 'EndpointSlice', 'V1EndpointSlice'),
  stored('scheduling.k8s.io/v1', 'PriorityClass', 'V1PriorityClass'),
  stored('v1', 'Binding', 'V1Binding'),
  stored('autoscaling/v1', 'Scale', 'V1Scale'),
  stored('policy/v1', 'Eviction', 'V1Eviction'),
  passing('v1', 'Status', 'V1Status'),
  passing('v1', 'DeleteOptions', 'V1DeleteOptions'),
];

/**
 * Notation of one field, as in schema.json:
 * `s` string, `s:Name` named string type, `b` bool, `i` int32, `l` int64, `f` float64, `t` time, `m` micro time,
 * `q` quantity, `x` int-or-string, `y` bytes (base64), `*` any JSON value, `Name` another type;
 * `[]T` list, `{}T` map by string; `[key]T` list that strategic merge joins by that key, `[=]T` joined by value;
 * leading `~` retainKeys; trailing `!` required.
 */
export type Notation = string;

/** Fields, and whole types, that Kubernetes 1.37 has and the 1.36 models lack. */
export const additions: Readonly<Record<string, Readonly<Record<string, Notation>>>> = {
  ClusterTrustBundleProjection: { user: 'l' },
  ConfigMapVolumeSource: { defaultUser: 'l' },
  DownwardAPIVolumeFile: { user: 'l' },
  DownwardAPIVolumeSource: { defaultUser: 'l' },
  EmptyDirVolumeSource: { mode: 'i' },
  EvictionResponder: { name: 's!', priority: 'i!' },
  GRPCAction: { mode: 's:GRPCProbeMode' },
  HTTPGetAction: { protocol: 's:HTTPProtocol' },
  KeyToPath: { user: 'l' },
  NodeAllocatableMappedResources: { name: 's:ResourceName!', quantity: 'q!' },
  NodeAllocatableOverheadResources: { name: 's:ResourceName!', perContainer: 'q', perPod: 'q' },
  NodeAllocatableResourceClaimStatus: {
    mapping: '[]NodeAllocatableMappedResources',
    overhead: '[]NodeAllocatableOverheadResources',
  },
  NodePodPreemptionPolicy: { disableResizePreemption: '[]s' },
  NodeSpec: { podPreemptionPolicy: 'NodePodPreemptionPolicy' },
  NodeSystemInfo: { runningInUserNamespace: 'b' },
  PersistentVolumeClaimStatus: { healthStatus: 'VolumeHealthStatus' },
  PodCertificateProjection: { user: 'l' },
  PodSpec: { evictionResponders: '[]EvictionResponder' },
  PodStatus: { volumeHealth: '[]PodVolumeHealth' },
  PodVolumeHealth: { healthConditions: '[]VolumeHealthCondition', lastTransitionTime: 't', name: 's!' },
  ProjectedVolumeSource: { defaultUser: 'l' },
  SecretVolumeSource: { defaultUser: 'l' },
  ServiceAccountTokenProjection: { user: 'l' },
  VolumeHealthCondition: { message: 's', reason: 's!', status: 's:VolumeHealthStatusType!' },
  VolumeHealthStatus: { healthConditions: '[]VolumeHealthCondition', lastTransitionTime: 't' },
  VolumeMount: { bindMountOptions: '[]s' },
};

/** Fields of the 1.36 models that 1.37 no longer has. */
export const removals: readonly string[] = ['NodeAllocatableResourceClaimStatus.resources'];

/** Quantities: plain strings in the models. `Type.field`; the notation keeps its map or list form. */
export const quantityFields: readonly string[] = [
  'ContainerStatus.allocatedResources',
  'EmptyDirVolumeSource.sizeLimit',
  'NodeStatus.allocatable',
  'NodeStatus.capacity',
  'PersistentVolumeClaimStatus.allocatedResources',
  'PersistentVolumeClaimStatus.capacity',
  'PodSpec.overhead',
  'PodStatus.allocatedResources',
  'ResourceFieldSelector.divisor',
  'ResourceRequirements.limits',
  'ResourceRequirements.requests',
  'VolumeResourceRequirements.limits',
  'VolumeResourceRequirements.requests',
];

/** Named string types of the Go structs and the fields that have them: the wording of decoding errors, and enums. */
export const namedStrings: Readonly<Record<string, readonly string[]>> = {
  AddressType: ['EndpointSlice.addressType'],
  AppArmorProfileType: ['AppArmorProfile.type'],
  AzureDataDiskCachingMode: ['AzureDiskVolumeSource.cachingMode'],
  AzureDataDiskKind: ['AzureDiskVolumeSource.kind'],
  Capability: ['Capabilities.add', 'Capabilities.drop'],
  CauseType: ['StatusCause.reason'],
  ClaimResourceStatus: ['PersistentVolumeClaimStatus.allocatedResourceStatuses'],
  ConditionStatus: [
    'Condition.status',
    'DeploymentCondition.status',
    'NamespaceCondition.status',
    'NodeCondition.status',
    'PersistentVolumeClaimCondition.status',
    'PodCondition.status',
    'ReplicaSetCondition.status',
  ],
  ContainerRestartPolicy: ['Container.restartPolicy', 'EphemeralContainer.restartPolicy'],
  ContainerRestartRuleAction: ['ContainerRestartRule.action'],
  ContainerRestartRuleOnExitCodesOperator: ['ContainerRestartRuleOnExitCodes.operator'],
  CoordinatedLeaseStrategy: ['LeaseSpec.strategy'],
  DNSPolicy: ['PodSpec.dnsPolicy'],
  DeletionPropagation: ['DeleteOptions.propagationPolicy'],
  DeploymentConditionType: ['DeploymentCondition.type'],
  DeploymentStrategyType: ['DeploymentStrategy.type'],
  FinalizerName: ['NamespaceSpec.finalizers'],
  HostPathType: ['HostPathVolumeSource.type'],
  IPFamily: ['ServiceSpec.ipFamilies'],
  IPFamilyPolicy: ['ServiceSpec.ipFamilyPolicy'],
  LabelSelectorOperator: ['LabelSelectorRequirement.operator'],
  LoadBalancerIPMode: ['LoadBalancerIngress.ipMode'],
  ManagedFieldsOperationType: ['ManagedFieldsEntry.operation'],
  MountPropagationMode: ['VolumeMount.mountPropagation'],
  NamespaceConditionType: ['NamespaceCondition.type'],
  NamespacePhase: ['NamespaceStatus.phase'],
  NodeAddressType: ['NodeAddress.type'],
  NodeConditionType: ['NodeCondition.type'],
  NodeInclusionPolicy: ['TopologySpreadConstraint.nodeAffinityPolicy', 'TopologySpreadConstraint.nodeTaintsPolicy'],
  NodePhase: ['NodeStatus.phase'],
  NodeSelectorOperator: ['NodeSelectorRequirement.operator'],
  OSName: ['PodOS.name'],
  PersistentVolumeAccessMode: ['PersistentVolumeClaimSpec.accessModes', 'PersistentVolumeClaimStatus.accessModes'],
  PersistentVolumeClaimConditionType: ['PersistentVolumeClaimCondition.type'],
  PersistentVolumeClaimModifyVolumeStatus: ['ModifyVolumeStatus.status'],
  PersistentVolumeClaimPhase: ['PersistentVolumeClaimStatus.phase'],
  PersistentVolumeMode: ['PersistentVolumeClaimSpec.volumeMode'],
  PodConditionType: ['PodCondition.type', 'PodReadinessGate.conditionType'],
  PodFSGroupChangePolicy: ['PodSecurityContext.fsGroupChangePolicy'],
  PodPhase: ['PodStatus.phase'],
  PodQOSClass: ['PodStatus.qosClass'],
  PodResizeStatus: ['PodStatus.resize'],
  PodSELinuxChangePolicy: ['PodSecurityContext.seLinuxChangePolicy'],
  PreemptionPolicy: ['PodSpec.preemptionPolicy', 'PriorityClass.preemptionPolicy'],
  ProcMountType: ['SecurityContext.procMount'],
  Protocol: ['ContainerPort.protocol', 'EndpointPort.protocol', 'PortStatus.protocol', 'ServicePort.protocol'],
  PullPolicy: ['Container.imagePullPolicy', 'EphemeralContainer.imagePullPolicy', 'ImageVolumeSource.pullPolicy'],
  RecursiveReadOnlyMode: ['VolumeMount.recursiveReadOnly', 'VolumeMountStatus.recursiveReadOnly'],
  ReplicaSetConditionType: ['ReplicaSetCondition.type'],
  ResourceHealthStatus: ['ResourceHealth.health'],
  ResourceID: ['ResourceHealth.resourceID'],
  ResourceName: ['ContainerResizePolicy.resourceName', 'ResourceStatus.name'],
  ResourceResizeRestartPolicy: ['ContainerResizePolicy.restartPolicy'],
  RestartPolicy: ['PodSpec.restartPolicy'],
  SeccompProfileType: ['SeccompProfile.type'],
  SecretType: ['Secret.type'],
  ServiceAffinity: ['ServiceSpec.sessionAffinity'],
  ServiceExternalTrafficPolicy: ['ServiceSpec.externalTrafficPolicy'],
  ServiceInternalTrafficPolicy: ['ServiceSpec.internalTrafficPolicy'],
  ServiceType: ['ServiceSpec.type'],
  Signal: ['ContainerStatus.stopSignal', 'Lifecycle.stopSignal'],
  StatusReason: ['Status.reason'],
  StorageMedium: ['EmptyDirVolumeSource.medium'],
  SupplementalGroupsPolicy: ['PodSecurityContext.supplementalGroupsPolicy'],
  TaintEffect: ['Taint.effect', 'Toleration.effect'],
  TerminationMessagePolicy: ['Container.terminationMessagePolicy', 'EphemeralContainer.terminationMessagePolicy'],
  TolerationOperator: ['Toleration.operator'],
  URIScheme: ['HTTPGetAction.scheme'],
  UniqueVolumeName: ['AttachedVolume.name', 'NodeStatus.volumesInUse'],
  UnsatisfiableConstraintAction: ['TopologySpreadConstraint.whenUnsatisfiable'],
  'types.UID': [
    'ConfigMapNodeConfigSource.uid',
    'ObjectMeta.uid',
    'ObjectReference.uid',
    'OwnerReference.uid',
    'Preconditions.uid',
    'StatusDetails.uid',
  ],
};

/**
 * patchStrategy and patchMergeKey tags of the Go structs: a merge key, `=` for lists of primitives, `~` retainKeys.
 * A list that is not here is atomic: a patch replaces it.
 */
export const mergeKeys: Readonly<Record<string, string>> = {
  'Container.env': 'name',
  'Container.ports': 'containerPort',
  'Container.volumeDevices': 'devicePath',
  'Container.volumeMounts': 'mountPath',
  'ContainerStatus.allocatedResourcesStatus': 'name',
  'ContainerStatus.volumeMounts': 'mountPath',
  'DeploymentSpec.strategy': '~',
  'DeploymentStatus.conditions': 'type',
  'EphemeralContainer.env': 'name',
  'EphemeralContainer.ports': 'containerPort',
  'EphemeralContainer.volumeDevices': 'devicePath',
  'EphemeralContainer.volumeMounts': 'mountPath',
  'NamespaceStatus.conditions': 'type',
  'NodeAllocatableResourceClaimStatus.mapping': 'name',
  'NodeAllocatableResourceClaimStatus.overhead': 'name',
  'NodeSpec.podCIDRs': '=',
  'NodeStatus.addresses': 'type',
  'NodeStatus.conditions': 'type',
  'ObjectMeta.finalizers': '=',
  'ObjectMeta.ownerReferences': 'uid',
  'PersistentVolumeClaimStatus.conditions': 'type',
  'PodSpec.containers': 'name',
  'PodSpec.ephemeralContainers': 'name',
  'PodSpec.evictionResponders': 'name',
  'PodSpec.hostAliases': 'ip',
  'PodSpec.imagePullSecrets': 'name',
  'PodSpec.initContainers': 'name',
  'PodSpec.resourceClaims': '~name',
  'PodSpec.schedulingGates': 'name',
  'PodSpec.topologySpreadConstraints': 'topologyKey',
  'PodSpec.volumes': '~name',
  'PodStatus.conditions': 'type',
  'PodStatus.hostIPs': 'ip',
  'PodStatus.nodeAllocatableResourceClaimStatuses': 'resourceClaimName',
  'PodStatus.podIPs': 'ip',
  'PodStatus.resourceClaimStatuses': '~name',
  'PodVolumeHealth.healthConditions': 'status',
  'ReplicaSetStatus.conditions': 'type',
  'ServiceAccount.secrets': 'name',
  'ServiceSpec.ports': 'port',
  'ServiceStatus.conditions': 'type',
  'VolumeHealthStatus.healthConditions': 'status',
};

/** Closed sets of values, by named string type, sorted as upstream's messages print them. */
export const enums: Readonly<Record<string, readonly string[]>> = {
  AddressType: ['FQDN', 'IPv4', 'IPv6'],
  AppArmorProfileType: ['Localhost', 'RuntimeDefault', 'Unconfined'],
  AzureDataDiskCachingMode: ['None', 'ReadOnly', 'ReadWrite'],
  AzureDataDiskKind: ['Dedicated', 'Managed', 'Shared'],
  ConditionStatus: ['False', 'True', 'Unknown'],
  ContainerRestartPolicy: ['Always', 'Never', 'OnFailure'],
  ContainerRestartRuleAction: ['Restart', 'RestartAllContainers'],
  ContainerRestartRuleOnExitCodesOperator: ['In', 'NotIn'],
  DNSPolicy: ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'],
  DeletionPropagation: ['Background', 'Foreground', 'Orphan'],
  DeploymentStrategyType: ['Recreate', 'RollingUpdate'],
  GRPCProbeMode: ['Plaintext', 'TLS'],
  HTTPProtocol: ['HTTP1', 'HTTP2'],
  HostPathType: ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'],
  IPFamily: ['IPv4', 'IPv6'],
  IPFamilyPolicy: ['PreferDualStack', 'RequireDualStack', 'SingleStack'],
  LabelSelectorOperator: ['DoesNotExist', 'Exists', 'In', 'NotIn'],
  LoadBalancerIPMode: ['Proxy', 'VIP'],
  MountPropagationMode: ['Bidirectional', 'HostToContainer', 'None'],
  NamespacePhase: ['Active', 'Terminating'],
  NodeInclusionPolicy: ['Honor', 'Ignore'],
  NodeSelectorOperator: ['DoesNotExist', 'Exists', 'Gt', 'In', 'Lt', 'NotIn'],
  OSName: ['linux', 'windows'],
  PersistentVolumeAccessMode: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'],
  PersistentVolumeClaimPhase: ['Bound', 'Lost', 'Pending'],
  PersistentVolumeMode: ['Block', 'Filesystem'],
  PodFSGroupChangePolicy: ['Always', 'OnRootMismatch'],
  PodPhase: ['Failed', 'Pending', 'Running', 'Succeeded', 'Unknown'],
  PodQOSClass: ['BestEffort', 'Burstable', 'Guaranteed'],
  PodSELinuxChangePolicy: ['MountOption', 'Recursive'],
  PreemptionPolicy: ['Never', 'PreemptLowerPriority'],
  ProcMountType: ['Default', 'Unmasked'],
  Protocol: ['SCTP', 'TCP', 'UDP'],
  PullPolicy: ['Always', 'IfNotPresent', 'Never'],
  RecursiveReadOnlyMode: ['Disabled', 'Enabled', 'IfPossible'],
  ResourceResizeRestartPolicy: ['NotRequired', 'RestartContainer'],
  RestartPolicy: ['Always', 'Never', 'OnFailure'],
  SeccompProfileType: ['Localhost', 'RuntimeDefault', 'Unconfined'],
  ServiceAffinity: ['ClientIP', 'None'],
  ServiceExternalTrafficPolicy: ['Cluster', 'Local'],
  ServiceInternalTrafficPolicy: ['Cluster', 'Local'],
  ServiceType: ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'],
  SupplementalGroupsPolicy: ['Merge', 'Strict'],
  TaintEffect: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'],
  TerminationMessagePolicy: ['FallbackToLogsOnError', 'File'],
  TolerationOperator: ['Equal', 'Exists', 'Gt', 'Lt'],
  URIScheme: ['HTTP', 'HTTPS'],
  UnsatisfiableConstraintAction: ['DoNotSchedule', 'ScheduleAnyway'],
};
