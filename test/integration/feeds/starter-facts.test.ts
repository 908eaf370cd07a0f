/**
 * The starter set against the records that it took its facts from. Ids, aliases, dates, ratings and the ranges of each package
 * are the same; what is left out is left out for a reason, and nothing is added but the title.
 */
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../../src/feeds/read-archive.ts';
import { createStarterFeed } from '../../../src/feeds/starter.ts';
import { readFeed } from '../../support/read-feed.ts';
import { findRealData } from '../../support/real-data.ts';

interface OsvPackage {
  readonly package: { readonly ecosystem: string; readonly name: string };
  readonly ranges?: readonly unknown[];
  readonly database_specific?: { readonly last_known_affected_version_range?: string };
}

interface OsvRecord {
  readonly id: string;
  readonly modified: string;
  readonly published: string;
  readonly aliases?: readonly string[];
  readonly summary?: string;
  readonly details?: string;
  readonly severity: readonly unknown[];
  readonly affected: readonly OsvPackage[];
  readonly references: readonly { readonly type: string; readonly url: string }[];
  readonly database_specific?: { readonly cwe_ids?: readonly string[] };
}

/** Packages of a real record that the starter set does without, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'NuGet Moment.js': 'of an ecosystem that has a file of its own',
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

const { batches } = await readFeed(createStarterFeed());
const pairs = (await Promise.all(batches.map(findOriginals))).flat();

describe.skipIf(pairs.length === 0)('the starter set', () => {
  it('has a real record for each of its own', () => {
    expect(pairs.map(([id]) => id)).toEqual(batches.flat().map(({ id }) => id));
  });

  it.each(pairs)('has the facts of %s', (_, ours, real) => {
    expect(pickFacts(ours)).toEqual(pickFacts(real));
    for (const reference of ours.references) expect(real.references).toContainEqual(reference);
  });

  it.each(pairs)('has the packages of %s with their ranges', (_, ours, real) => {
    expect(ours.affected.map(describePackage)).toEqual(
      real.affected.filter((entry) => LEFT_OUT[nameOf(entry)] === undefined).map(describePackage),
    );
  });

  it.each(pairs)('has a title of its own for %s', (_, ours, real) => {
    expect(ours.summary).not.toBe(real.summary);
    expect(real.details).not.toContain(ours.summary);
  });

  it('leaves nothing out that no record has', () => {
    const names = new Set(pairs.flatMap(([, , real]) => real.affected.map(nameOf)));
    expect(Object.keys(LEFT_OUT).filter((name) => !names.has(name))).toEqual([]);
  });
});

async function findOriginals(
  batch: (typeof batches)[number],
): Promise<readonly (readonly [id: string, ours: OsvRecord, real: OsvRecord])[]> {
  const directory = batch[0]?.directory ?? '';
  const file = findRealData('osv', directory, 'all.zip');
  if (file === undefined) return [];
  const ours = new Map(batch.map(({ id, bytes }) => [id, parse(bytes)]));
  const real = new Map<string, OsvRecord>();
  for await (const entry of readArchive(file, directory)) {
    if ('id' in entry && ours.has(entry.id)) real.set(entry.id, parse(entry.bytes));
  }
  return [...ours].flatMap(([id, own]) => {
    const original = real.get(id);
    return original === undefined ? [] : [[id, own, original] as const];
  });
}

function parse(bytes: Uint8Array): OsvRecord {
  return JSON.parse(Buffer.from(bytes).toString()) as OsvRecord;
}

function pickFacts({ id, modified, published, aliases, severity, database_specific }: OsvRecord): object {
  return { id, modified, published, aliases: aliases ?? [], severity, cwes: database_specific?.cwe_ids ?? [] };
}

// A known upper bound says something only where the range has none.
function describePackage(entry: OsvPackage): object {
  const hasEnd = /"(fixed|last_affected)"/.test(JSON.stringify(entry.ranges));
  const lastKnown = hasEnd ? undefined : entry.database_specific?.last_known_affected_version_range;
  return { name: nameOf(entry), ranges: entry.ranges, lastKnown };
}

function nameOf({ package: { ecosystem, name } }: OsvPackage): string {
  return `${ecosystem} ${name}`;
}
