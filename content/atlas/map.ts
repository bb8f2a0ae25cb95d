import type { DocumentFolder } from './documents';

/** The regions of the map of Kubernetes, and the documents that each of them opens. Places are units of the map's own sheet, 912 × 640. */
export interface MapRegion {
  readonly id: RegionId;
  readonly accent: 'cp' | 'node' | 'net' | 'sto' | 'work';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly documents: readonly DocumentFolder[];
}

export type RegionId =
  | 'controlPlane'
  | 'workloads'
  | 'traffic'
  | 'nodes'
  | 'autoscaling'
  | 'storage'
  | 'configuration'
  | 'flannel';

export const mapRegions: readonly MapRegion[] = [
  { id: 'controlPlane', accent: 'cp', x: 0, y: 44, width: 560, height: 196, documents: ['scheduler'] },
  { id: 'workloads', accent: 'work', x: 572, y: 44, width: 340, height: 196, documents: ['deployment'] },
  { id: 'traffic', accent: 'net', x: 0, y: 252, width: 184, height: 232, documents: ['dns', 'endpointslice'] },
  { id: 'nodes', accent: 'node', x: 196, y: 252, width: 504, height: 246, documents: ['kubelet', 'pod'] },
  { id: 'autoscaling', accent: 'work', x: 712, y: 252, width: 200, height: 120, documents: ['hpa'] },
  { id: 'storage', accent: 'sto', x: 712, y: 384, width: 200, height: 256, documents: ['csi', 'pvc'] },
  { id: 'configuration', accent: 'work', x: 0, y: 496, width: 184, height: 144, documents: [] },
  { id: 'flannel', accent: 'net', x: 196, y: 528, width: 504, height: 112, documents: ['network'] },
];

/** The eight stations of one `apply`, in order: where the ink line stops. */
export const applyStations: readonly { readonly x: number; readonly y: number }[] = [
  { x: 93, y: 111 },
  { x: 124, y: 111 },
  { x: 124, y: 215 },
  { x: 458, y: 112 },
  { x: 446, y: 141 },
  { x: 207, y: 304 },
  { x: 207, y: 353 },
  { x: 207, y: 393 },
];
