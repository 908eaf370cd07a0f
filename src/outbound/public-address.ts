/**
 * Checks whether an address belongs to the public internet. The ranges come from the registries of special-purpose addresses:
 * https://www.iana.org/assignments/iana-ipv4-special-registry, .../iana-ipv6-special-registry
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const inside = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // In a public range, but it is the platform service that every machine in Azure can reach.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(network, prefix, 'ipv4');
}
// In IPv6 only 2000::/3 is public, which excludes loopback, ::ffff:0:0/96, 64:ff9b::/96, ULA and link-local. Within it, 2001::/23
// and 2002::/16 can embed any IPv4 address.
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  inside.addSubnet(network, prefix, 'ipv6');
}

/** Also returns false for text that is not an address, and for an address with a zone (`fe80::1%eth0`). */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !inside.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !inside.check(address, 'ipv6');
}
