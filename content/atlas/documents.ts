/** The ten documents that the lab follows, in their own order. `folder` is where a document's lessons and diagrams are. */
export interface DocumentEntry {
  readonly number: number;
  readonly folder: DocumentFolder;
  /** Subsystem whose colour it carries. */
  readonly accent: 'cp' | 'node' | 'net' | 'sto' | 'work';
  readonly figures: number;
}

export type DocumentFolder =
  | 'scheduler'
  | 'network'
  | 'kubelet'
  | 'csi'
  | 'dns'
  | 'deployment'
  | 'endpointslice'
  | 'hpa'
  | 'pvc'
  | 'pod';

export const documents: readonly DocumentEntry[] = [
  { number: 1, folder: 'scheduler', accent: 'cp', figures: 4 },
  { number: 2, folder: 'network', accent: 'net', figures: 7 },
  { number: 3, folder: 'kubelet', accent: 'node', figures: 13 },
  { number: 4, folder: 'csi', accent: 'sto', figures: 11 },
  { number: 5, folder: 'dns', accent: 'net', figures: 2 },
  { number: 6, folder: 'deployment', accent: 'work', figures: 3 },
  { number: 7, folder: 'endpointslice', accent: 'net', figures: 3 },
  { number: 8, folder: 'hpa', accent: 'work', figures: 3 },
  { number: 9, folder: 'pvc', accent: 'sto', figures: 6 },
  { number: 10, folder: 'pod', accent: 'node', figures: 20 },
];
