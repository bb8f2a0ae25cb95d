// Models: nothing of Kubernetes; the one public entry of the engine.
// Simplified: —
// Not modelled: —
export { Cluster } from './cluster';
export { type ClusterConfig, configure, defaultConfig, manyNodes, type NodeConfig } from './config';
export type { EngineContext, EngineProcess, ProcessFactory } from './engine-context';
export type { Command, LoggedCommand, Snapshot, Stop } from './kernel/kernel';
export { revive, serialise } from './kernel/serialise';
export type { Change } from './kernel/table';
export type { Level, Recording, Trace, TraceEvent } from './kernel/trace';
export { ViewCursor } from './kernel/view-cursor';
