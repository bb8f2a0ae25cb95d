// Models: pkg/controller/resourcequota (resource_quota_controller.go, resource_quota_monitor.go),
//   pkg/quota/v1/install/update_filter.go
// Simplified: one queue; upstream has a second for quotas whose usage was never worked out. The full resync comes at whole
//   multiples of its period, while there are quotas.
// Not modelled: Pods that are resized.
import { equalJson } from '../../../shared/json';
import { type KindDefinition, kinds } from '../../api/kinds';
import { erased } from '../../api/kinds/kind-definition';
import { resourceQuotaKind } from '../../api/kinds/resource-quota';
import { type KubeObject, keyOfObject, splitKey } from '../../api/meta';
import type { PersistentVolumeClaim, Pod, ResourceQuota, Service } from '../../api/types';
import { evaluatorOf, podIsCharged, type QuotaEvaluator, usageOf } from '../../apiserver/quota/evaluators';
import { equalLists, maskList, namesOf, type ResourceList } from '../../apiserver/quota/resource-list';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Informer } from '../../client/informer';
import type { Session } from '../../client/session';
import type { Table } from '../../kernel/table';

const quotas = erased(resourceQuotaKind);

const component = 'resource-quota-resync';
/** --resource-quota-sync-period, microseconds. */
const resyncMicros = 300_000_000;

/** A kind whose objects count against quotas, as this process sees them. */
interface Monitor {
  readonly evaluator: QuotaEvaluator;
  readonly informer: Informer;
  /** DefaultUpdateFilter: whether a change gives something back. */
  readonly frees: (before: KubeObject, after: KubeObject) => boolean;
}

const balancedOrOnNodes = (service: KubeObject): string => {
  const { type } = (service as Service).spec ?? {};
  return type === 'NodePort' || type === 'LoadBalancer' ? type : '';
};

function claimStatusOf(claim: KubeObject): unknown {
  const { spec, status } = claim as PersistentVolumeClaim;
  return [
    status?.allocatedResources?.storage,
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
}

class ResourceQuotaController implements Controller {
  private readonly context: ControllerContext;
  private readonly quotas: Informer<ResourceQuota>;
  private readonly monitors: readonly Monitor[];
  private readonly resyncs: Table<number>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.quotas = context.informer<ResourceQuota>(quotas);
    this.monitors = kinds.flatMap((kind) => {
      const evaluator = evaluatorOf(kind);
      return evaluator ? [{ evaluator, informer: context.informer(kind), frees: this.freesOf(kind) }] : [];
    });
    this.resyncs = context.kernel.table<number>(component, { traced: false });
    context.kernel.on(component, () => this.resync());
  }

  private freesOf({ group, resource }: KindDefinition): Monitor['frees'] {
    if (group !== '') return () => false;
    const charged = (pod: KubeObject) => podIsCharged(pod as Pod, this.nowMicros);
    if (resource === 'pods') return (before, after) => charged(before) && !charged(after);
    if (resource === 'services') return (before, after) => balancedOrOnNodes(before) !== balancedOrOnNodes(after);
    if (resource === 'persistentvolumeclaims')
      return (before, after) => !equalJson(claimStatusOf(before), claimStatusOf(after));
    return () => false;
  }

  private get nowMicros(): number {
    return this.context.epochMicros(this.context.kernel.now);
  }

  register(): void {
    const { queue } = this.context;
    this.quotas.on({
      add: (quota) => {
        queue.add(keyOfObject(quota));
        this.expectResync();
      },
      update: (before, quota) => {
        if (!equalLists(before.spec?.hard, quota.spec?.hard)) queue.add(keyOfObject(quota));
      },
      delete: (quota) => queue.add(keyOfObject(quota)),
    });
    for (const monitor of this.monitors) {
      monitor.informer.on({
        update: (before, object) => {
          if (this.quotas.cache.size > 0 && monitor.frees(before, object)) this.replenish(monitor, object);
        },
        delete: (object) => this.replenish(monitor, object),
      });
    }
  }

  /** replenishQuota: the namespace's quotas that count such objects. */
  private replenish({ evaluator }: Monitor, { metadata }: KubeObject): void {
    if (this.quotas.cache.size === 0) return;
    for (const quota of this.quotas.inNamespace(metadata.namespace ?? '')) {
      if (namesOf(quota.status?.hard).some((name) => evaluator.counts(name)))
        this.context.queue.add(keyOfObject(quota));
    }
  }

  private expectResync(): void {
    const { kernel } = this.context;
    if ((this.resyncs.get('at') ?? 0) > kernel.now) return;
    const at = (Math.floor(kernel.now / resyncMicros) + 1) * resyncMicros;
    this.resyncs.set('at', at);
    kernel.schedule(at, component, 'resync', null, { background: true });
  }

  private resync(): void {
    if (this.quotas.cache.size === 0) return;
    for (const key of this.quotas.cache.keys()) this.context.queue.add(key);
    this.expectResync();
  }

  /** syncResourceQuota */
  sync(key: string, session: Session): SyncResult {
    const quota = this.quotas.get(key);
    if (!quota) return undefined;
    const hard = quota.spec?.hard ?? {};
    const names = namesOf(hard);
    const { namespace } = splitKey(key);
    let used: ResourceList = { ...quota.status?.used };
    for (const { evaluator, informer } of this.monitors) {
      const counted = names.filter((name) => evaluator.counts(name));
      if (counted.length === 0) continue;
      used = { ...used, ...usageOf(evaluator, informer.inNamespace(namespace), quota, counted, session.epochMicros) };
    }
    used = maskList(used, names);
    const { status } = quota;
    const known = status?.hard !== undefined && status.used !== undefined;
    if (known && equalLists(hard, status.hard) && equalLists(used, status.used)) return undefined;
    const updated = session.updateStatus(quotas, { ...quota, status: { hard, used } });
    return updated.ok ? undefined : { error: updated.status.message ?? '' };
  }
}

export const resourceQuotaController: ControllerDefinition = {
  name: 'resourcequota_primary',
  workers: 5,
  actor: 'resourcequota-controller',
  build: (context) => new ResourceQuotaController(context),
};
