import type { Change, KubeObject, Pod, RequestDetail, Trace, TraceEvent } from '../engine/index';
import type { ChangeIndex } from './change-index';
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

/** Every version of one object that the trace holds: as stored, and as each process came to know it. */
export class ObjectHistory {
  readonly resource: string;
  readonly truth: Version[] = [];
  /** By process. */
  readonly beliefs = new Map<string, Version[]>();
  private readonly trace: Trace;
  private readonly changes: ChangeIndex;
  private readonly key: string;
  /** How many of the positions of a table were read. */
  private readonly read = new Map<string, number>();

  /** `subject`: `pods/default/web-1`. */
  constructor(trace: Trace, changes: ChangeIndex, subject: string) {
    this.trace = trace;
    this.changes = changes;
    const slash = subject.indexOf('/');
    this.resource = subject.slice(0, slash);
    this.key = subject.slice(slash + 1);
  }

  /** Reads what is new. */
  extend(): void {
    this.readTable(`api/${this.resource}`, this.truth);
    for (const process of this.changes.processes(this.resource)) {
      const table = `cache/${process}/${this.resource}`;
      if (this.changes.of(table, this.key).length === 0) continue;
      const versions = this.beliefs.get(process) ?? [];
      this.beliefs.set(process, versions);
      this.readTable(table, versions);
    }
  }

  private readTable(table: string, versions: Version[]): void {
    const positions = this.changes.of(table, this.key);
    for (let i = this.read.get(table) ?? 0; i < positions.length; i++) {
      const position = positions[i] as number;
      const event = this.trace.at(position);
      const stored = table.startsWith('api/');
      for (const change of event?.changes ?? []) {
        if (!event || change.table !== table || change.key !== this.key) continue;
        this.note(versions, position, stored ? committedAt(event) : event.at, change, event.detail);
      }
    }
    this.read.set(table, positions.length);
  }

  private note(versions: Version[], position: number, at: number, { before, after }: Change, detail: unknown): void {
    // What was there before the trace begins is a version, too.
    if (versions.length === 0 && before) versions.push(this.version(this.trace.dropped - 1, 0, before as KubeObject));
    // Two writers' requests may overtake each other; a strip goes forward only.
    const from = Math.max(at, versions[versions.length - 1]?.at ?? 0);
    const version = this.version(position, from, (after ?? before) as KubeObject);
    if (after) versions.push(version);
    else {
      const { resourceVersion } = (detail ?? {}) as { resourceVersion?: string };
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
