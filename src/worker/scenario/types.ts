import type { TracePredicate } from '../../engine/index';
import type { FaultCommand } from '../protocol';

/** What a lesson does to a cluster, looks for in its trace, and asks of its state. Types only; plain data. */

/** Pods, or ReplicaSets, that are counted. */
export interface Counted {
  /** `pods`: all that exist. `ready`, `available`: those not being deleted that are Ready, and for `minReadySeconds`. */
  readonly count: 'pods' | 'ready' | 'available' | 'replicaSets';
  /** Only those whose first container has this image. */
  readonly image?: string;
  /** Only those whose first container has another image. */
  readonly not?: { readonly image: string };
  /** Only those with this label `app`. */
  readonly app?: string;
  /** `false`: leave out Pods that are being deleted. */
  readonly terminating?: boolean;
}

interface Bounds {
  readonly is?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export type CountCheck = Counted & Bounds;

/** Something that is true of the stored objects or not. */
export type Check =
  | CountCheck
  /** status.availableReplicas of a Deployment whose newest spec its controller has seen. */
  | { readonly deployment: string; readonly available: number }
  | {
      readonly deployment: string;
      readonly condition: string;
      readonly status?: 'True' | 'False' | 'Unknown';
      readonly reason?: string;
    }
  /** A field of an object. `path`: `spec.replicas`, `status.conditions.0.reason`. */
  | {
      readonly object: { readonly kind: string; readonly name: string; readonly namespace?: string };
      readonly path: string;
      readonly is: unknown;
    };

/** Something done to the cluster, or waited for. */
export type ScenarioCommand =
  | { readonly apply: unknown }
  | { readonly kubectl: string }
  /** Lets the oldest so many held programs of an image become ready, all at one moment. */
  | { readonly release: { readonly image: string; readonly oldest: number } }
  | { readonly fault: FaultCommand }
  /** Runs the cluster until something is true. */
  | { readonly until: Check }
  /** Runs the cluster until only housekeeping is left. */
  | { readonly rest: true }
  /** Runs the cluster for a virtual time. */
  | { readonly waitSeconds: number };

/** What is done to a new cluster so that each part of a document's diagram is lit once, where no lesson does it yet. */
export type DiagramRun = readonly ScenarioCommand[];

/** What the API server refused. */
export interface Refusal {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly fields: readonly string[];
}

export interface Performed {
  readonly branch: string;
  /** Position of the first event after the commands were given; of the last event when there was none. */
  readonly position: number;
  readonly length: number;
  readonly refused: Refusal | undefined;
}

export interface AnchorSearch {
  readonly predicate: TracePredicate;
  /** Events up to this position are passed over. */
  readonly after: number;
}

export interface Anchor {
  readonly position: number;
  readonly seq: number;
  /** Virtual time, microseconds. */
  readonly at: number;
}

export interface Goal {
  /** True once the cluster has come to rest. */
  readonly settled: readonly Check[];
  /** True after each event on the way. */
  readonly always?: readonly (CountCheck & { readonly id: string })[];
}

export interface Judgement {
  readonly met: boolean;
  /** Indexes of `settled` that are not true. */
  readonly unmet: readonly number[];
  /** What did not stay true: the first event after which it was not, and the worst count on the way. */
  readonly broken: readonly { readonly id: string; readonly position: number; readonly worst: number }[];
}

/** A learner's change: an object's new text, or a command line. */
export type Attempt = { readonly text: string } | { readonly kubectl: string };

export interface Attempted extends Judgement {
  readonly branch: string;
  /** Position of the attempt's own event. */
  readonly position: number;
  readonly refused: Refusal | undefined;
  /** Faults of the text, before anything was sent. */
  readonly faults: readonly { readonly message: string; readonly line: number; readonly column: number }[];
}
