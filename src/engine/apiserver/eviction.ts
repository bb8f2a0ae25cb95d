// Models: pkg/registry/core/pod/storage/eviction.go (EvictionREST.Create, checkAndDecrement, addConditionAndDeletePod)
// Simplified: reading, charging the budget and deleting are one step, so that nothing is retried.
// Not modelled: —
import { formatTime } from '../../shared/time';
import { isConditionTrue, setCondition } from '../api/conditions';
import { refusalOf, updateDisruptionAllowedCondition } from '../api/disruption-allowed';
import { type KindDefinition, kindOf } from '../api/kinds';
import { type KubeObject, keyOf } from '../api/meta';
import { labelSelectorMatches } from '../api/selectors';
import {
  newBadRequest,
  newForbidden,
  newNotFound,
  newSuccess,
  newTooManyRequests,
  newUnknownError,
  type Status,
} from '../api/status';
import type { Pod, PodCondition, PodDisruptionBudget } from '../api/types';
import { answer, type Decision, refuse, type Write } from './decision';
import { type DeleteOptions, decideDeletion } from './deletion';
import { type HandlerContext, isDryRun } from './handler-context';
import type { ApiRequest, RequestInfo } from './http';

const violates = "Cannot evict pod as it would violate the pod's disruption budget.";
/** MaxDisruptedPodSize: evictions that the controller has not seen yet. */
const mostDisruptedPods = 2_000;

interface Eviction extends KubeObject {
  readonly deleteOptions?: DeleteOptions;
}

/** createTooManyRequestsError and its like. */
function tooManyRequests(message: string, retryAfterSeconds: number): Status {
  const status = newTooManyRequests(violates, retryAfterSeconds);
  return { ...status, details: { ...status.details, causes: [{ reason: 'DisruptionBudget', message }] } };
}

const stillProcessed = ({ metadata }: PodDisruptionBudget): Status =>
  tooManyRequests(`The disruption budget ${metadata.name} is still being processed by the server.`, 10);

/** canIgnorePDB */
function needsNoBudget({ metadata, status }: Pod): boolean {
  const phase = status?.phase;
  return phase === 'Succeeded' || phase === 'Failed' || phase === 'Pending' || !!metadata.deletionTimestamp;
}

/** Whether a Pod that is not ready may go without using up the budget. */
function goesFree({ spec, status = {} }: PodDisruptionBudget): boolean {
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status;
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}

/** checkAndDecrement: the budget with one disruption less, or why it has none left. */
function decremented(budget: PodDisruptionBudget, pod: string, nowMicros: number): PodDisruptionBudget | Status {
  const { metadata, status = {} } = budget;
  const { disruptionsAllowed = 0, disruptedPods = {} } = status;
  const resource = { group: 'policy', resource: 'poddisruptionbudget' };
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0)) return stillProcessed(budget);
  if (disruptionsAllowed < 0) return newForbidden(resource, metadata.name ?? '', 'pdb disruptions allowed is negative');
  if (Object.keys(disruptedPods).length > mostDisruptedPods) {
    const why = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
    return newForbidden(resource, metadata.name ?? '', why);
  }
  if (disruptionsAllowed === 0) return tooManyRequests(refusalOf(budget), 0);
  const next = {
    ...status,
    disruptionsAllowed: disruptionsAllowed - 1,
    disruptedPods: { ...disruptedPods, [pod]: formatTime(nowMicros) },
  };
  return { ...budget, status: disruptionsAllowed === 1 ? updateDisruptionAllowedCondition(next, nowMicros) : next };
}

/** The condition that says why the Pod goes, then its deletion. */
function deletion(context: HandlerContext, kind: KindDefinition, pod: Pod, options: DeleteOptions): Write[] | Status {
  const condition: PodCondition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
    lastTransitionTime: formatTime(context.nowMicros),
  };
  const conditions = setCondition(pod.status?.conditions, condition);
  const told = conditions === pod.status?.conditions ? pod : { ...pod, status: { ...pod.status, conditions } };
  const decided = decideDeletion(told as KubeObject, kind, options, context.nowMicros);
  if (decided.act === 'refuse') return decided.status;
  const writes: Write[] = told === pod ? [] : [{ op: 'put', kind, object: told as KubeObject }];
  if (decided.act === 'remove') return [...writes, { op: 'remove', kind, object: told as KubeObject }];
  return decided.object === told ? writes : [...writes, { op: 'put', kind, object: decided.object }];
}

function budgetsOf(pod: Pod, { storage }: HandlerContext): readonly PodDisruptionBudget[] {
  const { namespace, labels } = pod.metadata;
  const all = storage.table('poddisruptionbudgets').valuesWithPrefix(`${namespace}/`) as PodDisruptionBudget[];
  return all.filter(({ spec }) => labelSelectorMatches(spec?.selector, labels));
}

/** POST of a policy/v1 Eviction: deletes a Pod if the budget that covers it can bear it. */
export function evict(context: HandlerContext, info: RequestInfo, request: ApiRequest): Decision {
  const eviction = (request.body ?? {}) as Eviction;
  if (eviction.metadata?.name !== info.name) {
    return refuse(newBadRequest('name in URL does not match name in Eviction object'));
  }
  const { kind } = info;
  const pod = context.storage.get(kind, keyOf(info.namespace, info.name)) as Pod | undefined;
  if (!pod) return refuse(newNotFound(kind, info.name));
  const options = eviction.deleteOptions ?? {};
  const writes: Write[] = [];
  const budgets = needsNoBudget(pod) ? [] : budgetsOf(pod, context);
  if (budgets.length > 1) {
    const why = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    return refuse(newUnknownError(why));
  }
  const [budget] = budgets;
  if (budget && !(!isConditionTrue(pod.status?.conditions, 'Ready') && goesFree(budget))) {
    const next = decremented(budget, info.name, context.nowMicros);
    if (!('metadata' in next) || 'code' in next) return refuse(next as Status);
    const budgetKind = kindOf('policy', 'v1', 'poddisruptionbudgets') as KindDefinition;
    writes.push({ op: 'put', kind: budgetKind, object: next as KubeObject });
  }
  const deleted = deletion(context, kind, pod, options);
  if (!Array.isArray(deleted)) return refuse(deleted as Status);
  const success = { ...newSuccess(), code: 201 };
  if ((options.dryRun?.length ?? 0) > 0 || isDryRun(request)) return answer(201, success);
  return { code: 201, writes: [...writes, ...deleted], body: () => success };
}
