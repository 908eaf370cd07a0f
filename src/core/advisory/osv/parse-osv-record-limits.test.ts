import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord } from '../../../../test/support/advisories.ts';
import { LIMITS } from '../../limits.ts';
import { parseOsvRecord } from './parse-osv-record.ts';

type Build = (count: number) => Record<string, unknown>;

const listOf = <Value>(count: number, value: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => value(index));

/** Splits a count over two packages: a limit applies to the whole record. */
function inTwoPackages(toEntry: (count: number) => Record<string, unknown>): Build {
  return (count) => ({
    affected: [Math.floor(count / 2), Math.ceil(count / 2)].map((half) => ({ ...anAffected(), ...toEntry(half) })),
  });
}

const LIMITED: readonly (readonly [string, number, Build])[] = [
  ['aliases', LIMITS.advisoryAliasesMax, (count) => ({ aliases: listOf(count, (n) => `GHSA-${n}`) })],
  ['upstream ids', LIMITS.advisoryLinksMax, (count) => ({ upstream: listOf(count, (n) => `GHSA-${n}`) })],
  ['related ids', LIMITS.advisoryLinksMax, (count) => ({ related: listOf(count, (n) => `GHSA-${n}`) })],
  [
    'references',
    LIMITS.advisoryReferencesMax,
    (count) => ({ references: listOf(count, (n) => ({ type: 'WEB', url: `https://example.org/${n}` })) }),
  ],
  ['packages', LIMITS.advisoryEntriesMax, (count) => ({ affected: listOf(count, () => ({})) })],
  ['versions', LIMITS.advisoryVersionsMax, inTwoPackages((count) => ({ versions: listOf(count, String) }))],
  [
    'ranges',
    LIMITS.advisoryRangesMax,
    inTwoPackages((count) => ({ ranges: listOf(count, () => ({ type: 'GIT', events: [] })) })),
  ],
  [
    'events',
    LIMITS.advisoryEventsMax,
    inTwoPackages((count) => ({ ranges: [{ type: 'SEMVER', events: listOf(count, () => ({ introduced: '0' })) }] })),
  ],
  [
    'binary packages',
    LIMITS.advisoryBinariesMax,
    inTwoPackages((count) => ({
      ecosystem_specific: { binaries: [Object.fromEntries(listOf(count, (n) => [`b${n}`, '1']))] },
    })),
  ],
];

describe('findExceededLimit', () => {
  it.each(LIMITED)('accepts as many %s as the limit, and rejects one more', (what, limit, build) => {
    expect(parseOsvRecord(anOsvRecord(build(limit)))).not.toHaveProperty('problem');
    expect(parseOsvRecord(anOsvRecord(build(limit + 1)))).toEqual({
      problem: `The record has more than ${limit} ${what}.`,
    });
  });
});
