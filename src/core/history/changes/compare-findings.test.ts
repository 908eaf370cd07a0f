import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFindings, versionsOf, type FindingPresence } from './compare-findings.ts';

function aPlace(
  findingId: string,
  componentVersion: string | null = '1.0',
  relevance: FindingPresence['relevance'] = 'relevant',
): FindingPresence {
  const about = { groupId: 'CVE-2024-1', canonicalId: 'CVE-2024-1', package: 'npm\u001Flib', packageName: 'lib' };
  return { findingId, ...about, componentId: `lib ${componentVersion}`, componentVersion, relevance };
}

const NONE = { introduced: 0, resolved: 0, changed: 0, unchanged: 0 };

describe('compareFindings', () => {
  it.each<[string, FindingPresence[], FindingPresence[], object]>([
    ['a new finding', [], [aPlace('a')], { introduced: 1 }],
    ['a fixed finding', [aPlace('a')], [], { resolved: 1 }],
    ['an unchanged finding', [aPlace('a')], [aPlace('a')], { unchanged: 1 }],
    ['a finding in another affected version', [aPlace('a', '2.14.0')], [aPlace('a', '2.14.1')], { changed: 1 }],
    ['a finding in an additional version', [aPlace('a')], [aPlace('a'), aPlace('a', '2.0')], { changed: 1 }],
    [
      'a finding in two versions in another order',
      [aPlace('a'), aPlace('a', '2')],
      [aPlace('a', '2'), aPlace('a')],
      { unchanged: 1 },
    ],
    ['a new finding that is not relevant', [], [aPlace('a', '1.0', 'not_relevant')], {}],
    ['a fixed finding that was not relevant', [aPlace('a', '1.0', 'not_relevant')], [], {}],
    ['a finding that is no longer relevant', [aPlace('a')], [aPlace('a', '1.0', 'not_relevant')], {}],
    ['a finding that became relevant', [aPlace('a', '1.0', 'not_relevant')], [aPlace('a')], { changed: 1 }],
    [
      'a finding that is relevant in one of two places',
      [],
      [aPlace('a', '1.0', 'not_relevant'), aPlace('a', '2.0')],
      { introduced: 1 },
    ],
    [
      'a finding with another version in a place where it is not relevant',
      [aPlace('a'), aPlace('a', '2.0', 'not_relevant')],
      [aPlace('a'), aPlace('a', '3.0', 'not_relevant')],
      { unchanged: 1 },
    ],
    ['one that matters less', [aPlace('a')], [aPlace('a', '1.0', 'deprioritized')], { unchanged: 1 }],
  ])('counts %s', (_, base, now, delta) => {
    expect(compareFindings(base, now).delta).toEqual({ ...NONE, ...delta });
  });

  it('lists introduced and resolved findings, including those that are not relevant', () => {
    const base = [aPlace('a'), aPlace('b', '1.0', 'not_relevant'), aPlace('c')];
    const now = [aPlace('c'), aPlace('d', '1.0', 'not_relevant'), aPlace('e', '2.0'), aPlace('e', '1.0')];

    const { begun, ended } = compareFindings(base, now);

    expect(begun.map(({ findingId, isShown }) => [findingId, isShown])).toEqual([
      ['d', false],
      ['e', true],
    ]);
    expect(ended.map(({ findingId, isShown }) => [findingId, isShown])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(begun.map(versionsOf)).toEqual([['1.0'], ['1.0', '2.0']]);
  });

  it('counts every finding of both sides exactly once', () => {
    const places = fc.array(
      fc
        .tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('1.0', '2.0'))
        .map(([id, each]) => aPlace(id, each)),
    );
    fc.assert(
      fc.property(places, places, (base, now) => {
        const { introduced, resolved, changed, unchanged } = compareFindings(base, now).delta;
        const count = (side: FindingPresence[]): number => new Set(side.map(({ findingId }) => findingId)).size;

        expect(introduced + changed + unchanged).toBe(count(now));
        expect(resolved + changed + unchanged).toBe(count(base));
      }),
    );
  });
});
