import { describe, expect, it } from 'vitest';
import { breakingOf, lineOf, distanceOf, isWithin } from './compatibility.ts';
import type { Family } from '../../vocabulary/package.ts';
import type { Breaking, Distance } from '../../vocabulary/remediation.ts';

const of = (family: Family, release = '') => ({ family, release });

describe('lineOf', () => {
  it.each<[Family, string, string | undefined]>([
    ['npm', '1.2.3', '1'],
    ['npm', '0.2.3', '0.2'],
    ['npm', '0.0.3', '0.0.3'],
    ['npm', '1.0.0-rc.1', '1'],
    ['crates.io', '0.14.3', '0.14'],
    ['NuGet', '4.1.0.0', '4'],
    ['Go', '0.3.0', '1'],
    ['Go', 'v1.9.0', '1'],
    ['Go', '2.0.0+incompatible', '2'],
    ['PyPI', '1.4', '1'],
    ['PyPI', '0.4.1', '0.4'],
    ['PyPI', '1!2.0', '1!2'],
    ['Maven', '2.17.1', '2'],
    ['Maven', 'Finchley.SR2', undefined],
    ['RubyGems', '6.1.4.1', '6'],
    ['Bitnami', '1.2.3', undefined],
    ['ConanCenter', '1.1.1t', undefined],
  ])('puts %s %s on line %s', (family, version, line) => {
    expect(lineOf(of(family), version)).toBe(line);
  });

  it('uses the release of a distribution and the stream of a module', () => {
    expect(lineOf(of('Debian', '12'), '1:1.0-1')).toBe('12');
    expect(lineOf({ ...of('Rocky Linux', '8'), module: 'nodejs:18' }, '18.1')).toBe('8 nodejs:18');
  });
});

describe('breakingOf and distanceOf', () => {
  it.each<[Family, string, string, Distance, Breaking]>([
    ['npm', '1.2.3', '1.2.4', 'patch', 'none'],
    ['npm', '1.2.3', '1.3.0', 'minor', 'none'],
    ['npm', '1.2.3', '2.0.0', 'major', 'likely'],
    ['npm', '0.2.3', '0.3.0', 'minor', 'likely'],
    ['npm', '0.0.3', '0.0.4', 'patch', 'likely'],
    ['npm', '2.0.0-rc.1', '2.0.0', 'patch', 'none'],
    ['Maven', '2.14.1', '2.17.1', 'minor', 'none'],
    ['Maven', '1.9', '2.0', 'major', 'likely'],
    ['PyPI', '0.4', '0.5', 'minor', 'unknown'],
    ['PyPI', '2023.1', '2024.1', 'major', 'unknown'],
    ['PyPI', '2.0', '1!1.0', 'major', 'likely'],
    ['Go', '0.1.0', '1.0.0', 'major', 'none'],
    ['Bitnami', '1.0.0', '1.0.1', 'patch', 'unknown'],
    ['Maven', 'Finchley.SR2', 'Finchley.SR3', 'unknown', 'unknown'],
    ['Debian', '1:1.0-1', '1:1.0-1+deb12u1', 'patch', 'none'],
    ['Debian', '1.0-1', '1:1.0-1', 'unknown', 'none'],
  ])('classifies %s %s -> %s: %s, breaking %s', (family, from, to, distance, breaking) => {
    expect([distanceOf(of(family), from, to), breakingOf(of(family), from, to)]).toEqual([distance, breaking]);
  });
});

describe('isWithin', () => {
  it.each<[Distance, Parameters<typeof isWithin>[1], boolean]>([
    ['patch', 'patch', true],
    ['minor', 'patch', false],
    ['major', 'minor', false],
    ['major', 'major', true],
    ['unknown', 'minor', false],
    ['unknown', 'major', true],
    ['unknown', undefined, true],
  ])('checks %s within %s: %s', (distance, max, expected) => {
    expect(isWithin(distance, max)).toBe(expected);
  });
});
