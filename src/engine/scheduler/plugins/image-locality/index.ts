// Models: pkg/scheduler/framework/plugins/imagelocality/image_locality.go ImageLocality; backend/cache ImageStateSummary.
// Simplified: —
// Not modelled: —
import type { Node, Pod } from '../../../api/types';
import type { NodeInfo } from '../../cache/node-info';
import type { CycleState, StateData } from '../../framework/cycle-state';
import type { PluginDefinition } from '../../framework/plugin';
import { normalizedImageName } from './image-name';

const name = 'ImageLocality';
const mebibyte = 1024 * 1024;
const minThreshold = 23 * mebibyte;
const maxContainerThreshold = 1000 * mebibyte;

interface PreScoreState extends StateData {
  /** Of the Pod, in the form in which nodes list them. */
  readonly images: readonly string[];
  /** On how many nodes each of them is. */
  readonly nodes: ReadonlyMap<string, number>;
  readonly numNodes: number;
}

type Images = ReadonlyMap<string, number>;

const imagesByList = new WeakMap<object, Images>();
const noImages: Images = new Map();

/** Sizes by name, of what a node says that it has. */
function imagesOf(node: Node | undefined): Images {
  const list = node?.status?.images;
  if (!list) return noImages;
  let images = imagesByList.get(list);
  if (!images) {
    const sizes = new Map<string, number>();
    for (const { names = [], sizeBytes = 0 } of list) for (const image of names) sizes.set(image, sizeBytes);
    images = sizes;
    imagesByList.set(list, images);
  }
  return images;
}

/** Of every container, the init containers too, and of image volumes. */
function imagesWanted({ spec }: Pod): string[] {
  const images: string[] = [];
  const add = (image: string | undefined) => images.push(normalizedImageName(image ?? ''));
  for (const { image } of spec?.initContainers ?? []) add(image);
  for (const { image } of spec?.containers ?? []) add(image);
  for (const { image } of spec?.volumes ?? []) if (image) add(image.reference);
  return images;
}

function stateOf(pod: Pod, all: readonly NodeInfo[]): PreScoreState {
  const images = imagesWanted(pod);
  const nodes = new Map<string, number>();
  for (const { node } of all) {
    const there = imagesOf(node);
    if (there.size === 0) continue;
    for (const image of new Set(images)) if (there.has(image)) nodes.set(image, (nodes.get(image) ?? 0) + 1);
  }
  return { images, nodes, numNodes: all.length };
}

/** 0…100 by the size of the images that are there, each weighted with the share of nodes that have it. */
function scoreOf(node: Node | undefined, { images, nodes, numNodes }: PreScoreState): number {
  const there = imagesOf(node);
  let sum = 0;
  for (const image of images) {
    const size = there.get(image);
    if (size !== undefined) sum += Math.trunc(size * ((nodes.get(image) ?? 0) / numNodes));
  }
  const max = maxContainerThreshold * images.length;
  const within = Math.min(Math.max(sum, minThreshold), max);
  return Math.floor((100 * (within - minThreshold)) / (max - minThreshold));
}

/** Prefers nodes that need not pull the Pod's images; an image that few nodes have counts little, lest they fill up. */
export const imageLocality: PluginDefinition = {
  name,
  build: (_args, handle) => ({
    preScore: (state: CycleState, pod) => {
      state.write(name, stateOf(pod, handle.nodeInfos()));
      return undefined;
    },
    score: (state, pod, { node }) => scoreOf(node, state.read<PreScoreState>(name) ?? stateOf(pod, handle.nodeInfos())),
  }),
};
