/**
 * Checks whether an address may be called. IP addresses are checked as they are. A name is resolved, all its addresses are
 * checked, and the connection uses one of them: a second lookup could return a different address.
 */
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction, BlockList, isIPv4, isIPv6 } from 'node:net';
import { AssayError } from '../core/errors.ts';
import { OUTBOUND_FORBIDDEN } from './errors.ts';
import type { OutboundPolicy, Resolve } from './policy.ts';
import { findProxy } from './proxy.ts';

/** Checks everything that needs no name lookup. */
export function requireAllowedUrl(url: URL, policy: OutboundPolicy): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw OUTBOUND_FORBIDDEN({ host: url.host, problem: 'only http and https are supported' });
  if (policy.httpsOnly === true && url.protocol !== 'https:')
    throw OUTBOUND_FORBIDDEN({ host: url.host, problem: 'only https is allowed' });
  // IP addresses need no lookup. The URL parser has normalized them: 2130706433 and 0x7f.1 have become 127.0.0.1.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isAllowedAddress(host, policy)) throw refused(url, policy);
  // A proxy resolves any name that a user typed in its own network.
  if (findProxy(url, policy.proxy) !== undefined && !policy.allowPrivate)
    throw OUTBOUND_FORBIDDEN({ host: url.host, problem: 'its address cannot be verified behind a proxy' });
}

/** Checks whether a call is allowed, including the addresses of a name. */
export async function requireAllowedTarget(url: URL, policy: OutboundPolicy): Promise<void> {
  requireAllowedUrl(url, policy);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Nothing to check if every address may be called, or if a proxy resolves the name.
  const isResolvedHere = findProxy(url, policy.proxy) === undefined;
  const mayCallAny = policy.allowPrivate && policy.refusePlatform !== true;
  if (mayCallAny || !isResolvedHere || isIP(host) !== 0) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const patience = setTimeout(() => reject(refused(url, policy)), policy.connectTimeoutMs);
  checkedLookup(url, policy)(host, { all: true }, (error) => {
    if (error === null) resolve();
    else
      reject(
        error instanceof AssayError
          ? error
          : OUTBOUND_FORBIDDEN({ host: url.host, problem: 'it does not resolve to an address' }),
      );
  });
  await promise.finally(() => clearTimeout(patience));
}

/**
 * Where only public addresses may be called, a name without an address gets the same error as a name with a private address, so
 * that the error does not reveal which internal names exist.
 */
export function checkedLookup(url: URL, policy: OutboundPolicy): LookupFunction {
  const resolve = policy.resolve ?? resolveBySystem;
  return (name, options, done) => {
    resolve(name, { ...options, all: true } as LookupAllOptions, (error, addresses) => {
      const [first] = addresses;
      const mayCallAll = addresses.every(({ address }) => isAllowedAddress(address, policy));
      if (!mayCallAll || (first === undefined && !policy.allowPrivate)) done(refused(url, policy), []);
      else if (error !== null) done(error, []);
      else if (first === undefined) done(new Error('its name does not resolve'), []);
      else if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}

function resolveBySystem(...[name, options, done]: Parameters<Resolve>): void {
  // After a failure `addresses` is undefined, despite its type.
  lookup(name, options, (error, addresses: LookupAddress[] | undefined) => done(error, addresses ?? []));
}

function isAllowedAddress(address: string, { allowPrivate, refusePlatform = false }: OutboundPolicy): boolean {
  return allowPrivate ? !refusePlatform || !isPlatformAddress(address) : isPublicAddress(address);
}

function refused(url: URL, { allowPrivate }: OutboundPolicy): AssayError {
  const problem = allowPrivate ? 'its address is link-local or belongs to the platform' : 'it has no public address';
  return OUTBOUND_FORBIDDEN({ host: url.host, problem });
}

// Addresses that only the machine or its platform answers on: link-local addresses, and those where a cloud serves the
// credentials of the machine. No service that Assay has to call runs there, so they are refused even where private addresses
// are allowed.
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

// The ranges that do not belong to the public internet, from the registries of special-purpose addresses:
// https://www.iana.org/assignments/iana-ipv4-special-registry, .../iana-ipv6-special-registry
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
