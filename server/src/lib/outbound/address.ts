// Decides which addresses are on the public internet. Everything not known to be public is blocked: special
// ranges, IPv4 addresses embedded in IPv6, and services that clouds put next to a machine.
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Public by number but served by the host: Azure's wire server. The others are in special ranges. */
const HOST_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/** Null for everything except the plain form of an address: `0x7f.1` and `fe80::1%eth0` are rejected. */
export function readAddress(text: string): Address | null {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  if (!isIPv6(text) || text.includes('%')) return null;
  // In hex only: ipaddr.js reads `::8.8.8.8` as `::ffff:8.8.8.8`, which nothing else does.
  return ipaddr.process(new URL(`http://[${text}]`).hostname.slice(1, -1));
}

export function isPublicAddress(text: string): boolean {
  const address = readAddress(text);
  return address !== null && isPublic(address);
}

export function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4)
    return address.range() === 'unicast' && !HOST_SERVICES.has(address.toString());
  // A host without IPv4 reaches all of it through this prefix (RFC 6052), so the embedded address decides.
  if (address.match(NAT64)) return isPublic(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast' && !isIsatap(address);
}

/** RFC 5214: `0:5efe` before an IPv4 address, under any prefix, with either value of the two flag bits. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [flags = 0, mark = 0] = address.parts.slice(4);
  return mark === 0x5efe && (flags & 0xfcff) === 0;
}
