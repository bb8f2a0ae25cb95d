// Models: k8s.io/apiserver pkg/storage/cacher (cacheWatcher: what a watcher with a selector sees), pkg/endpoints/handlers/watch.go
// Simplified: a stream delivers in order after a constant delay; there is no buffer that can overflow.
// Not modelled: —

import { insertSorted, removeSorted } from '../../shared/compare';
import type { KindDefinition } from '../api/kinds';
import { apiVersionOf, type KubeObject } from '../api/meta';
import type { ClusterConfig } from '../config';
import type { Kernel } from '../kernel/kernel';
import type { DerivedIndex, Table } from '../kernel/table';
import { type Selection, selectionOf } from './selection';
import type { StoredEvent, WatchEventType } from './storage';

/** One open watch. */
export interface WatchStream {
  readonly user: string;
  /** The component that gets its events. */
  readonly sink: string;
  readonly resource: string;
  readonly namespace: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** Revision from which it watches. */
  readonly resourceVersion: string;
  readonly openedAt: number;
}

/** What a stream hands to its sink. */
export interface WatchDelivery {
  readonly stream: string;
  /** A bookmark only goes to a stream for which somebody asks for one. */
  readonly type: WatchEventType | 'BOOKMARK';
  readonly object: KubeObject;
  readonly revision: number;
}

interface Position {
  /** When the last event sent will have arrived. */
  readonly deliverAt: number;
}

const nodeField = 'spec.nodeName=';
const nameField = 'metadata.name=';

/** Streams of each resource, those of one node's Pods and of one node apart, so that a write finds its watchers at once. */
class StreamIndex implements DerivedIndex<WatchStream> {
  private readonly groups = new Map<string, string[]>();

  private groupOf(stream: WatchStream): string {
    const { resource, fieldSelector } = stream;
    if (fieldSelector.includes(',')) return resource;
    if (fieldSelector.startsWith(nodeField)) return `${resource}|${fieldSelector.slice(nodeField.length)}`;
    if (resource === 'nodes' && fieldSelector.startsWith(nameField))
      return `nodes|${fieldSelector.slice(nameField.length)}`;
    return resource;
  }

  update(key: string, before: WatchStream | undefined, after: WatchStream | undefined): void {
    if (before) {
      const streams = this.groups.get(this.groupOf(before));
      if (streams) removeSorted(streams, key);
    }
    if (after) {
      const group = this.groupOf(after);
      const streams = this.groups.get(group);
      if (streams) insertSorted(streams, key);
      else this.groups.set(group, [key]);
    }
  }

  clear(): void {
    this.groups.clear();
  }

  of(group: string): readonly string[] {
    return this.groups.get(group) ?? [];
  }
}

function nodeNameOf(object: KubeObject | undefined): string | undefined {
  return (object as { spec?: { nodeName?: string } } | undefined)?.spec?.nodeName;
}

/** All open watches, and how a committed write reaches them. */
export class Watches {
  private readonly kernel: Kernel;
  private readonly config: ClusterConfig;
  readonly streams: Table<WatchStream>;
  private readonly positions: Table<Position>;
  private readonly index: StreamIndex;
  private readonly delays = new Map<string, number>();
  private readonly selections = new Map<string, Selection>();

  constructor(kernel: Kernel, config: ClusterConfig) {
    this.kernel = kernel;
    this.config = config;
    this.streams = kernel.table<WatchStream>('watches');
    this.positions = kernel.table<Position>('watch-positions', { traced: false });
    this.index = this.streams.addIndex(new StreamIndex());
  }

  /** Opens a stream. Its name is the same in each run: who watches what, and how often that was opened. */
  open(stream: WatchStream): string {
    const base = `${stream.user}:${stream.resource}${stream.namespace && `:${stream.namespace}`}`;
    let id = base;
    for (let n = 2; this.streams.has(id); n++) id = `${base}:${n}`;
    this.streams.set(id, stream);
    this.positions.set(id, { deliverAt: 0 });
    return id;
  }

  close(id: string): void {
    this.streams.delete(id);
    this.positions.delete(id);
  }

  private delayOf(user: string): number {
    let delay = this.delays.get(user);
    if (delay === undefined) {
      const { watchMicros, kubeletSpreadMicros } = this.config.latency;
      if (user.startsWith('kubelet/')) {
        delay = watchMicros.kubelet + Math.floor(this.kernel.rand('latency', 'watch', user, 0) * kubeletSpreadMicros);
      } else {
        delay = watchMicros[user as 'kube-scheduler'] ?? watchMicros.other;
      }
      this.delays.set(user, delay);
    }
    return delay;
  }

  private selectionFor(id: string, stream: WatchStream, kind: KindDefinition): Selection {
    let selection = this.selections.get(id);
    if (!selection || selection.label !== stream.labelSelector || selection.field !== stream.fieldSelector) {
      const made = selectionOf(kind, stream.labelSelector, stream.fieldSelector);
      if ('error' in made) throw new Error(made.error);
      selection = made;
      this.selections.set(id, selection);
    }
    return selection;
  }

  /** Sends one write to every stream that it concerns. `at`: virtual time of the commit. */
  publish(event: StoredEvent, kind: KindDefinition, at: number, cause: number): void {
    for (const id of this.index.of(event.resource)) this.offer(id, event, kind, at, cause);
    if (event.resource === 'nodes')
      for (const id of this.index.of(`nodes|${event.key}`)) this.offer(id, event, kind, at, cause);
    if (event.resource !== 'pods') return;
    const node = nodeNameOf(event.object);
    if (node) for (const id of this.index.of(`pods|${node}`)) this.offer(id, event, kind, at, cause);
    const nodeBefore = nodeNameOf(event.before);
    if (nodeBefore && nodeBefore !== node) {
      for (const id of this.index.of(`pods|${nodeBefore}`)) this.offer(id, event, kind, at, cause);
    }
  }

  /** Sends one write to one stream, if its selectors ask for it. */
  offer(id: string, event: StoredEvent, kind: KindDefinition, at: number, cause: number): void {
    const stream = this.streams.get(id) as WatchStream;
    if (stream.namespace !== '' && event.object.metadata.namespace !== stream.namespace) return;
    const selection = this.selectionFor(id, stream, kind);
    const matched = event.before !== undefined && selection.matches(event.before);
    const matches = event.type !== 'DELETED' && selection.matches(event.object);
    if (!matched && !matches) return;
    const type = !matches ? 'DELETED' : matched ? 'MODIFIED' : 'ADDED';
    this.send(id, stream, { stream: id, type, object: event.object, revision: event.revision }, at, cause);
  }

  /** Sends a bookmark: all events up to a revision have been sent. `annotations`: what else it says. */
  bookmark(
    id: string,
    kind: KindDefinition,
    revision: number,
    at: number,
    annotations?: Readonly<Record<string, string>>,
  ): void {
    const stream = this.streams.get(id);
    if (!stream) return;
    const metadata = {
      resourceVersion: String(revision),
      creationTimestamp: null,
      ...(annotations && { annotations }),
    };
    const object = { kind: kind.kind, apiVersion: apiVersionOf(kind.group, kind.version), metadata } as never;
    this.send(id, stream, { stream: id, type: 'BOOKMARK', object, revision }, at, this.kernel.cause);
  }

  /** Delivery = max(previous delivery, commit + delay): a stream never overtakes itself. */
  private send(id: string, stream: WatchStream, delivery: WatchDelivery, at: number, cause: number): void {
    const deliverAt = Math.max(this.positions.get(id)?.deliverAt ?? 0, at + this.delayOf(stream.user));
    this.positions.set(id, { deliverAt });
    this.kernel.schedule(deliverAt, stream.sink, 'watch', delivery, {
      cause,
      background: stream.resource === 'leases',
    });
  }
}
