import type { ClusterModel, NodeBox, ObjectCard, PodCell } from '../cluster/model';

/** `only`: the other branch has it not; `other`: it stands otherwise there. */
export type Difference = 'only' | 'other';

/** One object that is not the same in two branches; on one side it may not be there. */
export type DifferentObject = { readonly id: string } & (
  | { readonly kind: 'card'; readonly sides: readonly [ObjectCard | undefined, ObjectCard | undefined] }
  | { readonly kind: 'node'; readonly sides: readonly [NodeBox | undefined, NodeBox | undefined] }
  | { readonly kind: 'pod'; readonly sides: readonly [PodCell | undefined, PodCell | undefined] }
);

export interface ClusterComparison {
  /** Cards first, then nodes, then Pods, each by id. */
  readonly objects: readonly DifferentObject[];
  /** What to mark on the picture of each side, by id. */
  readonly marks: readonly [ReadonlyMap<string, Difference>, ReadonlyMap<string, Difference>];
}

/** What a picture says of a Pod, without its place. */
function podFacts({ node, listed, state }: PodCell): string {
  return `${node} ${listed} ${state.look} ${state.restarts} ${state.reason} ${state.message}`;
}

/** Of a node, without what its Pods ask for: that differs wherever a Pod does. */
function nodeFacts({ ready, cut, unschedulable }: NodeBox): string {
  return `${ready} ${cut} ${unschedulable}`;
}

function cardFacts({ want, have, failing, revision, endpoints, endpointsReady, address }: ObjectCard): string {
  return `${want} ${have} ${failing} ${revision} ${endpoints} ${endpointsReady} ${address}`;
}

const podsOf = (model: ClusterModel): readonly PodCell[] => [
  ...model.waiting,
  ...model.nodes.flatMap(({ pods }) => pods),
];

function pairs<T extends { readonly id: string }>(
  left: readonly T[],
  right: readonly T[],
  facts: (object: T) => string,
): { readonly id: string; readonly sides: readonly [T | undefined, T | undefined] }[] {
  const there = new Map(right.map((object) => [object.id, object]));
  const found: { id: string; sides: readonly [T | undefined, T | undefined] }[] = [];
  for (const object of left) {
    const other = there.get(object.id);
    there.delete(object.id);
    if (!other || facts(object) !== facts(other)) found.push({ id: object.id, sides: [object, other] });
  }
  for (const [id, object] of there) found.push({ id, sides: [undefined, object] });
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What differs between the clusters of two branches. */
export function compareClusters(left: ClusterModel, right: ClusterModel): ClusterComparison {
  const objects: DifferentObject[] = [
    ...pairs(left.cards, right.cards, cardFacts).map((pair) => ({ kind: 'card' as const, ...pair })),
    ...pairs(left.nodes, right.nodes, nodeFacts).map((pair) => ({ kind: 'node' as const, ...pair })),
    ...pairs(podsOf(left), podsOf(right), podFacts).map((pair) => ({ kind: 'pod' as const, ...pair })),
  ];
  const marksOf = (side: 0 | 1): ReadonlyMap<string, Difference> =>
    new Map(
      objects.flatMap(({ id, sides }) =>
        sides[side] ? [[id, sides[side === 0 ? 1 : 0] ? 'other' : 'only'] as const] : [],
      ),
    );
  return { objects, marks: [marksOf(0), marksOf(1)] };
}
