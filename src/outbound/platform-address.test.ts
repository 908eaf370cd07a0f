import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlatformAddress } from './platform-address.ts';

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
