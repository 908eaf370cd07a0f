/**
 * The result does not depend on the path: after any sequence of changes of a bucket the tables contain the same as a fresh import
 * of its last state, and each run raises exactly the keys whose advisories differ.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import {
  differingKeys,
  readKeyContents,
  startAdvisoryUpdates,
  type AdvisoryUpdates,
} from '../../support/advisory-updates.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

const DIRECTORIES = ['npm', 'PyPI'] as const;
/** A record can name packages of the other directory, and of one that does not exist. */
const FAMILIES = [...DIRECTORIES, 'crates.io'] as const;
const START = Date.parse('2026-01-01T00:00:00Z');
/** Few ids and names, so that records overlap. */
const IDS = [
  'GHSA-aaaa-aaaa-aaaa',
  'GHSA-bbbb-bbbb-bbbb',
  'GHSA-cccc-cccc-cccc',
  'PYSEC-2024-1',
  'DSA-1-1',
  'CVE-2024-0001',
];
const ALIASES = [
  ...IDS,
  'CVE-2024-0002',
  'CVE-2024-0003',
  'CVE-2024-0004',
  'CVE-2024-0005',
  'CVE-2024-0006',
  'CVE-2024-0007',
];

interface Content {
  readonly aliases: readonly string[];
  readonly upstream: readonly string[];
  readonly packages: readonly { readonly family: string; readonly name: string; readonly fixed: string }[];
  readonly withdrawn: boolean;
  readonly summary: string;
}

const aContent: fc.Arbitrary<Content> = fc.record({
  aliases: fc.oneof(
    { weight: 4, arbitrary: fc.subarray(ALIASES, { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.subarray(ALIASES, { minLength: 7 }) },
  ),
  upstream: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray(ALIASES, { maxLength: 3 }) },
  ),
  packages: fc.array(
    fc.record({
      family: fc.constantFrom(...FAMILIES),
      name: fc.constantFrom('a', 'b', 'c'),
      fixed: fc.constantFrom('1.0.0', '2.0.0'),
    }),
    { maxLength: 3 },
  ),
  withdrawn: fc.boolean(),
  summary: fc.constantFrom('x', 'y'),
});

/** Replaces, adds or removes a few records of both directories. */
const aStep = fc.array(
  fc.record({
    directory: fc.constantFrom(...DIRECTORIES),
    id: fc.constantFrom(...IDS),
    content: fc.option(aContent, { nil: undefined, freq: 4 }),
  }),
  { minLength: 1, maxLength: 4 },
);

let bucket: OsvBucket;
let incremental: AdvisoryUpdates;
let fresh: AdvisoryUpdates;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: {} });
  incremental = await startAdvisoryUpdates(bucket.url, DIRECTORIES);
  fresh = await startAdvisoryUpdates(bucket.url, DIRECTORIES);
});
afterAll(async () => {
  await incremental.close();
  await fresh.close();
  await bucket.stop();
});

let minutes = 0;

function toRecord(id: string, content: Content): ExportRecord {
  minutes += 1;
  return anOsvRecord({
    id,
    modified: new Date(START + minutes * 60_000).toISOString(),
    aliases: content.aliases,
    upstream: content.upstream,
    summary: content.summary,
    ...(content.withdrawn && { withdrawn: '2025-01-01T00:00:00Z' }),
    affected: content.packages.map(({ family, name, fixed }) =>
      anAffected({ ecosystem: family, name, events: [{ introduced: '0' }, { fixed }] }),
    ),
  });
}

/** Enough records that never change, so that a few changes are read individually. */
function toAnchors(): [string, ExportRecord][] {
  const content = { aliases: [], upstream: [], packages: [], withdrawn: false, summary: '' };
  return Array.from({ length: 100 }, (_, n) => [`OSV-2020-${n}`, toRecord(`OSV-2020-${n}`, content)]);
}
const ANCHORS = new Map(DIRECTORIES.map((directory) => [directory, toAnchors()]));

describe('a bucket that changes step by step', () => {
  it(
    'gives the same rows as a single import, and raises exactly the keys that differ',
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(aStep, { minLength: 1, maxLength: 5 }),
          fc.boolean(),
          async (steps, alwaysComplete) => {
            await incremental.forget();
            await fresh.forget();
            const state = new Map(DIRECTORIES.map((directory) => [directory, new Map(ANCHORS.get(directory))]));
            for (const step of steps) {
              for (const { directory, id, content } of step) {
                if (content === undefined) state.get(directory)?.delete(id);
                else state.get(directory)?.set(id, toRecord(id, content));
              }
              for (const [directory, records] of state) bucket.set(directory, [...records.values()]);
              const kind = alwaysComplete ? 'complete' : 'delta';
              await expectExactKeys(async (only) => await incremental.refresh({ acceptShrink: true, kind, only }));
            }
            await expectExactKeys(async (only) => await incremental.refreshTwice({ only }));
            await fresh.refresh();

            expect(await incremental.readState()).toEqual(await fresh.readState());
          },
        ),
        { numRuns: 8 },
      );
    },
  );
});

/** Reads one directory after the other: a copy of a record can be the effective one until the other directory is read. */
async function expectExactKeys(refresh: (only: readonly string[]) => Promise<unknown>): Promise<void> {
  for (const directory of DIRECTORIES) {
    const contents = await readKeyContents(incremental.pipeline);
    const snapshot = await incremental.readSnapshot();
    await refresh([directory]);
    const after = await readKeyContents(incremental.pipeline);
    expect(await incremental.listRaised(snapshot)).toEqual(differingKeys(contents, after));
  }
}
