import type { Change, Deployment, DeploymentBounds, Pod, ReplicaSet, Trace } from '../engine/index';
import type { RolloutTrail } from './protocol';

/** Steps that a trail keeps in sight; older ones are left out. */
const maxSteps = 240;

interface Step {
  readonly position: number;
  readonly at: number;
  readonly floor: number;
  readonly ceiling: number;
  readonly pods: number;
  readonly available: number;
}

interface Counts {
  pods: number;
  ready: number;
}

const ownerOf = (object: Pod | ReplicaSet): string =>
  object.metadata.ownerReferences?.find(({ controller }) => controller)?.uid ?? '';

/** Whether a Pod counts, and whether it serves: as the gauge counts it. */
function weigh(pod: Pod | undefined): Counts {
  const phase = pod?.status?.phase;
  if (!pod || pod.metadata.deletionTimestamp || phase === 'Failed' || phase === 'Succeeded')
    return { pods: 0, ready: 0 };
  const ready = pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
  return { pods: 1, ready: ready ? 1 : 0 };
}

/** Where the bounds and the counts of every Deployment of a trace have been. Read once, extended as the trace grows. */
export class RolloutTrails {
  private readonly trace: Trace;
  private until = 0;
  private readonly bounds = new Map<string, DeploymentBounds>();
  /** Keys of Deployments by uid, and ReplicaSets by theirs. */
  private readonly deployments = new Map<string, string>();
  private readonly sets = new Map<string, ReplicaSet>();
  /** Pods of each ReplicaSet, by its uid. */
  private readonly counts = new Map<string, Counts>();
  private readonly steps = new Map<string, Step[]>();

  constructor(trace: Trace) {
    this.trace = trace;
  }

  /** The trail of a Deployment; without steps where the trace's beginning is no longer kept: what was before is not known. */
  of(deployment: string): RolloutTrail {
    if (this.trace.dropped === 0) this.extend();
    const steps = this.trace.dropped === 0 ? (this.steps.get(deployment) ?? []).slice(-maxSteps) : [];
    const column = (name: keyof Step) => steps.map((step) => step[name]);
    return {
      positions: column('position'),
      at: column('at'),
      floor: column('floor'),
      ceiling: column('ceiling'),
      pods: column('pods'),
      available: column('available'),
    };
  }

  private extend(): void {
    for (; this.until < this.trace.length; this.until++) {
      const event = this.trace.at(this.until);
      const touched = new Set<string>();
      for (const change of event?.changes ?? []) this.take(change, touched);
      for (const key of touched) this.note(key, this.until, event?.at ?? 0);
    }
  }

  private take({ table, key, before, after }: Change, touched: Set<string>): void {
    if (table === 'deployment-bounds') {
      if (after) this.bounds.set(key, after as DeploymentBounds);
      touched.add(key);
    } else if (table === 'api/deployments') {
      const { uid = '' } = ((after ?? before) as Deployment).metadata;
      this.deployments.set(uid, key);
      touched.add(key);
    } else if (table === 'api/replicasets') {
      const set = (after ?? before) as ReplicaSet;
      this.sets.set(set.metadata.uid ?? '', set);
      this.touch(ownerOf(set), touched);
    } else if (table === 'api/pods') {
      const owner = ownerOf((after ?? before) as Pod);
      const [was, is] = [weigh(before as Pod | undefined), weigh(after as Pod | undefined)];
      const counts = this.counts.get(owner) ?? { pods: 0, ready: 0 };
      this.counts.set(owner, {
        pods: counts.pods + is.pods - was.pods,
        ready: counts.ready + is.ready - was.ready,
      });
      const set = this.sets.get(owner);
      if (set) this.touch(ownerOf(set), touched);
    }
  }

  private touch(uid: string, touched: Set<string>): void {
    const key = this.deployments.get(uid);
    if (key !== undefined) touched.add(key);
  }

  private note(key: string, position: number, at: number): void {
    const bounds = this.bounds.get(key);
    if (!bounds) return;
    let [pods, available] = [0, 0];
    for (const [uid, set] of this.sets) {
      if (this.deployments.get(ownerOf(set)) !== key) continue;
      const counts = this.counts.get(uid) ?? { pods: 0, ready: 0 };
      pods += counts.pods;
      // With minReadySeconds it takes time from Ready to available; how many are, the controller has counted.
      const slow = (set.spec?.minReadySeconds ?? 0) > 0;
      available += slow ? Math.min(counts.ready, set.status?.availableReplicas ?? 0) : counts.ready;
    }
    const steps = this.steps.get(key) ?? [];
    this.steps.set(key, steps);
    const step: Step = { position, at, floor: bounds.minAvailable, ceiling: bounds.maxTotal, pods, available };
    const last = steps[steps.length - 1];
    const same =
      last &&
      last.floor === step.floor &&
      last.ceiling === step.ceiling &&
      last.pods === pods &&
      last.available === available;
    if (!same) steps.push(step);
  }
}
