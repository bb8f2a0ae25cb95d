/** Every adapter, one import a component; a case whose adapter is not here counts as skipped. */
import { adapters as quantity } from '../../engine/api/quantity.cases';
import { adapters as selectors } from '../../engine/api/selectors.cases';
import { adapters as requests } from '../../engine/apiserver/request.cases';
import { adapters as deployment } from '../../engine/controllers/deployment/cases';
import { adapters as disruption } from '../../engine/controllers/disruption/cases';
import { adapters as garbageCollector } from '../../engine/controllers/garbagecollector/cases';
import { adapters as namespaces } from '../../engine/controllers/namespace/cases';
import { adapters as nodeLifecycle } from '../../engine/controllers/nodelifecycle/cases';
import { adapters as podGC } from '../../engine/controllers/podgc/cases';
import { adapters as replicaSet } from '../../engine/controllers/replicaset/cases';
import { adapters as resourceQuota } from '../../engine/controllers/resourcequota/cases';
import { adapters as taintEviction } from '../../engine/controllers/tainteviction/cases';
import { adapters as ttl } from '../../engine/controllers/ttl/cases';
import { adapters as kubelet } from '../../engine/kubelet/cases';
import { adapters as schedulerCycle } from '../../engine/scheduler/cycle.cases';
import { adapters as schedulerPlugins } from '../../engine/scheduler/plugins.cases';
import type { CaseAdapter } from './case-form';

export const adapters: readonly CaseAdapter[] = [
  ...quantity,
  ...selectors,
  ...requests,
  ...deployment,
  ...replicaSet,
  ...garbageCollector,
  ...namespaces,
  ...nodeLifecycle,
  ...taintEviction,
  ...podGC,
  ...ttl,
  ...resourceQuota,
  ...disruption,
  ...kubelet,
  ...schedulerPlugins,
  ...schedulerCycle,
];
