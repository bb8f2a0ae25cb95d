/** Who may import whom (DESIGN's import rule as a table). Areas are the folders of src/, plus content. */
export interface AreaRule {
  /** Areas whose code it may use. Its own area is always allowed. */
  readonly values: readonly string[];
  /** Areas of which it may use types only. */
  readonly types: readonly string[];
}

export const areaRules: Readonly<Record<string, AreaRule>> = {
  shared: { values: [], types: [] },
  engine: { values: ['shared'], types: [] },
  kubectl: { values: ['shared', 'engine'], types: [] },
  worker: { values: ['shared', 'engine', 'kubectl'], types: [] },
  host: { values: ['shared', 'engine', 'kubectl', 'worker', 'lessons', 'content'], types: [] },
  i18n: { values: ['shared', 'content'], types: [] },
  ui: { values: ['shared', 'i18n'], types: [] },
  store: { values: ['shared', 'worker'], types: ['engine', 'kubectl', 'i18n', 'content'] },
  views: { values: ['shared', 'store', 'ui', 'i18n'], types: ['engine', 'kubectl', 'worker', 'content'] },
  lessons: { values: ['shared', 'store', 'ui', 'i18n', 'content'], types: ['engine', 'kubectl', 'worker'] },
  export: { values: ['shared', 'store', 'ui', 'i18n'], types: ['engine', 'kubectl', 'worker', 'content'] },
  stage: {
    values: ['shared', 'store', 'views', 'lessons', 'ui', 'i18n', 'content'],
    types: ['engine', 'kubectl', 'worker'],
  },
  embed: {
    values: ['shared', 'store', 'views', 'lessons', 'stage', 'export', 'ui', 'i18n', 'content'],
    types: ['engine', 'kubectl', 'worker'],
  },
  app: {
    values: ['shared', 'worker', 'store', 'views', 'lessons', 'stage', 'export', 'embed', 'ui', 'i18n', 'content'],
    types: ['engine', 'kubectl'],
  },
  content: {
    values: [],
    types: ['shared', 'engine', 'kubectl', 'worker', 'store', 'views', 'lessons', 'export', 'ui', 'i18n'],
  },
};

/** Inside the engine: kernel ← api ← apiserver ← client ← everything else ← the files that assemble it (src/engine/*.ts). */
const engineRanks: Readonly<Record<string, number>> = { kernel: 0, api: 1, apiserver: 2, client: 3 };

/** Files directly in src/engine that assemble nothing: words and settings, and the types that a process is built from. */
const engineVocabulary: Readonly<Record<string, number>> = {
  'src/engine/config.ts': 1,
  'src/engine/verbs.ts': 1,
  'src/engine/engine-context.ts': 4,
};

export const engineRank = (path: string): number => {
  const part = enginePart(path);
  return engineVocabulary[path] ?? (part === '' ? 5 : (engineRanks[part] ?? 4));
};

/** 'src/engine/kubelet/cri/x.ts' → 'kubelet'; a file directly in src/engine → ''. */
export const enginePart = (path: string): string => {
  const parts = path.split('/');
  return parts.length > 3 ? (parts[2] ?? '') : '';
};

/**
 * Components meet only at the API server, or through the protocol that they really use (CRI, CNI, CSI, DNS, HTTP, IP).
 * Parts that are not named here may be used by any part above the client machinery.
 */
export const engineStrangers: Readonly<Record<string, readonly string[]>> = {
  controllers: ['scheduler', 'kubelet', 'network', 'dns', 'storage', 'metrics', 'workloads', 'invariants'],
  scheduler: ['controllers', 'kubelet', 'network', 'dns', 'metrics', 'workloads', 'invariants'],
  kubelet: ['controllers', 'scheduler', 'invariants'],
  network: ['controllers', 'scheduler', 'kubelet', 'invariants'],
  dns: ['controllers', 'scheduler', 'kubelet', 'invariants'],
  storage: ['controllers', 'scheduler', 'kubelet', 'invariants'],
  metrics: ['controllers', 'scheduler', 'invariants'],
  workloads: ['controllers', 'scheduler', 'kubelet', 'invariants'],
};

/** Names that would bring time, chance, the host or the language's order into the engine. */
export const forbiddenInEngine: ReadonlySet<string> = new Set([
  'async',
  'await',
  'Promise',
  'Date',
  'Math.random',
  'Intl',
  '.localeCompare',
  '.toLocaleString',
  '.toLocaleUpperCase',
  '.toLocaleLowerCase',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'performance',
  'crypto',
  'fetch',
  'console',
  'process',
  'globalThis',
  'window',
  'self',
  'document',
  'navigator',
]);

/** Words by which one would see that the kernel knows Kubernetes. */
export const kubernetesWords: ReadonlySet<string> = new Set([
  'kube',
  'kubernetes',
  'kubelet',
  'kubectl',
  'pod',
  'pods',
  'deployment',
  'deployments',
  'replica',
  'replicas',
  'namespace',
  'namespaces',
  'configmap',
  'daemonset',
  'statefulset',
  'apiserver',
  'scheduler',
  'container',
  'containers',
]);

/** Packages that only some areas may use; a package that is not named here is free for all but the kernel. */
export const packageAreas: Readonly<Record<string, readonly string[]>> = {
  react: ['ui', 'views', 'lessons', 'stage', 'embed', 'app', 'i18n', 'store', 'content'],
  'react-dom': ['app', 'embed', 'ui', 'export'],
  zustand: ['store'],
  comlink: ['worker', 'store'],
  'idb-keyval': ['store', 'worker', 'app'],
  '@kubernetes/client-node': ['host'],
};
