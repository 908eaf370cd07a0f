import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDistribution, DISTRIBUTIONS } from './distributions.ts';
import { findDistro, findDistroInImage } from './find-distro.ts';

function summaryOf(text: string, fallback?: string): string {
  const distro = findDistro(text, fallback === undefined ? undefined : findDistribution(fallback));
  if (distro === undefined) return 'nothing';
  const { family, release, channel, alias } = distro;
  return [family, release ?? '?', channel, alias].filter((each) => each !== undefined).join(' ');
}

describe('findDistro', () => {
  it.each([
    ['debian-12', 'Debian 12'],
    ['debian-11.6', 'Debian 11'],
    ['Debian-10.2', 'Debian 10'],
    ['debian:13', 'Debian 13'],
    ['debian 9', 'Debian 9'],
    ['debian12', 'Debian 12'],
    ['debian-bookworm', 'Debian 12'],
    ['Debian GNU/Linux-12 (bookworm)', 'Debian 12'],
    ['distro=debian-12', 'Debian 12'],
    ['distro=bookworm', 'Debian 12'],
    ['jessie', 'Debian 8'],
    ['TRIXIE', 'Debian 13'],
    ['raspbian-11', 'Debian 11 same'],
    ['ubuntu-22.04', 'Ubuntu 22.04'],
    ['ubuntu-22.04.2', 'Ubuntu 22.04'],
    ['Ubuntu:22.04:LTS', 'Ubuntu 22.04'],
    ['Ubuntu:Pro:18.04:LTS', 'Ubuntu 18.04 pro'],
    ['jammy', 'Ubuntu 22.04'],
    ['ubuntu-focal', 'Ubuntu 20.04'],
    ['alpine-3.19.1', 'Alpine v3.19'],
    ['alpine:3.19', 'Alpine v3.19'],
    ['alpine-v3.19', 'Alpine v3.19'],
    ['alpine-edge', 'Alpine edge'],
    ['alpine-3.20_alpha20240329', 'Alpine edge'],
    ['postmarketos-3.19', 'Alpine v3.19 same'],
    ['wolfi', 'Wolfi '],
    ['wolfi-20230201', 'Wolfi '],
    ['chainguard', 'Chainguard '],
    ['alpaquita-23', 'Alpaquita 23'],
    ['alpaquita-stream', 'Alpaquita stream'],
    ['rhel-9.4', 'Red Hat 9'],
    ['redhat-8.7', 'Red Hat 8'],
    ['Red Hat Enterprise Linux Server-8', 'Red Hat 8'],
    ['red hat enterprise linux-9.2 EUS', 'Red Hat 9 eus:9.2'],
    ['red hat enterprise linux-7.9 ELS', 'Red Hat 7 els:7'],
    ['red hat enterprise linux 9.4 extended update support-RHEL-9.4.0.Z.EUS', 'Red Hat 9 eus:9.4'],
    ['red hat enterprise linux 8-RHEL-8.10.0.Z.MAIN+EUS', 'Red Hat 8'],
    ['centos-7.9.2009', 'Red Hat 7 same'],
    ['centos-8', 'Red Hat 8 same'],
    ['centos-9', 'Red Hat 9 ahead'],
    ['CentOS Stream-8', 'Red Hat 8 ahead'],
    ['centos-stream-9', 'Red Hat 9 ahead'],
    ['scientific-7.9', 'Red Hat 7 same'],
    ['rocky-8.7', 'Rocky Linux 8'],
    ['alma-8.7', 'AlmaLinux 8'],
    ['almalinux-9', 'AlmaLinux 9'],
    ['ol-8.5', 'Oracle Linux 8'],
    ['oracle-8.5', 'Oracle Linux 8'],
    ['amazon-2 (Karoo)', 'Amazon Linux 2'],
    ['amzn-2023', 'Amazon Linux 2023'],
    ['amzn-2018.03', 'Amazon Linux 1'],
    ['amazon-AMI release 2018.03', 'Amazon Linux 1'],
    ['photon-4.0', 'Photon OS 4.0'],
    ['photon-5', 'Photon OS 5.0'],
    ['fedora-36', 'Fedora 36'],
    ['sles-15.3', 'SUSE 15.3'],
    ['sles-15-sp3', 'SUSE 15.3'],
    ['SUSE Linux Enterprise Server-15.3', 'SUSE 15.3'],
    ['sles-15', 'SUSE 15'],
    ['opensuse-leap-15.5', 'openSUSE 15.5'],
    ['opensuse.leap-15.5', 'openSUSE 15.5'],
    ['opensuse-tumbleweed', 'openSUSE Tumbleweed'],
    ['opensuse-tumbleweed-20240101', 'openSUSE Tumbleweed'],
    ['azurelinux-3.0', 'Azure Linux 3'],
    ['mariner-2.0', 'Azure Linux 2'],
    ['cbl-mariner-2.0.20230630', 'Azure Linux 2'],
    ['openeuler-22.03 (LTS-SP3)', 'openEuler 22.03-LTS-SP3'],
    ['openeuler-22.03-LTS', 'openEuler 22.03-LTS'],
    ['mageia-9', 'Mageia 9'],
  ])('parses %j as %s', (text, summary) => {
    expect(summaryOf(text)).toBe(summary);
  });

  it.each([
    ['12.5', 'debian', 'Debian 12'],
    [' 12 ', 'debian', 'Debian 12'],
    ['12', 'raspbian', 'Debian 12 same'],
    ['22.04', 'ubuntu', 'Ubuntu 22.04'],
    ['3.19.1', 'alpine', 'Alpine v3.19'],
    ['v3.19', 'alpine', 'Alpine v3.19'],
    ['edge', 'alpine', 'Alpine edge'],
    ['9.4', 'redhat', 'Red Hat 9'],
    ['9', 'centos', 'Red Hat 9 ahead'],
    ['15.3', 'sles', 'SUSE 15.3'],
    ['ubuntu-12', 'debian', 'Ubuntu ?'],
    ['ubuntu-22.04', 'debian', 'Ubuntu 22.04'],
    ['jammy', 'debian', 'Ubuntu 22.04'],
    ['22.04', 'debian', 'nothing'],
    ['3.19.1', 'debian', 'nothing'],
    ['12x', 'debian', 'nothing'],
    ['012', 'debian', 'nothing'],
    ['12-debian', 'debian', 'nothing'],
    ['1２', 'debian', 'nothing'],
    ['sid', 'debian', 'nothing'],
    ['99', 'debian', 'nothing'],
  ])('parses %j in a package of %s as %s', (text, owner, summary) => {
    expect(summaryOf(text, owner)).toBe(summary);
  });

  it.each(['debian', 'debian-6', 'debian-99', 'debian-unstable', 'debian-sid', 'ubuntu-12', 'alpine', 'rhel', 'sles'])(
    'finds a distribution but no release in %j',
    (text) => {
      expect(summaryOf(text)).toMatch(/ \?$/);
    },
  );

  it.each([
    '',
    '-',
    'debian-',
    'busybox-1.34.1',
    'operating-system-a-1.0',
    'windows-10',
    'red hat productb-1',
    '12',
    '9.4',
  ])('finds nothing in %j', (text) => {
    expect(findDistro(text)).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void findDistro(text, DISTRIBUTIONS[0])));
    for (const text of ['-'.repeat(1_000_000), '1'.repeat(1_000_000), 'v-'.repeat(500_000), ' '.repeat(1_000_000)]) {
      expect(findDistro(text)).toBeUndefined();
    }
  });
});

describe('DISTRIBUTIONS', () => {
  it('has no duplicate names', () => {
    const names = DISTRIBUTIONS.flatMap((each) => each.names);

    expect(new Set(names).size).toBe(names.length);
  });

  it('finds every family by its own name', () => {
    for (const { family } of DISTRIBUTIONS) expect(findDistribution(family)?.family).toBe(family);
  });
});

describe('findDistroInImage', () => {
  it.each([
    ['debian:bookworm', 'debian-bookworm'],
    ['debian:bookworm-slim', 'debian-bookworm'],
    ['debian:12.5-slim', 'debian-12.5'],
    ['docker.io/library/debian:11', 'debian-11'],
    ['library/ubuntu:jammy-20240125', 'ubuntu-jammy'],
    ['alpine:3.18', 'alpine-3.18'],
    ['alpine:3.18.4@sha256:0123456789abcdef', 'alpine-3.18.4'],
    ['alpine:edge', 'alpine-edge'],
    ['rockylinux:9', 'rocky-9'],
    ['amazonlinux:2', 'amazon-2'],
    ['centos:stream9', 'centos stream-9'],
    ['opensuse/leap:15.5', 'opensuse-leap-15.5'],
  ])('finds the distribution in %s: %s', (reference, distro) => {
    expect(findDistroInImage(reference)).toBe(distro);
  });

  it.each([
    '',
    'debian',
    'debian:latest',
    'debian:sid',
    'debian@sha256:0123456789abcdef',
    'acme/debian:12',
    'registry.example.com/debian:12',
    'localhost:5000/debian:12',
    'postgres:15-bookworm',
    'node:20-alpine3.18',
    'debian:12:13',
  ])('finds nothing in %j', (reference) => {
    expect(findDistroInImage(reference)).toBeUndefined();
  });
});
