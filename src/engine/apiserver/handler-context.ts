// Models: k8s.io/apiserver pkg/endpoints/handlers RequestScope: what each handler may look at.
// Simplified: —
// Not modelled: —
import type { ClusterConfig } from '../config';
import type { Kernel } from '../kernel/kernel';
import type { ApiRequest } from './http';
import type { Storage } from './storage';
import type { Watches } from './watch';

export interface HandlerContext {
  readonly kernel: Kernel;
  readonly config: ClusterConfig;
  readonly storage: Storage;
  readonly watches: Watches;
  /** Virtual time of this request. */
  readonly at: number;
  /** Microseconds since 1970 of this request's commit. */
  readonly nowMicros: number;
  /** How many names were drawn for a base; the next draw's number. */
  nextDraw(resource: string, base: string): number;
}

export function isDryRun(request: ApiRequest): boolean {
  return request.query?.dryRun === 'All' || (request.body as { dryRun?: unknown } | undefined)?.dryRun !== undefined;
}
