// Models: k8s.io/kubectl: the one entry of this client.
// Simplified: —
// Not modelled: —

export type { ManifestObject, Mapped } from './apply';
export { parseCommandLine } from './command-line';
export { afterApply, type Completion, completeTyped, type LinePayload, mapObject } from './lines';
export { type FilePayload, type KubectlRun, kubectlProcess, type PrintedLine } from './process';
/** The commands are a part of their own. Before one is given, this must have been awaited. */
export const loadLines = () => import('./line/index');
