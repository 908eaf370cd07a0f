/** Invariants of recommendations for arbitrary advisories, with the real version schemes and the real matcher. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord } from '../../../../test/support/advisories.ts';
import { aQuestion, entriesFor, identify } from '../../../../test/support/remediation.ts';
import { matchPackage } from '../../match/match-package.ts';
import { matcherFor } from '../../match/matchers.ts';
import { atVersion, findVersionAxis } from './at-version.ts';
import { findCandidates } from './candidates.ts';
import { chooseTarget, type TargetQuestion } from './choose-target.ts';
import { listAffectingGroups, matchEach } from './judge-candidates.ts';
import { sweepCandidates } from './sweep-candidates.ts';

interface Ecosystem {
  readonly ecosystem: string;
  readonly name: string;
  readonly purl: (version: string) => string;
  readonly type: string;
  readonly versions: readonly string[];
}

const SEMVERS = [
  '0.0.3',
  '0.1.0',
  '0.2.0',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.1.0',
  '1.2.0',
  '2.0.0',
  '2.0.1',
  '3.0.0-beta',
  '3.0.0',
];
const ECOSYSTEMS: readonly Ecosystem[] = [
  { ecosystem: 'npm', name: 'a', purl: (version) => `pkg:npm/a@${version}`, type: 'SEMVER', versions: SEMVERS },
  {
    ecosystem: 'PyPI',
    name: 'a',
    purl: (version: string) => `pkg:pypi/a@${version}`,
    type: 'ECOSYSTEM',
    versions: ['0.1', '0.2', '1.0rc1', '1.0', '1.0+cpu', '1.0.post1', '1.1', '1.10', '2.0.dev1', '2.0', '2.1', '1!0.5'],
  },
  {
    ecosystem: 'Maven',
    name: 'g:a',
    purl: (version: string) => `pkg:maven/g/a@${version}`,
    type: 'ECOSYSTEM',
    versions: [
      '0.9',
      '1.0-alpha',
      '1.0',
      '1.0.1',
      '1.1.Final',
      '1.2',
      '2.0-RC1',
      '2.0',
      '2.0.1',
      '2.1',
      '3.0',
      '2024.1',
    ],
  },
  {
    ecosystem: 'Go',
    name: 'x.y/a',
    purl: (version: string) => `pkg:golang/x.y/a@v${version}`,
    type: 'SEMVER',
    versions: [
      '0.0.0-20200101000000-abcdefabcdef',
      '0.1.0',
      '0.2.0',
      '0.3.1-0.20210101000000-abcdefabcdef',
      '0.4.0',
      '1.0.0',
      '1.1.0',
      '1.2.0',
    ],
  },
  {
    ecosystem: 'Debian:12',
    name: 'a',
    type: 'ECOSYSTEM',
    purl: (version: string) => `pkg:deb/debian/a@${version}?distro=debian-12`,
    versions: ['1.0-1', '1.0-1+deb12u1', '1.0-1+deb12u2', '1.1-1', '1:0.5-1', '1.2~rc1-1', '1.2-1', '2.0-1'],
  },
  {
    ecosystem: 'Rocky Linux:9',
    name: 'a',
    type: 'ECOSYSTEM',
    purl: (version: string) => `pkg:rpm/rocky/a@${version}?distro=rocky-9`,
    versions: ['1.0-1.el9', '1.0-2.el9', '1.0-2.el9_1', '1.1-1.el9', '1.2-1.el9', '2.0-1.el9', '2.1-1.el9'],
  },
];

interface Scenario {
  readonly ecosystem: Ecosystem;
  readonly installed: string;
  readonly records: readonly unknown[];
}

const scenario: fc.Arbitrary<Scenario> = fc.constantFrom(...ECOSYSTEMS).chain((ecosystem) => {
  const version = fc.constantFrom(...ecosystem.versions);
  const window = fc.tuple(
    fc.oneof(fc.constant('0'), version),
    fc.oneof(
      { weight: 8, arbitrary: version.map((fixed) => ({ fixed })) },
      { weight: 1, arbitrary: version.map((last) => ({ last_affected: last })) },
      { weight: 1, arbitrary: fc.constant({}) },
    ),
  );
  const record = fc.record({
    windows: fc.array(window, { minLength: 1, maxLength: 3 }),
    listed: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray([...ecosystem.versions], { maxLength: 3 })),
    lastKnown: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, version),
    alias: fc.integer({ min: 1, max: 6 }),
  });
  return fc
    .record({ installed: version, list: fc.array(record, { minLength: 1, maxLength: 6 }) })
    .map(({ installed, list }) => ({
      ecosystem,
      installed,
      records: list.map(({ windows, listed, lastKnown, alias }, at) => {
        const events = windows.flatMap(([introduced, end]) => [
          { introduced },
          ...(Object.keys(end).length === 0 ? [] : [end]),
        ]);
        const affected = anAffected({
          ecosystem: ecosystem.ecosystem,
          name: ecosystem.name,
          type: ecosystem.type,
          events,
          versions: listed,
          ...(lastKnown !== undefined && {
            database_specific: { last_known_affected_version_range: `<= ${lastKnown}` },
          }),
        });
        return anOsvRecord({ id: `GHSA-aaaa-bbbb-ccc${at}`, aliases: [`CVE-2024-000${alias}`], affected: [affected] });
      }),
    }));
});

function questionOf({ ecosystem, installed, records }: Scenario): TargetQuestion {
  const facts = Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((n) => [
      `CVE-2024-000${n}`,
      {
        severity: (['critical', 'high', 'medium', 'low', 'unknown', 'none'] as const)[n - 1] ?? 'high',
        risk: n * 9.7,
        isRelevant: n !== 4,
      },
    ]),
  );
  return aQuestion(ecosystem.purl(installed), records, { facts });
}

/** Recomputes the candidates of the question and what the matcher finds for each. */
function judge({ package: packageVersion, entries }: TargetQuestion) {
  const tested = matcherFor(packageVersion.identity.family)?.match(packageVersion, entries) ?? [];
  const axis = findVersionAxis(tested);
  if (axis === undefined) return undefined;
  const { candidates } = findCandidates(packageVersion, axis, tested);
  const judged = { package: packageVersion, axis, entries, tested, candidates };
  return { judged, axis, candidates, remaining: matchEach(judged) };
}

describe('a recommendation', () => {
  it('is clean and newer, and no candidate before it is clean', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const question = questionOf(each);
        const { minClean, best, outcome } = chooseTarget(question);
        const found = judge(question);
        if (found === undefined || outcome === 'not_needed') return;
        const { candidates, remaining, axis } = found;
        const first = candidates.findIndex((_, index) => remaining(index).length === 0);

        expect(minClean?.version).toBe(candidates[first]?.version);
        if (best !== undefined) expect(candidates.map(({ version }) => version)).toContain(best.version);
        if (minClean === undefined) return;
        const [installed, target] = [axis.scheme.parse(axis.installed), axis.scheme.parse(minClean.version)];
        expect(installed && target && axis.scheme.compare(target, installed)).toBeGreaterThan(0);
        expect(best).toEqual(minClean);
      }),
    );
  });

  it('equals what detection finds after the upgrade', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const question = questionOf(each);
        const { best, affecting, alternatives } = chooseTarget(question);
        const axis = judge(question)?.axis.installed ?? '';
        for (const target of [best, ...alternatives.map((alternative) => alternative.target)]) {
          if (target === undefined) continue;
          const upgraded = atVersion(question.package, axis, target.version);
          const found = listAffectingGroups(matchPackage(upgraded, question.entries));

          expect(target.remaining).toEqual(found);
          expect(target.introduces).toEqual(found.filter((groupId) => !affecting.includes(groupId)));
        }
      }),
    );
  });

  it('stays on the line if it has a clean version, and is nearer for a lower threshold', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const question = questionOf(each);
        const { minClean, minSameMajor, minAtOrAbove } = chooseTarget(question);
        expect(minSameMajor ?? minClean).toEqual(minClean);
        const scheme = judge(question)?.axis.scheme;
        const inOrder = [minAtOrAbove.critical, minAtOrAbove.high, minAtOrAbove.medium, minAtOrAbove.low, minClean];
        const versions = inOrder.flatMap((target) => (target === undefined ? [] : [scheme?.parse(target.version)]));
        const isInOrder = versions.every((version, at) => {
          const before = versions[at - 1];
          return before === undefined || version === undefined || (scheme?.compare(before, version) ?? 1) <= 0;
        });
        expect(isInOrder).toBe(true);
      }),
    );
  });

  it('does not depend on the order of records, entries and events', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const question = questionOf(each);
        const reversed = { ...question, entries: question.entries.toReversed() };

        expect(chooseTarget(reversed)).toEqual(chooseTarget(question));
      }),
    );
  });

  it('does not move nearer when an advisory is added or further away when one is withdrawn', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const question = questionOf(each);
        const found = judge(question);
        const [, ...fewer] = each.records;
        const kept = { ...question, entries: entriesFor(identify(each.ecosystem.purl(each.installed)).keys, fewer) };
        if (found === undefined) return;
        const remaining = matchEach({ ...found.judged, entries: kept.entries });
        const isClean = (index: number, of: (index: number) => readonly string[]): boolean => of(index).length === 0;
        const all = found.candidates.map((_, index) => index);

        const [before, after] = [
          all.find((index) => isClean(index, remaining)),
          all.find((index) => isClean(index, found.remaining)),
        ];
        // Copies of one vulnerability may outvote each other; only a record of another group is guaranteed to add a constraint.
        const groups = new Set(kept.entries.map(({ groupId }) => groupId));
        const added = question.entries.filter(
          (entry) => !kept.entries.some(({ recordId }) => recordId === entry.recordId),
        );
        if (added.some(({ groupId }) => groups.has(groupId)) || after === undefined) return;
        expect(before).toBeLessThanOrEqual(after);
      }),
    );
  });

  it('does not move further away when more versions are offered', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const question = questionOf(each);
        const catalog = each.ecosystem.versions.map((version) => ({ version, isYanked: false }));
        const [less, more] = [
          chooseTarget(question).minClean,
          chooseTarget({ ...question, further: { catalog } }).minClean,
        ];
        if (less === undefined) return;
        const scheme = judge(question)?.axis.scheme;
        const [a, b] = [scheme?.parse(less.version), scheme?.parse(more?.version ?? '')];
        if (a === undefined || b === undefined) throw new Error('A target is no version.');
        // A tag replaces commits, even if it is further away.
        const isNotFurther = each.ecosystem.ecosystem === 'Go' || (scheme?.compare(b, a) ?? 1) <= 0;
        expect(isNotFurther).toBe(true);
      }),
    );
  });
});

describe('sweepCandidates, the fast path for large packages', () => {
  it('agrees with the whole matcher for every candidate', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const found = judge(questionOf(each));
        if (found === undefined) return;
        const [fast, slow] = [sweepCandidates(found.judged), found.remaining];

        expect(found.candidates.map((_, index) => fast(index))).toEqual(
          found.candidates.map((_, index) => slow(index)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('finds the target of a kernel with thousands of advisories', () => {
    const records = Array.from({ length: 3_000 }, (_, n) => {
      const events = [{ introduced: `${n % 50}.0` }, { fixed: `${(n % 50) + 5}.${n % 400}` }];
      const affected = [anAffected({ ecosystem: 'Debian:12', name: 'linux', events })];
      return anOsvRecord({ id: `DEBIAN-CVE-2024-${n}`, upstream: [`CVE-2024-${n}`], affected });
    });
    const question = aQuestion('pkg:deb/debian/linux@20.7-1?distro=debian-12', records);
    const { best, affecting } = chooseTarget(question);

    expect(affecting.length).toBeGreaterThan(200);
    expect(best).toMatchObject({ version: '54.399', isClean: true, fixes: affecting });
  });
});
