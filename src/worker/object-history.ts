import type { KubeObject, Pod, RequestDetail, Trace, TraceEvent } from '../engine/index';
import { factsOf } from './object-facts';
import type { LaneStale, LaneVersion } from './protocol';

/** One state of an object in one place: the API server's table, or a process's cache. */
interface Version extends LaneVersion {
  readonly revision: number;
  readonly node: string;
}

/** Virtual time at which what an event writes is committed: requests of one sync follow each other in time. */
export function committedAt(event: TraceEvent): number {
  return event.verb.startsWith('api.') ? (event.detail as RequestDetail).sentAt : event.at;
}

/**
 * Every version of one object that the trace holds: as stored, and as each process came to know it. Read from the trace
 * once and extended as it grows.
 */
export class ObjectHistory {
  readonly resource: string;
  readonly key: string;
  readonly truth: Version[] = [];
  /** By process. */
  readonly beliefs = new Map<string, Version[]>();
  private readonly trace: Trace;
  private until: number;

  /** `subject`: `pods/default/web-1`. */
  constructor(trace: Trace, subject: string) {
    this.trace = trace;
    this.until = trace.dropped;
    const slash = subject.indexOf('/');
    this.resource = subject.slice(0, slash);
    this.key = subject.slice(slash + 1);
  }

  /** Reads what is new. */
  extend(): void {
    const { trace, key } = this;
    const stored = `api/${this.resource}`;
    const cached = `/${this.resource}`;
    for (; this.until < trace.length; this.until++) {
      const event = trace.at(this.until);
      if (!event) continue;
      for (const change of event.changes) {
        if (change.key !== key) continue;
        if (change.table === stored) this.note(this.truth, event, committedAt(event), change.before, change.after);
        else if (change.table.startsWith('cache/') && change.table.endsWith(cached)) {
          const process = change.table.slice('cache/'.length, -cached.length);
          let versions = this.beliefs.get(process);
          if (!versions) {
            versions = [];
            this.beliefs.set(process, versions);
          }
          this.note(versions, event, event.at, change.before, change.after);
        }
      }
    }
  }

  private note(versions: Version[], event: TraceEvent, at: number, before: unknown, after: unknown): void {
    const last = versions[versions.length - 1];
    // What was there before the trace begins is a version, too.
    if (!last && before) versions.push(this.version(this.trace.dropped - 1, 0, before as KubeObject));
    // Two writers' requests may overtake each other; a strip goes forward only.
    const from = Math.max(at, versions[versions.length - 1]?.at ?? 0);
    const object = (after ?? before) as KubeObject;
    const version = this.version(this.until, from, object);
    if (after) versions.push(version);
    else {
      const { resourceVersion } = (event.detail ?? {}) as { resourceVersion?: string };
      const revision = resourceVersion ? Number(resourceVersion) : version.revision;
      versions.push({ ...version, revision, facts: '', gone: true });
    }
  }

  private version(position: number, at: number, object: KubeObject): Version {
    return {
      position,
      at,
      resourceVersion: object.metadata.resourceVersion ?? '',
      facts: factsOf(this.resource, object),
      gone: false,
      revision: Number(object.metadata.resourceVersion ?? 0),
      node: (object as Pod).spec?.nodeName ?? '',
    };
  }

  /** The times at which a process did not know the newest version: from each write to its delivery. */
  staleOf(process: string, until: number): LaneStale[] {
    const known = this.beliefs.get(process) ?? [];
    const own = process.startsWith('kubelet/') ? process.slice('kubelet/'.length) : undefined;
    const spans: LaneStale[] = [];
    for (const version of this.truth) {
      if (version.position > until || version.position < this.trace.dropped) continue;
      // A kubelet watches the Pods of its own node, and is told of nothing else.
      if (own !== undefined && this.resource === 'pods' && version.node !== own) continue;
      const delivered = known.find(
        (other) =>
          other.position > version.position && (other.gone || (!version.gone && other.revision >= version.revision)),
      );
      const told = delivered && delivered.position <= until ? delivered : undefined;
      const span = { from: version.at, fromPosition: version.position, to: told?.at, toPosition: told?.position };
      const last = spans[spans.length - 1];
      if (last && (last.to === undefined || last.to >= span.from))
        spans[spans.length - 1] = { ...span, from: last.from, fromPosition: last.fromPosition };
      else spans.push(span);
    }
    return spans;
  }

  /** Versions of a place that matter between two times: the one that held at the start, and those since. */
  within(process: string, from: number, to: number, until: number): LaneVersion[] {
    const versions = (process === '' ? this.truth : (this.beliefs.get(process) ?? [])).filter(
      ({ position, at }) => position <= until && at <= to,
    );
    let first = versions.length;
    while (first > 0 && (versions[first] === undefined || (versions[first] as Version).at > from)) first--;
    return versions
      .slice(first)
      .map(({ position, at, resourceVersion, facts, gone }) => ({ position, at, resourceVersion, facts, gone }));
  }
}
