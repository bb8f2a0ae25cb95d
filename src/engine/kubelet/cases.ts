import type { CaseAdapter } from '../../host/cases/case-form';
import { adapters as cri } from './cri.cases';
import { adapters as image } from './image.cases';
import { adapters as node } from './node.cases';
import { adapters as order } from './order.cases';
import { adapters as probe } from './probe.cases';
import { adapters as restart } from './restart.cases';
import { adapters as status } from './status.cases';
import { adapters as termination } from './termination.cases';
import { adapters as worker } from './worker.cases';

/** How the kubelet's cases are run. */
export const adapters: CaseAdapter[] = [
  ...status,
  ...restart,
  ...image,
  ...probe,
  ...order,
  ...termination,
  ...worker,
  ...cri,
  ...node,
];
