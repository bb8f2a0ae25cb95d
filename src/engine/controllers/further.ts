// Models: cmd/kube-controller-manager/app: the controllers beside those without which no Pod runs.
// Simplified: —
// Not modelled: —
import type { ControllerDefinition } from '../client/controller';
import { disruptionController, stalePodDisruptions } from './disruption/disruption-controller';
import { resourceQuotaController } from './resourcequota/resource-quota-controller';
import { ttlController } from './ttl/ttl-controller';

/** A part of its own: it is fetched beside the engine's core. */
export const furtherControllers: readonly ControllerDefinition[] = [
  resourceQuotaController,
  disruptionController,
  stalePodDisruptions,
  ttlController,
];
