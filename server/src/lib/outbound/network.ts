// Networks in CIDR notation, as an operator writes them.
import ipaddr from 'ipaddr.js';
import { type Address, readAddress } from './address.ts';

export interface Network {
  first: Address;
  bits: number;
}

/** Null unless it is a network or one address. `10.0.0.1/8` is rejected, because it is probably a mistake. */
export function readNetwork(text: string): Network | null {
  const [start = '', length, ...more] = text.split('/');
  const first = readAddress(start);
  // An IPv4 address embedded in IPv6 is compared as IPv4, so a network of such addresses would match nothing.
  if (first === null || more.length > 0 || (first instanceof ipaddr.IPv4 && start.includes(':'))) return null;
  const most = first instanceof ipaddr.IPv4 ? 32 : 128;
  if (length === undefined) return { first, bits: most };
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (!(bits <= most)) return null;
  const whole = first instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const network = whole.networkAddressFromCIDR(`${first.toString()}/${bits}`);
  return network.toString() === first.toString() ? { first, bits } : null;
}

export const isInside = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(({ first, bits }) => address.kind() === first.kind() && address.match(first, bits));
