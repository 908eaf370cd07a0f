/**
 * Compares the starter set with its original records. Ids, aliases, dates, ratings and the ranges of each package are the same;
 * omissions have a reason, and only the title is added.
 */
import { describe, expect, it } from 'vitest';
import { parseOsvRecord } from '../../../src/core/advisory/osv/parse-osv-record.ts';
import { matchProjection, severityProjection } from '../../../src/core/advisory/entries.ts';
import { parseOsvEcosystem } from '../../../src/core/identity/ecosystems/ecosystem.ts';
import { readArchive } from '../../../src/feeds/read-archive.ts';
import { findRealData } from '../../support/real-data.ts';
import { readStarterFiles, type OsvPackage, type OsvRecord, type StarterFile } from '../../support/starter-files.ts';

/** Packages of a real record that the starter set omits, and why; packages of other ecosystems are never in a file. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'Maven com.guicedee.services:log4j-core': 'a copy under another name',
  'Maven org.xbib.elasticsearch:log4j': 'a copy under another name',
  'Maven uk.co.nichesolutions.logging.log4j:log4j-core': 'a copy under another name',
  'Maven com.guicedee.services:commons-text': 'a copy under another name',
  'Maven net.sourceforge.collections:collections-generic': 'a copy under another name',
  'Maven org.apache.servicemix.bundles:org.apache.servicemix.bundles.commons-collections': 'a copy under another name',
  'Maven org.apache.servicemix.bundles:org.apache.servicemix.bundles.collections-generic': 'a copy under another name',
  'Debian:11 chromium': 'a browser, which no image of a service has',
  'Debian:12 chromium': 'a browser, which no image of a service has',
  'Debian:13 chromium': 'a browser, which no image of a service has',
};

/** Files whose ecosystem the export did not have; their facts were taken from the public advisory manually. */
const BY_HAND: readonly string[] = ['GitHub Actions'];

interface Pair {
  readonly directory: string;
  readonly ours: OsvRecord;
  readonly real: OsvRecord;
}

const files = readStarterFiles().filter(({ directory }) => !BY_HAND.includes(directory));
const found = (await Promise.all(files.map(findOriginals))).flat();
const pairs = found.map((pair) => [`${pair.directory}/${pair.ours.id}`, pair] as const);

describe.skipIf(pairs.length === 0)('the starter set', () => {
  it('has a real record for each of its own', () => {
    expect(pairs.map(([name]) => name)).toEqual(
      files.flatMap(({ directory, records }) => records.map(({ id }) => `${directory}/${id}`)),
    );
  });

  it.each(pairs)('has the facts of %s', (_, { ours, real }) => {
    expect(pickFacts(ours)).toEqual(pickFacts(real));
    for (const reference of ours.references) expect(real.references).toContainEqual(reference);
  });

  it.each(pairs)('has the packages of %s with their ranges', (_, pair) => {
    expect(pair.ours.affected.map(describePackage)).toEqual(reduce(pair).affected.map(describePackage));
  });

  it.each(pairs.filter(([, { directory }]) => parseOsvEcosystem(directory) !== undefined))(
    'is matched and rated like %s',
    (_, pair) => {
      expect(project(pair.ours)).toEqual(project(reduce(pair)));
    },
  );

  it.each(pairs)('has its own title for %s', (_, { ours, real }) => {
    expect(ours.summary).not.toBe(real.summary);
    expect(real.details ?? '').not.toContain(ours.summary);
  });

  it('omits only packages that a record has', () => {
    const names = new Set(found.flatMap(({ real }) => real.affected.map(nameOf)));
    expect(Object.keys(LEFT_OUT).filter((name) => !names.has(name))).toEqual([]);
  });
});

async function findOriginals({ directory, records }: StarterFile): Promise<readonly Pair[]> {
  const file = findRealData('osv', directory, 'all.zip');
  if (file === undefined) return [];
  const wanted = new Set(records.map(({ id }) => id));
  const originals = new Map<string, OsvRecord>();
  for await (const entry of readArchive(file, directory)) {
    if ('id' in entry && wanted.has(entry.id)) {
      originals.set(entry.id, JSON.parse(Buffer.from(entry.bytes).toString()) as OsvRecord);
    }
  }
  return records.flatMap((ours) => {
    const real = originals.get(ours.id);
    return real === undefined ? [] : [{ directory, ours, real }];
  });
}

// Debug symbols are never executed, so they are not reported.
const DEBUG_SYMBOLS = /-debug(?:info|source)$/;

/**
 * Returns the real record without the parts that the starter set omits: other packages, debug symbols, and versions that the
 * ranges already cover.
 */
function reduce({ directory, real }: Pair): OsvRecord {
  const kept = real.affected.filter(
    (entry) =>
      entry.package.ecosystem.split(':')[0] === directory &&
      LEFT_OUT[nameOf(entry)] === undefined &&
      !DEBUG_SYMBOLS.test(entry.package.name),
  );
  const affected = kept.map(({ versions, ...entry }) =>
    entry.ranges === undefined && versions !== undefined ? { ...entry, versions } : entry,
  );
  return { ...real, affected };
}

function project(record: OsvRecord): readonly string[] {
  const advisory = parseOsvRecord(record);
  if ('problem' in advisory) return [advisory.problem];
  // The starter set contains no third-party text, and therefore none of its mentions.
  return [matchProjection(advisory), severityProjection({ ...advisory, mentions: [] })];
}

function pickFacts(record: OsvRecord): object {
  const { id, modified, published, aliases = [], severity = [], database_specific } = record;
  // Only the notices of a distribution list the vulnerabilities that they cover in `related`.
  const covers = /^(?:USN|RHSA)-/.test(id) ? record.related : [];
  return { id, modified, published, aliases, covers, severity, cwes: database_specific?.cwe_ids ?? [] };
}

// A known upper bound matters only if the range has none.
function describePackage(entry: OsvPackage): object {
  const hasEnd = /"(fixed|last_affected)"/.test(JSON.stringify(entry.ranges ?? []));
  const lastKnown = hasEnd ? undefined : entry.database_specific?.last_known_affected_version_range;
  const { ranges, versions, ecosystem_specific } = entry;
  return { name: nameOf(entry), ranges, versions, lastKnown, urgency: ecosystem_specific?.urgency };
}

function nameOf({ package: { ecosystem, name } }: OsvPackage): string {
  return `${ecosystem} ${name}`;
}
