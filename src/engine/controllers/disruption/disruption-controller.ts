// Models: pkg/controller/disruption/disruption.go
// Simplified: the queue of rechecks is the queue itself; budgets of a Pod are told apart by name, upstream's order is by
//   chance.
// Not modelled: —
import { equalJson } from '../../../shared/json';
import { formatTime } from '../../../shared/time';
import { setCondition } from '../../api/conditions';
import {
  conditionsAreUpToDate,
  updateDisruptionAllowedCondition,
  withDisruptionCondition,
} from '../../api/disruption-allowed';
import { deploymentKind, podKind, replicaSetKind } from '../../api/kinds';
import { erased } from '../../api/kinds/kind-definition';
import { podDisruptionBudgetKind } from '../../api/kinds/pod-disruption-budget';
import { replicationControllerKind } from '../../api/kinds/replication-controller';
import { statefulSetKind } from '../../api/kinds/stateful-set';
import { keyOfObject } from '../../api/meta';
import { labelSelectorMatches } from '../../api/selectors';
import type {
  Deployment,
  Pod,
  PodCondition,
  PodDisruptionBudget,
  PodDisruptionBudgetStatus,
  ReplicaSet,
} from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Informer } from '../../client/informer';
import { failedWith, type Session } from '../../client/session';
import { SyncError } from '../status-error';
import { type ExpectedPods, expectedPodsOf, type ScaleCaches } from './expected-scale';
import { countHealthyPods, disruptedPodsOf, numbersOf, staleAfterMicros } from './healthy-pods';
import { labelSelectorText } from './selector-text';

const budgets = erased(podDisruptionBudgetKind);
const pods = erased(podKind);

const unmanagedText = (selector: string): string =>
  `Pods selected by this PodDisruptionBudget (selector: ${selector}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.`;

/** Keeps in each PodDisruptionBudget's status how many of its Pods may go. */
class DisruptionController implements Controller {
  private readonly context: ControllerContext;
  private readonly budgets: Informer<PodDisruptionBudget>;
  private readonly pods: Informer<Pod>;
  private readonly caches: ScaleCaches;

  constructor(context: ControllerContext) {
    this.context = context;
    this.budgets = context.informer<PodDisruptionBudget>(budgets);
    this.pods = context.informer<Pod>(pods);
    this.caches = {
      replicationControllers: context.informer(erased(replicationControllerKind)),
      deployments: context.informer<Deployment>(erased(deploymentKind)),
      replicaSets: context.informer<ReplicaSet>(erased(replicaSetKind)),
      statefulSets: context.informer(erased(statefulSetKind)),
    };
  }

  register(): void {
    const { queue } = this.context;
    const enqueue = (budget: PodDisruptionBudget) => queue.add(keyOfObject(budget));
    this.budgets.on({ add: enqueue, update: (_before, budget) => enqueue(budget), delete: enqueue });
    const observe = (pod: Pod) => this.observe(pod);
    this.pods.on({ add: observe, update: (_before, pod) => observe(pod), delete: observe });
  }

  /** getPdbForPod */
  private observe(pod: Pod): void {
    if (this.budgets.cache.size === 0) return;
    const { labels, namespace = '', name } = pod.metadata;
    const found = this.budgets
      .inNamespace(namespace)
      .filter(({ spec }) => labelSelectorMatches(spec?.selector, labels));
    const [first] = found;
    if (!first) return;
    if (found.length > 1) {
      const text = `Pod ${JSON.stringify(namespace)}/${JSON.stringify(name)} matches multiple PodDisruptionBudgets.  Chose ${JSON.stringify(first.metadata.name)} arbitrarily.`;
      this.context.recorder.event(pods, pod, 'Warning', 'MultiplePodDisruptionBudgets', text);
    }
    this.context.queue.add(keyOfObject(first));
  }

  sync(key: string, session: Session): SyncResult {
    const budget = this.budgets.get(key);
    if (!budget) return undefined;
    try {
      return this.trySync(budget, session);
    } catch (error) {
      if (!(error instanceof SyncError)) throw error;
      return this.failSafe(budget, error.message, session);
    }
  }

  private trySync(budget: PodDisruptionBudget, session: Session): SyncResult {
    const { recorder } = this.context;
    const { namespace = '', name = '' } = budget.metadata;
    const covered = this.pods
      .inNamespace(namespace)
      .filter(({ metadata }) => labelSelectorMatches(budget.spec?.selector, metadata.labels));
    if (covered.length === 0) recorder.event(budgets, budget, 'Normal', 'NoPods', 'No matching pods found');
    const { expected, desiredHealthy, unmanaged } = this.expectedOf(budget, covered, session);
    if (unmanaged.length > 0) {
      const text = unmanagedText(labelSelectorText(budget.spec?.selector));
      recorder.event(budgets, budget, 'Warning', 'UnmanagedPods', text);
    }
    const nowMicros = session.epochMicros;
    const disrupted = disruptedPodsOf(covered, budget.status?.disruptedPods, nowMicros);
    for (const pod of disrupted.overdue) {
      const text = `Pod was expected by PDB ${namespace}/${name} to be deleted but it wasn't`;
      recorder.event(pods, pod, 'Warning', 'NotDeleted', text);
    }
    const healthy = countHealthyPods(covered, disrupted.pods, nowMicros);
    const result = this.write(budget, numbersOf(healthy, desiredHealthy, expected), disrupted.pods, session);
    if (result === undefined && disrupted.recheckMicros !== undefined) {
      const wait = disrupted.recheckMicros - nowMicros;
      this.context.queue.addAfter(keyOfObject(budget), Math.max(1, wait), { background: true });
    }
    return result;
  }

  private expectedOf(budget: PodDisruptionBudget, covered: readonly Pod[], session: Session): ExpectedPods {
    try {
      return expectedPodsOf(budget, covered, this.caches, session);
    } catch (error) {
      if (!(error instanceof SyncError)) throw error;
      const text = `Failed to calculate the number of expected pods: ${error.message}`;
      this.context.recorder.event(budgets, budget, 'Warning', 'CalculateExpectedPodCountFailed', text);
      throw error;
    }
  }

  /** updatePdbStatus */
  private write(
    budget: PodDisruptionBudget,
    numbers: ReturnType<typeof numbersOf>,
    disruptedPods: Readonly<Record<string, string>>,
    session: Session,
  ): SyncResult {
    const { status = {}, metadata } = budget;
    const same =
      (status.currentHealthy ?? 0) === numbers.currentHealthy &&
      (status.desiredHealthy ?? 0) === numbers.desiredHealthy &&
      (status.expectedPods ?? 0) === numbers.expectedPods &&
      (status.disruptionsAllowed ?? 0) === numbers.disruptionsAllowed &&
      equalJson(status.disruptedPods ?? {}, disruptedPods);
    if (same && conditionsAreUpToDate(budget)) return undefined;
    const next: PodDisruptionBudgetStatus = {
      ...numbers,
      ...(Object.keys(disruptedPods).length === 0 ? {} : { disruptedPods }),
      ...(metadata.generation === undefined ? {} : { observedGeneration: metadata.generation }),
      ...(status.conditions ? { conditions: status.conditions } : {}),
    };
    return this.update(budget, updateDisruptionAllowedCondition(next, session.epochMicros), session);
  }

  /** What could not be worked out must not be used: no disruption is allowed until it can. */
  private failSafe(budget: PodDisruptionBudget, message: string, session: Session): SyncResult {
    const status = { ...budget.status, disruptionsAllowed: 0 };
    const condition = { status: 'False', reason: 'SyncFailed', message };
    return this.update(budget, withDisruptionCondition(status, condition, session.epochMicros), session);
  }

  private update(budget: PodDisruptionBudget, status: PodDisruptionBudgetStatus, session: Session): SyncResult {
    const updated = session.updateStatus(budgets, { ...budget, status });
    return updated.ok ? undefined : { error: updated.status.message ?? '' };
  }
}

/** Takes back the word of Pods that were to go and are still there after two minutes. */
class StalePodDisruptions implements Controller {
  private readonly context: ControllerContext;
  private readonly pods: Informer<Pod>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.pods = context.informer<Pod>(pods);
  }

  register(): void {
    this.pods.on({ add: (pod) => this.expect(pod), update: (_before, pod) => this.expect(pod) });
  }

  private expect(pod: Pod): void {
    const { kernel, queue } = this.context;
    const after = staleAfterMicros(pod, this.context.epochMicros(kernel.now));
    if (after !== undefined) queue.addAfter(keyOfObject(pod), after, { background: true });
  }

  /** syncStalePodDisruption */
  sync(key: string, session: Session): SyncResult {
    const pod = this.pods.get(key);
    const after = pod && staleAfterMicros(pod, session.epochMicros);
    if (!pod || after === undefined) return undefined;
    if (after > 0) {
      this.context.queue.addAfter(key, after, { background: true });
      return undefined;
    }
    const condition: PodCondition = {
      type: 'DisruptionTarget',
      status: 'False',
      lastTransitionTime: formatTime(session.epochMicros),
    };
    const conditions = setCondition(pod.status?.conditions, condition);
    const updated = session.updateStatus(pods, { ...pod, status: { ...pod.status, conditions } });
    return updated.ok || failedWith(updated, 'NotFound') ? undefined : { error: updated.status.message ?? '' };
  }
}

const actor = 'disruption-controller';

export const disruptionController: ControllerDefinition = {
  name: 'disruption',
  workers: 1,
  actor,
  eventSource: 'controllermanager',
  build: (context) => new DisruptionController(context),
};

export const stalePodDisruptions: ControllerDefinition = {
  name: 'stale_pod_disruption',
  workers: 1,
  actor,
  build: (context) => new StalePodDisruptions(context),
};
