/** Jars without Maven coordinates: checked after a table of jars by hash is loaded, whatever is loaded first. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJarTableFeed } from '../../../src/feeds/enrichment/jar-table.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { refreshEnrichment } from '../../../src/pipeline/advisories/refresh-enrichment.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';
import { DETAILED_FINDINGS } from '../../support/detailed-findings.ts';

const [BARE, REPEATED, UNKNOWN] = ['0a', '0b', '0c'].map((digits) => digits.repeat(20));
const COMPONENTS = [
  { type: 'file', 'bom-ref': 'a', name: 'acme.jar', hashes: [{ alg: 'SHA-1', content: BARE }] },
  {
    type: 'library',
    'bom-ref': 'b',
    name: 'helper',
    version: '2.0',
    purl: 'pkg:maven/helper/helper@2.0',
    hashes: [{ alg: 'SHA-1', content: REPEATED }],
  },
  // Nested in the first, as some tools list shaded jars.
  { type: 'library', 'bom-ref': 'c', name: 'own.jar', hashes: [{ alg: 'SHA-1', content: UNKNOWN }] },
];
const NESTED = [{ ...COMPONENTS[0], components: [COMPONENTS[2]] }, COMPONENTS[1]];
const TABLE = [`${BARE},org.acme:acme-core:1.2.3`, `${REPEATED},org.helper:acme-helper:2.1`, 'not a line'];

let updates: BucketUpdates;
beforeAll(async () => {
  updates = await startUpdatesFrom({
    Maven: ['org.acme:acme-core', 'org.helper:acme-helper'].map((name, n) =>
      anOsvRecord({
        id: `GHSA-aaaa-aaaa-aaa${n + 2}`,
        affected: [anAffected({ ecosystem: 'Maven', name, events: [{ introduced: '0' }, { fixed: '3.0' }] })],
      }),
    ),
  });
});
afterAll(async () => {
  await updates.close();
});

async function upload(version: string): Promise<string> {
  const { versionId } = await updates.pipeline.upload(version, { components: NESTED, dependencies: [] });
  await analyze(versionId);
  return versionId;
}

async function analyze(versionId: string): Promise<void> {
  await analyzeVersion(updates.pipeline.deps, { orgId: updates.pipeline.caller.orgId, versionId });
}

async function load(...lines: readonly string[]): Promise<void> {
  const path = join(updates.folder, 'jars.csv');
  await writeFile(path, `${lines.join('\n')}\n`);
  const feed = createJarTableFeed({ url: pathToFileURL(path).href, stagingDir: updates.folder });
  await refreshEnrichment({ ...updates.pipeline.deps, onProgress: () => {} }, feed, { acceptShrink: true });
}

async function stateOf(versionId: string): Promise<object> {
  const findings = await updates.pipeline.query<{ text: string }>(
    `select concat_ws(' ', package_name, canonical_id, detail->'match'->'assumptions'->>0) as text
     from ${DETAILED_FINDINGS} v where version_id = $1 and known_to is null order by 1`,
    [versionId],
  );
  const [row] = await updates.pipeline.query<{
    coverage: { checked: number; notChecked: { reason: string; count: number }[] };
  }>(`select coverage from analysis where version_id = $1 and coverage is not null order by id desc limit 1`, [
    versionId,
  ]);
  const { checked = 0, notChecked = [] } = row?.coverage ?? {};
  return { findings: findings.map(({ text }) => text), checked, notChecked };
}

const RESOLVED = {
  findings: [
    'acme.jar GHSA-aaaa-aaaa-aaa2 coordinates-from-hash',
    'helper:helper GHSA-aaaa-aaaa-aaa3 coordinates-from-hash',
  ],
  checked: 2,
  notChecked: [{ reason: 'no-identity', count: 1 }],
};

describe('a jar without coordinates', () => {
  it('is not checked before a table is loaded, and checked at the next analysis after it', async () => {
    const versionId = await upload('before');
    expect(await stateOf(versionId)).toEqual({
      findings: [],
      checked: 0,
      notChecked: [
        { reason: 'no-identity', count: 2 },
        { reason: 'incomplete-name', count: 1 },
      ],
    });

    await load(...TABLE);
    await applySnapshot(updates.pipeline.deps, updates.pipeline.caller);
    await analyze(versionId);
    expect(await stateOf(versionId)).toEqual(RESOLVED);
  });

  it('is checked at once if the table is loaded first', async () => {
    expect(await stateOf(await upload('after'))).toEqual(RESOLVED);
  });

  it('is not checked any more if the table no longer lists it', async () => {
    const versionId = await upload('again');
    await load(TABLE[1] ?? '');
    await applySnapshot(updates.pipeline.deps, updates.pipeline.caller);
    await analyze(versionId);

    expect(await stateOf(versionId)).toMatchObject({ checked: 1, notChecked: [{ reason: 'no-identity', count: 2 }] });
  });
});
