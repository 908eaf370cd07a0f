/**
 * Real images against all real advisories: the findings of each, agreement between tools for the same image, and independence of
 * the order of packages and advisories and of the way the advisories arrived.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Advisory } from '../../src/core/advisory/advisory.ts';
import type { CandidateEntry } from '../../src/core/match/match.ts';
import { matchPackage } from '../../src/core/match/match-package.ts';
import { findRealData } from '../support/real-data.ts';
import {
  indexReal,
  matchDocument,
  readAdvisoriesOf,
  readRealDocuments,
  type IndexedAdvisories,
  type MatchedMember,
  type RealDocument,
  type RealMatches,
} from '../support/real-matches.ts';

const hasData = findRealData('sboms', 'images') !== undefined && findRealData('osv') !== undefined;

let documents: readonly RealDocument[] = [];
let advisories: readonly Advisory[] = [];
let index: IndexedAdvisories;
let results: readonly RealMatches[] = [];

describe.runIf(hasData)('real images', () => {
  beforeAll(async () => {
    documents = readRealDocuments((file) => file.startsWith('images/'));
    advisories = await readAdvisoriesOf(documents);
    index = indexReal(advisories);
    results = documents.map((document) => matchDocument(document, index.candidates));
  }, 180_000);

  it('are all matched, and unchecked components have a reason', () => {
    console.table(Object.fromEntries(results.map((result) => [result.file.replace('images/', ''), toRow(result)])));

    expect(results.length).toBeGreaterThan(80);
    const unexplained = results.flatMap(({ members }) =>
      members.filter(({ member, reason }) => member.package === null && reason === undefined),
    );
    expect(unexplained).toEqual([]);
  });

  it('have the same findings with every tool, except for explained differences', () => {
    const images = Map.groupBy(
      results,
      ({ file }) => /^(.+)\.(?:syft|trivy|bom|tern)\.spdx\.json$/.exec(file)?.[1] ?? '',
    );
    images.delete('');
    const compared: string[] = [];
    for (const [image, ofImage] of images) {
      const syft = ofImage.find(({ file }) => file.includes('.syft.'));
      const trivy = ofImage.find(({ file }) => file.includes('.trivy.'));
      if (syft === undefined || trivy === undefined) continue;
      compared.push(image);
      expect({ image, differences: differences(syft, trivy) }).toEqual({ image, differences: [] });
    }
    expect(compared.length).toBeGreaterThanOrEqual(5);
  });

  it('have no finding in a name-only list that the fuller lists lack', () => {
    for (const bom of results.filter(({ file }) => file.includes('.bom.'))) {
      const trivy = results.find(({ file }) => file === bom.file.replace('.bom.', '.trivy.'));
      if (trivy === undefined) continue;
      const known = new Set(findingsOf(trivy).map(({ id, member }) => `${id} ${member.name}`));
      const unknown = findingsOf(bom).filter(({ id, member }) => !known.has(`${id} ${member.name}`));
      expect({ file: bom.file, unknown }).toEqual({ file: bom.file, unknown: [] });
    }
  });

  it('have the same matches in any order of packages and advisories', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), fc.nat({ max: 2 ** 30 }), (randoms, pick) => {
        const document = documents[pick % documents.length];
        if (document === undefined) return;
        const shuffled = indexReal(shuffle(advisoriesOf(document), randoms)).candidates;
        const members = shuffle(document.members, randoms);
        const again = matchDocument({ file: document.file, members }, shuffled);

        const key = (of: RealMatches): string[] =>
          of.members
            .map(({ member, matches, reason }) => JSON.stringify([member.canonical, matches, reason]))
            .toSorted();
        expect(key(again)).toEqual(key(matchDocument(document, indexReal(advisoriesOf(document)).candidates)));
      }),
      { numRuns: 20 },
    );
  });

  it('need only packages with a changed advisory to be matched again', () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.nat()),
        fc.nat({ max: 2 ** 30 }),
        fc.integer({ min: 2, max: 50 }),
        (randoms, pick, share) => {
          const document = documents[pick % documents.length];
          if (document === undefined) return;
          const all = advisoriesOf(document);
          const before = indexReal(all.filter(() => draw(randoms) % share !== 0)).candidates;
          const after = indexReal(all.filter(() => draw(randoms) % share !== 0)).candidates;

          const memo = new Map(
            matchDocument(document, before).members.map((matched) => [matched.member.canonical, matched]),
          );
          const changed = changedKeys(before, after);
          const incremental = document.members.map((member): unknown => {
            if (!member.keys.some((each) => changed.has(each))) return memo.get(member.canonical)?.matches;
            return member.package === null || member.notChecked !== null
              ? []
              : matchPackage(
                  member.package,
                  member.keys.flatMap((each) => after.get(each) ?? []),
                );
          });

          expect(incremental).toEqual(matchDocument(document, after).members.map(({ matches }) => matches));
        },
      ),
      { numRuns: 20 },
    );
  });
});

function toRow({ members, milliseconds }: RealMatches): Record<string, unknown> {
  const severities = members.flatMap(({ matches }) =>
    matches.filter(({ state }) => state === 'affected').map(({ groupId }) => index.severityOf(groupId)),
  );
  const count = (severity: string): number => severities.filter((each) => each === severity).length;
  const reasons = Map.groupBy(
    members.flatMap(({ reason }) => (reason === undefined ? [] : [reason])),
    (reason) => reason,
  );
  return {
    components: members.length,
    critical: count('critical'),
    high: count('high'),
    medium: count('medium'),
    low: count('low'),
    unrated: count('none') + count('unknown'),
    'not checked': [...reasons].map(([reason, { length }]) => `${length} ${reason}`).join(', '),
    ms: Number(milliseconds.toFixed(1)),
  };
}

interface Found {
  readonly id: string;
  readonly member: MatchedMember['member'];
}

function findingsOf({ members }: RealMatches): Found[] {
  return members.flatMap(({ member, matches }) =>
    matches.filter(({ state }) => state === 'affected').map(({ canonicalId }) => ({ id: canonicalId, member })),
  );
}

/** Findings that only one tool leads to, without known differences in the listed packages. */
function differences(syft: RealMatches, trivy: RealMatches): string[] {
  const key = ({ id, member }: Found): string => `${id} ${member.ecosystem} ${member.name} ${member.version}`;
  const ofSyft = new Map(findingsOf(syft).map((found) => [key(found), found]));
  const ofTrivy = new Map(findingsOf(trivy).map((found) => [key(found), found]));
  const listedBySyft = new Set(
    syft.members.map(({ member }) => `${member.ecosystem} ${member.name} ${member.version}`),
  );
  const listedByTrivy = new Set(
    trivy.members.map(({ member }) => `${member.ecosystem} ${member.name} ${member.version}`),
  );
  const onlyOne = [
    ...[...ofSyft]
      .filter(([each]) => !ofTrivy.has(each))
      .map(([each, { member }]) => ({ each, member, other: listedByTrivy })),
    ...[...ofTrivy]
      .filter(([each]) => !ofSyft.has(each))
      .map(([each, { member }]) => ({ each, member, other: listedBySyft })),
  ];
  // The other tool does not list the package, which is unrelated to matching.
  return onlyOne
    .filter(({ member, other }) => other.has(`${member.ecosystem} ${member.name} ${member.version}`))
    .map(({ each }) => each);
}

/** Few enough to be indexed repeatedly. */
function advisoriesOf({ members }: RealDocument): readonly Advisory[] {
  const names = new Set(
    members.flatMap(({ package: of }) => (of === null ? [] : [of.identity.name, of.identity.source?.name])),
  );
  return advisories.filter(({ affected }) => affected.some(({ name }) => names.has(name)));
}

function changedKeys(
  before: ReadonlyMap<string, readonly CandidateEntry[]>,
  after: ReadonlyMap<string, readonly CandidateEntry[]>,
): ReadonlySet<string> {
  const text = (candidates: readonly CandidateEntry[] | undefined): string =>
    (candidates ?? [])
      .map((candidate) => JSON.stringify(candidate))
      .toSorted()
      .join();
  const keys = new Set([...before.keys(), ...after.keys()]);
  return new Set([...keys].filter((key) => text(before.get(key)) !== text(after.get(key))));
}

function draw(randoms: fc.Stream<number>): number {
  return randoms.next().value ?? 0;
}

function shuffle<Item>(items: readonly Item[], randoms: fc.Stream<number>): Item[] {
  return items
    .map((item) => ({ item, place: draw(randoms) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
