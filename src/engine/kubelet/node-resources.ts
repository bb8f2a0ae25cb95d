// Models: pkg/kubelet/nodestatus/setters.go MachineInfo; pkg/kubelet/cm/node_container_manager GetNodeAllocatableReservation
// Simplified: nothing is reserved for the system or the kubelet; what eviction needs is held back, as by default.
// Not modelled: huge pages, devices.
import { parseBytes, parseQuantity } from '../api/quantity';
import type { NodeConfig } from '../config';

/** A machine when the config says nothing. */
const defaultCapacity: Readonly<Record<string, string>> = {
  cpu: '4',
  memory: '16Gi',
  'ephemeral-storage': '100Gi',
  pods: '110',
};

/** eviction-hard: memory.available<100Mi, nodefs.available<10% */
const memoryReserveBytes = 100 * 1024 * 1024;
const storageReserve = 0.1;

/** Bytes in the largest binary unit that leaves a whole number. */
function binaryText(bytes: number): string {
  let value = bytes;
  let unit = '';
  for (const next of ['Ki', 'Mi', 'Gi', 'Ti']) {
    if (value === 0 || value % 1024 !== 0) break;
    value /= 1024;
    unit = next;
  }
  return `${value}${unit}`;
}

/** What the machine has. A quantity that is none is left as the default. */
export function capacityOf(config: NodeConfig): Readonly<Record<string, string>> {
  const own = Object.entries(config.capacity ?? {}).filter(([, text]) => parseQuantity(text).quantity !== undefined);
  return { ...defaultCapacity, ...Object.fromEntries(own) };
}

/** What Pods may use of it. */
export function allocatableOf(capacity: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const memory = parseBytes(capacity.memory ?? '0');
  const storage = parseBytes(capacity['ephemeral-storage'] ?? '0');
  return {
    ...capacity,
    memory: binaryText(Math.max(0, memory - memoryReserveBytes)),
    'ephemeral-storage': String(Math.floor(storage * (1 - storageReserve))),
  };
}
