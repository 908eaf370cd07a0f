import { describe, expect, it } from 'vitest';
import {
  checkedLookup,
  requireAllowedTarget,
  requireAllowedUrl,
  isPlatformAddress,
  isPublicAddress,
} from './checked-address.ts';
import { toAiPolicy, type Resolve } from './policy.ts';
import fc from 'fast-check';
import { isIP } from 'node:net';

const CLOSED = toAiPolicy({ allowPrivate: false, proxy: undefined });
const OPEN = toAiPolicy({ allowPrivate: true, proxy: undefined });

const resolveTo =
  (...addresses: readonly string[]): Resolve =>
  (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('addresses of model providers', () => {
  it.each([
    ['http://api.example/v1', 'only https'],
    ['https://127.0.0.1/v1', 'no public address'],
    ['https://[::1]/v1', 'no public address'],
    ['https://10.1.2.3/v1', 'no public address'],
    ['https://169.254.169.254/v1', 'no public address'],
  ])('rejects %s (%s)', (address, problem) => {
    expect(() => requireAllowedUrl(new URL(address), CLOSED)).toThrow(problem);
  });

  it.each(['http://127.0.0.1:11434/v1', 'http://[::1]:8080/v1', 'https://10.1.2.3/v1', 'http://192.168.1.20:8000/v1'])(
    'allows %s when the operator allows private addresses',
    (address) => {
      expect(() => requireAllowedUrl(new URL(address), OPEN)).not.toThrow();
    },
  );

  it.each(['http://169.254.169.254/v1', 'http://[fd00:ec2::254]/v1', 'http://[fe80::1]/v1', 'http://0xa9fea9fe/v1'])(
    'rejects %s even when the operator allows private addresses',
    (address) => {
      expect(() => requireAllowedUrl(new URL(address), OPEN)).toThrow('link-local');
    },
  );

  it('rejects a name if any of its addresses is a cloud metadata address', async () => {
    const url = new URL('http://metadata.example/v1');
    const policy = { ...OPEN, resolve: resolveTo('10.0.0.1', '169.254.169.254') };

    await expect(requireAllowedTarget(url, policy)).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN' });
  });

  it('accepts a name that resolves to an allowed address', async () => {
    const url = new URL('https://model.example/v1');

    await requireAllowedTarget(url, { ...OPEN, resolve: resolveTo('10.0.0.1') });
    await requireAllowedTarget(url, { ...CLOSED, resolve: resolveTo('1.1.1.1') });
    await expect(requireAllowedTarget(url, { ...CLOSED, resolve: resolveTo('10.0.0.1') })).rejects.toThrow(
      'no public address',
    );
  });

  it('reports that a name does not resolve when private addresses are allowed', async () => {
    const none: Resolve = (_name, _options, done) => done(new Error('ENOTFOUND'), []);

    const call = requireAllowedTarget(new URL('http://ollama:11434/v1'), { ...OPEN, resolve: none });

    await expect(call).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN', message: /does not resolve/ });
  });

  it('refuses to connect to an address that fails the check', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();

    checkedLookup(new URL('http://model.example/'), { ...OPEN, resolve: resolveTo('169.254.169.254') })(
      'model.example',
      { all: true },
      (error) => resolve(error),
    );

    expect(await promise).toMatchObject({ code: 'OUTBOUND_FORBIDDEN' });
  });
});

describe('isPlatformAddress', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '8.8.8.8',
    '::1',
    'fd00::1',
    '2606:4700::1',
  ])('does not treat %s as a platform address', (address) => {
    expect(isPlatformAddress(address)).toBe(false);
  });

  it.each([
    ['metadata', '169.254.169.254'],
    ['link-local', '169.254.0.1'],
    ['Azure', '168.63.129.16'],
    ['Alibaba', '100.100.100.200'],
    ['Oracle', '192.0.0.192'],
    ['Amazon', 'fd00:ec2::254'],
    ['Google', 'fd20:ce::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['mapped', '::ffff:169.254.169.254'],
    ['mapped', '::ffff:a9fe:a9fe'],
    ['IPv4 in IPv6', '::169.254.169.254'],
    ['NAT64', '64:ff9b::169.254.169.254'],
    ['6to4', '2002:a9fe:a9fe::'],
    ['this host', '0.0.0.0'],
    ['unspecified', '::'],
    ['no address', 'metadata'],
    ['no address', ''],
  ])('treats %s %s as a platform address', (_, address) => {
    expect(isPlatformAddress(address)).toBe(true);
  });

  it('recognizes a link-local IPv4 address in every IPv6 notation', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.nat(255), (a, b) => {
        for (const prefix of ['', '::ffff:', '::', '64:ff9b::'])
          expect(isPlatformAddress(`${prefix}169.254.${a}.${b}`)).toBe(true);
      }),
    );
  });
});

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
];

const INSIDE = [
  ['this host', '0.0.0.0'],
  ['this network', '0.255.255.255'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT', '100.127.255.255'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local', '169.254.0.1'],
  ['metadata', '169.254.169.254'],
  ['metadata', '100.100.100.200'],
  ['metadata', '192.0.0.192'],
  ['platform', '168.63.129.16'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['6to4 relay', '192.88.99.1'],
  ['benchmark', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['loopback', '0:0:0:0:0:0:0:1'],
  ['IPv4 in IPv6', '::127.0.0.1'],
  ['mapped', '::ffff:127.0.0.1'],
  ['mapped', '::ffff:7f00:1'],
  ['mapped, of a public one', '::ffff:8.8.8.8'],
  ['translated', '::ffff:0:7f00:1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64 of a site', '64:ff9b:1::7f00:1'],
  ['discard', '100::1'],
  ['Teredo', '2001:0:7f00:1::'],
  ['ORCHID', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fdff::1'],
  ['metadata', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['public with a zone', '2606:4700:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
] as const;

describe('isPublicAddress', () => {
  it.each(PUBLIC)('treats %s as public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(INSIDE)('does not treat %s %s as public', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '127.0.0.1.', '[::1]', '8.8.8.8:53', '1.1.1.1%0'])(
    'does not accept %j as an address',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );

  it('does not treat an IPv4 address embedded in IPv6 as public', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false);
      }),
    );
  });

  it('returns false for any text that is not an address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV4Extended(), fc.ipV6()), (text) => {
        expect(isPublicAddress(text) && isIP(text) === 0).toBe(false);
      }),
    );
  });
});
