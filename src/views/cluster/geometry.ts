import type { PodState } from './pod-state';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Room for the picture in its own units, of which 13 are the height of its smallest letters. */
export interface Room {
  readonly width: number;
  /** What does not fit goes below the fold; 0 when nothing presses. */
  readonly height: number;
}

/**
 * How much a Pod's cell can say: `two` lines, `one` line, half a line with the end of the name, or a sign. Heads of nodes
 * are low where cells are.
 */
export type Density = 'two' | 'one' | 'half' | 'sign';

export interface PodCell extends Box {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly node: string;
  readonly state: PodState;
  /** Its address is in a slice. */
  readonly listed: boolean;
}

export interface NodeBox extends Box {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly ready: boolean;
  readonly cut: boolean;
  readonly unschedulable: boolean;
  readonly cpuRequestedMilli: number;
  readonly cpuAllocatableMilli: number;
  readonly pods: readonly PodCell[];
  /** Places that are drawn, taken or not. */
  readonly places: readonly Box[];
}

export interface PartBox extends Box {
  /** Name of the process or controller in the trace. */
  readonly actor: string;
  /** A process that holds other parts; its name stands on the line `nameY`. */
  readonly nameY?: number;
}

export interface ObjectCard extends Box {
  readonly id: string;
  readonly resource: string;
  readonly key: string;
  readonly name: string;
  readonly want: number;
  readonly have: number;
  /** The condition's reason when the object says of itself that it fails: `ProgressDeadlineExceeded`. */
  readonly failing: string;
  readonly revision: string;
  /** Id of the card that owns this one, drawn as a dotted line. */
  readonly owner: string | undefined;
  /** Ready and all endpoints of a Service; -1 without a slice. */
  readonly endpointsReady: number;
  readonly endpoints: number;
  readonly address: string;
}

/** The message at the cursor: from where to where. */
export interface Message {
  readonly from: Box;
  /** The same box as `from` when both parts are on one node. */
  readonly to: Box;
  readonly actor: string;
  readonly target: string;
  readonly label: string;
  readonly watch: boolean;
  /** A call of the runtime or the network, not a request of the API. */
  readonly call: boolean;
  readonly failed: boolean;
}

export interface ClusterModel {
  readonly width: number;
  readonly height: number;
  readonly density: Density;
  /** Nodes have one line above their Pods, not two. */
  readonly lowHeads: boolean;
  /** Parts have their short names. */
  readonly tight: boolean;
  readonly parts: readonly PartBox[];
  readonly controlPlane: Box;
  readonly busY: number;
  readonly waitingRow: Box;
  /** Waiting Pods are signs without names. */
  readonly waitingTiny: boolean;
  readonly nodes: readonly NodeBox[];
  readonly waiting: readonly PodCell[];
  /** What the scheduler says of the first of them, and where there is room for it. */
  readonly verdict: { readonly text: string; readonly x: number };
  readonly cards: readonly ObjectCard[];
  readonly pods: number;
  readonly message: Message | undefined;
  /** Actor at the cursor. */
  readonly actor: string;
  readonly target: string;
  /** Ids of what the event at the cursor is about. */
  readonly touched: string;
}
