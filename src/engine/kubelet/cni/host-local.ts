// Models: containernetworking/plugins plugins/ipam/host-local allocator.Get, Release; plugins/main/bridge
// Simplified: one range a node, its podCIDR; the bridge's address is the first one.
// Not modelled: address sets, several interfaces; a reserved address is a row, not a file.
import type { Kernel } from '../../kernel/kernel';
import type { Table } from '../../kernel/table';

/** A reserved address. */
export interface Lease {
  readonly node: string;
  /** The Pod that has it, by UID. */
  readonly owner: string;
}

/** `10.244.3.0/24` → its first address as a number, and how many it holds. */
export function parseCIDR(cidr: string): { first: number; size: number } | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(cidr);
  if (!match) return undefined;
  const octets = match.slice(1, 5).map(Number);
  const bits = Number(match[5]);
  if (octets.some((octet) => octet > 255) || bits > 32) return undefined;
  const size = 2 ** (32 - bits);
  const address = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  return { first: Math.floor(address / size) * size, size };
}

export function addressText(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

/** Addresses of all nodes: round robin behind the last one given, never the network's, the gateway's or the broadcast's. */
export class HostLocal {
  readonly leases: Table<Lease>;
  /** By node: offset of the last address given (`last_reserved_ip.0`). */
  private readonly last: Table<number>;

  constructor(kernel: Kernel) {
    this.leases = kernel.table<Lease>('pod-addresses');
    this.last = kernel.table<number>('pod-address-last', { traced: false });
  }

  /** The address that the next ADD on a node gets; read only. */
  next(node: string, cidr: string): { address: string; offset: number } | { error: string } {
    const range = parseCIDR(cidr);
    if (!range || range.size < 4) return { error: `no IP addresses available in range set: ${cidr}` };
    const first = 2;
    const end = range.size - 2;
    const count = end - first + 1;
    const last = this.last.get(node);
    const start = last === undefined ? 0 : last - first + 1;
    for (let i = 0; i < count; i++) {
      const offset = first + ((start + i) % count);
      const address = addressText(range.first + offset);
      if (!this.leases.has(address)) return { address, offset };
    }
    return {
      error: `no IP addresses available in range set: ${addressText(range.first + 1)}-${addressText(range.first + end)}`,
    };
  }

  reserve(node: string, address: string, offset: number, owner: string): void {
    this.leases.set(address, { node, owner });
    this.last.set(node, offset);
  }

  release(address: string): void {
    this.leases.delete(address);
  }
}
