/**
 * Addresses that only the machine or its platform answers on: link-local addresses, and those where a cloud serves the
 * credentials of the machine. No service that Assay has to call runs there, so they are refused even where private addresses are
 * allowed.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const platform = new BlockList();
platform.addSubnet('0.0.0.0', 8, 'ipv4');
platform.addSubnet('169.254.0.0', 16, 'ipv4');
platform.addSubnet('fe80::', 10, 'ipv6');
// Metadata addresses of Azure, Alibaba and Oracle, then those of Amazon and Google over IPv6.
for (const address of ['168.63.129.16', '100.100.100.200', '192.0.0.192']) platform.addAddress(address, 'ipv4');
for (const address of ['fd00:ec2::254', 'fd20:ce::254']) platform.addAddress(address, 'ipv6');
// IPv6 ranges that embed an IPv4 address in their last or next 32 bits, which can be any of the above. The list itself handles
// `::ffff:0:0/96`.
for (const [network, prefix] of [
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
] as const) {
  platform.addSubnet(network, prefix, 'ipv6');
}

/** Also returns true for text that is not an address. */
export function isPlatformAddress(address: string): boolean {
  if (isIPv4(address)) return platform.check(address, 'ipv4');
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return true;
  return platform.check(withoutZone, 'ipv6') || isUnspecified(withoutZone);
}

// `::` and the deprecated IPv4-compatible form, `::169.254.169.254`. The loopback address `::1` is in this range, but is not a
// platform address.
const compatible = new BlockList();
compatible.addSubnet('::', 96, 'ipv6');
const loopback = new BlockList();
loopback.addAddress('::1', 'ipv6');

function isUnspecified(address: string): boolean {
  return compatible.check(address, 'ipv6') && !loopback.check(address, 'ipv6');
}
