/**
 * Checks whether an address may be called. IP addresses are checked as they are. A name is resolved, all its addresses are
 * checked, and the connection uses one of them: a second lookup could return a different address.
 */
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AssayError } from '../core/errors.ts';
import { OUTBOUND_FORBIDDEN } from './errors.ts';
import type { OutboundPolicy, Resolve } from './policy.ts';
import { isPlatformAddress } from './platform-address.ts';
import { findProxy } from './proxy.ts';
import { isPublicAddress } from './public-address.ts';

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
  const problem = allowPrivate ? 'its address is link-local or belongs to the platform' : 'its address is not public';
  return OUTBOUND_FORBIDDEN({ host: url.host, problem });
}
