/**
 * Models: k8s.io/apimachinery pkg/util/validation/ip.go (IsValidIP, IsValidCIDR), pkg/apis/core/validation
 *   ValidateNonSpecialIP; k8s.io/utils/net ParseIPSloppy.
 * Simplified: addresses are compared as text.
 * Not modelled: warnings about non-canonical addresses.
 */
import { type FieldError, invalid } from '../field-error';

export type IpFamily = 'IPv4' | 'IPv6';

/** The family of a well-formed address, or undefined. Leading zeros in IPv4 are read as decimal, as always. */
export function ipFamilyOf(text = ''): IpFamily | undefined {
  if (ipv4Parts(text) !== undefined) return 'IPv4';
  return isIpv6(text) ? 'IPv6' : undefined;
}

/** The four numbers of an IPv4 address. */
function ipv4Parts(text: string): readonly number[] | undefined {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(text)) return undefined;
  const parts = text.split('.').map(Number);
  return parts.every((part) => part <= 255) ? parts : undefined;
}

/** An IPv4 address as a number of 32 bits. */
export function ipv4Number(text: string): number | undefined {
  const parts = ipv4Parts(text);
  return parts?.reduce((number, part) => number * 256 + part, 0);
}

export function ipv4Text(number: number): string {
  return [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255].join('.');
}

function isIpv6(text: string): boolean {
  if (!text.includes(':') || text.includes(':::')) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  let groups = 0;
  for (let h = 0; h < halves.length; h++) {
    const half = halves[h] as string;
    if (half === '') continue;
    const parts = half.split(':');
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as string;
      const last = h === halves.length - 1 && i === parts.length - 1;
      if (last && part.includes('.')) {
        if (ipv4Parts(part) === undefined) return false;
        groups += 2;
      } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups++;
      else return false;
    }
  }
  return halves.length === 2 ? groups < 8 : groups === 8;
}

export function checkIp(errors: FieldError[], field: string, value: string): void {
  if (ipFamilyOf(value) === undefined) {
    errors.push(invalid(field, value, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'));
  }
}

/** The family of a well-formed CIDR, or undefined. */
export function cidrFamilyOf(value: string): IpFamily | undefined {
  const slash = value.indexOf('/');
  if (slash < 0 || !/^\d{1,3}$/.test(value.slice(slash + 1))) return undefined;
  const family = ipFamilyOf(value.slice(0, slash));
  const bits = Number(value.slice(slash + 1));
  return family !== undefined && bits <= (family === 'IPv4' ? 32 : 128) ? family : undefined;
}

export function checkCidr(errors: FieldError[], field: string, value: string): void {
  if (cidrFamilyOf(value) === undefined) {
    errors.push(invalid(field, value, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'));
  }
}

/** Addresses that mean "this node" are refused where others are to reach them. */
export function checkNonSpecialIp(errors: FieldError[], field: string, value: string): void {
  const family = ipFamilyOf(value);
  if (family === undefined) return void errors.push(invalid(field, value, 'must be a valid IP address'));
  const lower = value.toLowerCase();
  const parts = ipv4Parts(value);
  const unspecified = parts === undefined ? /^[0:]+$/.test(lower) : parts.every((part) => part === 0);
  if (unspecified) errors.push(invalid(field, value, `may not be unspecified (${value})`));
  if (parts === undefined ? /^(0*:)*:?0*1$/.test(lower) : parts[0] === 127) {
    errors.push(invalid(field, value, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'));
  }
  if (parts === undefined ? /^fe[89ab]/.test(lower) : parts[0] === 169 && parts[1] === 254) {
    errors.push(invalid(field, value, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'));
  }
  if (parts === undefined ? /^ff.2:/.test(lower) : parts[0] === 224 && parts[1] === 0 && parts[2] === 0) {
    errors.push(invalid(field, value, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'));
  }
}
