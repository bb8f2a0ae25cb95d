// Models: nothing of Kubernetes; the one public entry of the engine.
// Simplified: —
// Not modelled: —

export { humanDuration } from './api/human-duration';
export {
  deploymentKind,
  isUnserved,
  type KindDefinition,
  kindByGvk,
  kinds,
  replicaSetKind,
  schemaName,
} from './api/kinds';
export { isControlledBy, type KubeObject, keyOf, splitKey } from './api/meta';
/** The reader of manifests, a part of its own: its YAML parser is a sixth of all, and a run from recorded objects needs none. */
export { notModelled } from './api/not-modelled';
export {
  addQuantities,
  compareQuantities,
  mustParseQuantity,
  newQuantity,
  parseQuantity,
  quantityMilliValue,
  quantityText,
  quantityValue,
} from './api/quantity';
export { findStruct, type StructSchema, type TypeSchema } from './api/schema/schema';
export { selectorFromLabelSelector, selectorText } from './api/selectors';
export type { Status } from './api/status';
export type * from './api/types';
export { decodeStrict } from './api/validate-schema';
export { resolvePlain } from './api/yaml-scalar';
export type { RequestDetail } from './apiserver/api-server';
export type { PodExecOptions, StreamChunk } from './apiserver/connect';
export { extensions } from './apiserver/extensions';
export type { ApiResponse } from './apiserver/http';
export { strategicMergePatch } from './apiserver/patch/strategic-merge';
export { pathOf } from './apiserver/request-info';
export type { WatchDelivery } from './apiserver/watch';
export type { Session } from './client/session';
export { Cluster } from './cluster';
export { type ClusterConfig, configure, defaultConfig, manyNodes, type NodeConfig } from './config';
export type { DeploymentBounds } from './controllers/deployment/bounds';
export { type Due, nextDue } from './due';
export type { EngineContext, EngineProcess, ProcessFactory } from './engine-context';
export type { Command, LoggedCommand, Snapshot, Stop } from './kernel/kernel';
export { revive, serialise } from './kernel/serialise';
export type { Change } from './kernel/table';
export type { Level, Recording, Trace, TraceEvent } from './kernel/trace';
export { ViewCursor } from './kernel/view-cursor';
export type { OutsideListener, OutsideRequest, WireEvent } from './requests';
export { type Branch, Timeline } from './timeline';
export {
  type CauseOf,
  causesOf,
  findMatch,
  matches,
  type PredicateValue,
  predicateTest,
  type SubjectReference,
  subjectReference,
  type TracePredicate,
  valueAt,
} from './trace-predicate';
export { type Verb, verbs } from './verbs';
export { imageNotes } from './workloads/image-notes';
export const loadManifestReader = () => import('./api/manifest');
/** The kinds beside those without which no Pod runs, a part of their own; a cluster needs them before it is built. */
export const loadFurtherKinds = () => import('./further-kinds');
