/**
 * Counts the components of all real SBOMs by family and by the reason why they were not checked, for docs/concepts/coverage.md.
 * A component counts once per document, as in the coverage of an analysis. Needs the real data in ASSAY_TEST_DATA.
 *
 *     node scripts/measure-coverage.ts                                        the tables
 *     node scripts/measure-coverage.ts --examples no-identity,apk --count 40  random components of a reason or family
 *
 * Releases are judged as if every ecosystem of OSV and the files of every distribution were loaded, because the test data has only some of them. Whether
 * an advisory affects a package of an ended release, or uses the name of an artifact or CPE, depends on the records of the data.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { parseOsvRecord } from '../src/core/advisory/osv/parse-osv-record.ts';
import { perCvePrefixesOf } from '../src/core/advisory/feed-coverage.ts';
import { findUncheckedReason, NOT_A_PACKAGE, type LoadedReleases } from '../src/core/history/coverage.ts';
import { createIndexParser } from '../src/core/identity/distro/package-index.ts';
import type { Release } from '../src/core/identity/distro/end-of-life.ts';
import { rulesOf } from '../src/core/identity/ecosystems/ecosystem.ts';
import { toKeyPrefix } from '../src/core/identity/package-key.ts';
import { resolveSource, unknownSourceKey, type KnownSource } from '../src/core/match/distro/resolve-source.ts';
import { keysOf } from '../src/core/match/identify-package.ts';
import type { Family } from '../src/core/vocabulary/package.ts';
import { readNvdAdvisories } from '../test/support/nvd-records.ts';
import { readRealRecords } from '../test/support/real-advisories.ts';
import { findRealData } from '../test/support/real-data.ts';
import {
  indexReal,
  matchDocument,
  readAdvisoriesOf,
  readRealDocuments,
  type MatchedMember,
  type RealDocument,
} from '../test/support/real-matches.ts';
import { readVexAdvisories } from '../test/support/red-hat-vex.ts';
import { createRandom } from '../test/support/seeded-random.ts';
import { inDigits, toTable } from './to-table.ts';

const { values: options } = parseArgs({
  options: {
    at: { type: 'string', default: new Date().toISOString() },
    folder: { type: 'string', default: '' },
    examples: { type: 'string' },
    count: { type: 'string', default: '30' },
  },
});

/** Releases that are published by no source. */
const NOT_PUBLISHED: ReadonlySet<string> = new Set(['Alpine edge']);

interface Judged {
  readonly file: string;
  readonly family: string;
  /** Null: checked. */
  readonly reason: string | null;
  readonly matched: MatchedMember;
}

const sources = await readPackageSources();
const documents = readRealDocuments((file) => file.startsWith(options.folder)).map((document) => ({
  ...document,
  members: document.members.map(addSource),
}));
const advisories = [
  ...(await readAdvisoriesOf(documents)),
  ...readVexAdvisories(),
  ...readNvdAdvisories(documents.flatMap(({ members }) => members)),
];
const { candidates } = indexReal(advisories);
const judged = documents.flatMap((document) =>
  matchDocument(document, candidates).members.map((matched) => judge(document.file, matched)),
);
if (options.examples === undefined) printTables();
else printExamples(options.examples.split(','), Number(options.count));

function judge(file: string, matched: MatchedMember): Judged {
  const { member, matches, reason = null } = matched;
  const release = member.package === null ? null : member.package.identity;
  const isAffected = matches.some(({ state }) => state === 'affected');
  const facts = { reason, release, isAffected };
  const loaded = release === null ? new Map() : toLoaded(release);
  return { file, family: familyOf(matched), reason: findUncheckedReason(facts, loaded, options.at), matched };
}

function toLoaded(release: Release): LoadedReleases {
  const isPublished = !NOT_PUBLISHED.has(`${release.family} ${release.release}`);
  const isComplete =
    rulesOf(release.family as Family)?.distribution === undefined || perCvePrefixesOf(release.family).length > 0;
  return new Map(isPublished ? [[toKeyPrefix(release), isComplete ? 'all-issues' : 'fixed-issues-only']] : []);
}

/** The OSV name, or the purl type of a component that is not identified. */
function familyOf({ member: { ecosystem, package: found } }: MatchedMember): string {
  if (ecosystem === null) return 'no purl';
  return found === null ? `pkg:${ecosystem}, not identified` : ecosystem;
}

/** Source packages by package key: from the Debian indexes in the data, and from advisories that list what they built. */
async function readPackageSources(): Promise<ReadonlyMap<string, readonly KnownSource[]>> {
  const folder = findRealData('distro', 'debian-packages');
  const known = new Map<string, KnownSource[]>();
  for (const [suite, release] of [
    ['bullseye', '11'],
    ['bookworm', '12'],
    ['trixie', '13'],
  ] as const) {
    for (const part of ['main', 'security-main']) {
      if (folder === undefined) continue;
      const parse = createIndexParser({ family: 'Debian', release });
      for (const line of gunzipSync(readFileSync(join(folder, `debian-${suite}-${part}-amd64.tsv.gz`)))
        .toString()
        .split('\n')) {
        const [name = '', source = '', version = '', sourceVersion = ''] = line.split('\t');
        for (const each of [`Package: ${name}`, `Version: ${version}`, `Source: ${source} (${sourceVersion})`])
          parse(each);
        const found = parse('');
        if (found === undefined) continue;
        const { key, sourceName, ...versions } = found;
        const entry = { name: sourceName, isLearned: false, ...(versions.version !== '' && versions) };
        known.set(key, [...(known.get(key) ?? []), entry]);
      }
    }
  }
  for (const record of (await readRealRecords('Ubuntu')) ?? []) {
    const advisory = parseOsvRecord(record);
    for (const { key, sourceName: name } of 'problem' in advisory ? [] : advisory.builtPackages) {
      if (!known.get(key)?.some((each) => each.name === name))
        known.set(key, [...(known.get(key) ?? []), { name, isLearned: false }]);
    }
  }
  return known;
}

type Member = RealDocument['members'][number];

function addSource(member: Member): Member {
  const key = member.package === null ? undefined : unknownSourceKey(member.package);
  if (member.package === null || key === undefined) return member;
  const found = resolveSource(member.package, sources.get(key) ?? []);
  return { ...member, package: found, keys: [...new Set([...member.keys, ...keysOf(found.identity)])] };
}

function printTables(): void {
  for (const [title, isMeant] of [
    ['All documents', () => true],
    ['Without `conformance/`', (file: string) => !file.startsWith('conformance/')],
  ] as const) {
    const list = judged.filter(({ file }) => isMeant(file));
    const counted = list.filter(({ reason }) => reason !== NOT_A_PACKAGE);
    const files = documents.filter(({ file }) => isMeant(file)).length;
    const share = ((100 * counted.filter(({ reason }) => reason === null).length) / counted.length).toFixed(1);
    const totals = `${inDigits(files)} documents, ${inDigits(counted.length)} components`;
    console.log(`${title}: ${totals}, ${share} % checked; ${inDigits(list.length - counted.length)} not counted\n`);
    const reasons = countBy(counted, ({ reason }) => reason ?? 'checked').map(([reason]) => reason);
    const families = [...Map.groupBy(counted, ({ family }) => family)].toSorted(([, a], [, b]) => b.length - a.length);
    const rows = [['all', counted] as const, ...families].map(([family, members]) => [
      family,
      inDigits(members.length),
      ...reasons.map((reason) => inDigits(members.filter((each) => (each.reason ?? 'checked') === reason).length)),
    ]);
    console.log(toTable(['Family', 'Components', ...reasons], rows));
  }
}

function countBy(list: readonly Judged[], nameOf: (each: Judged) => string): readonly (readonly [string, number])[] {
  return [...Map.groupBy(list, nameOf)]
    .map(([name, members]) => [name, members.length] as const)
    .toSorted(([, a], [, b]) => b - a);
}

function printExamples(wanted: readonly string[], count: number): void {
  const random = createRandom(1);
  const list = judged.filter(
    ({ reason, family }) => reason !== null && wanted.every((each) => each === reason || each === family),
  );
  for (const { file, family, reason, matched } of list
    .map((each) => [random.next(), each] as const)
    .toSorted(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, each]) => each)) {
    const { name, version, purl, type } = matched.member;
    console.log([reason, family, type, name, version, purl, file].join('\t'));
  }
}
