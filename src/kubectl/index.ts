// Models: k8s.io/kubectl: the one entry of this client.
// Simplified: —
// Not modelled: —

export { afterApply } from './after-apply';
export { lastAppliedAnnotation, type ManifestObject, type Mapped, mapObject } from './apply';
export { parseCommandLine } from './command-line';
export { type FilePayload, type KubectlRun, kubectlProcess, type PrintedLine } from './process';
