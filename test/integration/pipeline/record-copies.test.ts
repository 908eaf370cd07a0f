/** One id in several directories: for each family one copy is effective, and any change of a copy can change which one. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { listLoadedReleases } from '../../../src/store/advisories/releases.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';

const DIRECTORIES = ['Chainguard', 'MinimOS', 'Wolfi'];
const START = Date.parse('2026-01-01T00:00:00Z');
const ID = 'CGA-aaaa-aaaa-aaaa';

function at(minutes: number): string {
  return new Date(START + minutes * 60_000).toISOString();
}

/** Returns a copy of the record, which covers both ecosystems. */
function aCopy(minutes: number, fixed: string, changes: Record<string, unknown> = {}): ExportRecord {
  const events = [{ introduced: '0' }, { fixed }];
  return anOsvRecord({
    id: ID,
    modified: at(minutes),
    upstream: ['CVE-2026-0001'],
    affected: ['Chainguard', 'Wolfi'].map((ecosystem) => anAffected({ ecosystem, name: 'curl', events })),
    ...changes,
  });
}

/** Keeps a directory that loses the record from becoming empty. */
const OTHER = anOsvRecord({ id: 'CGA-zzzz-zzzz-zzzz', modified: at(0), affected: [] });

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: {} });
  updates = await startAdvisoryUpdates(bucket.url, DIRECTORIES);
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});
beforeEach(async () => {
  for (const directory of DIRECTORIES) bucket.remove(directory);
  await updates.forget();
});

async function change(directories: Readonly<Record<string, readonly ExportRecord[]>>): Promise<string[]> {
  for (const [directory, records] of Object.entries(directories)) bucket.set(directory, [OTHER, ...records]);
  const before = await updates.readSnapshot();
  await updates.refreshTwice();
  return await updates.listRaised(before);
}

/** `Chainguard <2.0 of Wolfi`: the version that fixes the package of a family, and the directory of the effective copy. */
async function listSpeaking(): Promise<string[]> {
  const rows = await updates.pipeline.query<{ line: string }>(
    `select concat(entry->>'family', ' <', entry->'windows'->0->>'fixed', ' of ', directory) as line
     from affected_entry where active order by package_key, directory`,
  );
  return rows.map(({ line }) => line);
}

const KEYS = ['Chainguard\u001F\u001Fcurl', 'Wolfi\u001F\u001Fcurl'];

describe('a record in one directory', () => {
  it('is effective for all families that it names', async () => {
    expect(await change({ Wolfi: [aCopy(1, '2.0')] })).toEqual(KEYS);
    expect(await listSpeaking()).toEqual(['Chainguard <2.0 of Wolfi', 'Wolfi <2.0 of Wolfi']);
  });

  it('does not mean that the advisories of another family are loaded', async () => {
    const npm = anAffected({ ecosystem: 'npm', name: 'curl' });
    await change({ Wolfi: [aCopy(1, '2.0', { affected: [...(aCopy(1, '2.0')['affected'] as []), npm] })] });

    const loaded = await updates.pipeline.deps.database.reference(
      async (tx) =>
        await listLoadedReleases(
          tx,
          ['Wolfi', 'Chainguard', 'npm', 'MinimOS'].map((family) => ({ family, release: '' })),
        ),
    );

    expect([...loaded.keys()].toSorted()).toEqual(['Chainguard\u001F\u001F', 'Wolfi\u001F\u001F']);
  });
});

describe('a record in several directories', () => {
  it('uses the copy in the directory of the family itself, however old that is', async () => {
    await change({ Wolfi: [aCopy(2, '2.0')] });

    expect(await change({ Chainguard: [aCopy(1, '3.0')] })).toEqual([KEYS[0]]);
    expect(await listSpeaking()).toEqual(['Chainguard <3.0 of Chainguard', 'Wolfi <2.0 of Wolfi']);
  });

  it('does not affect a family that the copy in its own directory does not name', async () => {
    await change({ Wolfi: [aCopy(2, '2.0')], Chainguard: [aCopy(1, '3.0', { affected: [] })] });

    expect(await listSpeaking()).toEqual(['Wolfi <2.0 of Wolfi']);
  });

  it("uses the newest other copy when the family's own one is gone", async () => {
    await change({ Wolfi: [aCopy(2, '2.0')], MinimOS: [aCopy(3, '4.0')], Chainguard: [aCopy(1, '3.0')] });

    expect(await change({ Chainguard: [] })).toEqual([KEYS[0]]);
    expect(await listSpeaking()).toEqual(['Chainguard <4.0 of MinimOS', 'Wolfi <2.0 of Wolfi']);
  });

  it('uses another copy that becomes the newest, even by an edit of its text alone', async () => {
    await change({ Wolfi: [aCopy(2, '2.0')], MinimOS: [aCopy(1, '4.0')] });
    expect(await listSpeaking()).toEqual(['Chainguard <2.0 of Wolfi', 'Wolfi <2.0 of Wolfi']);

    expect(await change({ MinimOS: [aCopy(3, '4.0', { summary: 'Other words' })] })).toEqual([KEYS[0]]);
    expect(await listSpeaking()).toEqual(['Chainguard <4.0 of MinimOS', 'Wolfi <2.0 of Wolfi']);
  });

  it('uses the first by name of equally new copies', async () => {
    await change({ Wolfi: [aCopy(2, '2.0')], MinimOS: [aCopy(2, '4.0')] });

    expect(await listSpeaking()).toEqual(['Chainguard <4.0 of MinimOS', 'Wolfi <2.0 of Wolfi']);
  });

  it('raises nothing when an ineffective copy changes', async () => {
    await change({ Wolfi: [aCopy(2, '2.0')], MinimOS: [aCopy(1, '4.0')] });

    expect(await change({ MinimOS: [aCopy(1, '5.0')] })).toEqual([]);
  });
});

describe('packages of Wolfi and Chainguard', () => {
  it('are each found once, whichever directory publishes the record', async () => {
    await change({ Wolfi: [aCopy(1, '2.0-r0')] });
    const components = ['wolfi', 'chainguard'].map((namespace) => ({
      type: 'library',
      name: 'curl',
      version: '1.0-r0',
      'bom-ref': namespace,
      purl: `pkg:apk/${namespace}/curl@1.0-r0`,
    }));
    const { versionId } = await updates.pipeline.upload('1', { components, dependencies: [] });
    const { deps, caller } = updates.pipeline;
    await analyzeVersion(deps, { orgId: caller.orgId, versionId });

    const findings = await updates.pipeline.query(
      `select c.ecosystem, f.group_id from version_finding f join component c on c.org_id = f.org_id and c.id = f.component_id
       where f.version_id = $1 and f.known_to is null order by 1`,
      [versionId],
    );

    expect(findings).toEqual([
      { ecosystem: 'Chainguard', group_id: 'CVE-2026-0001' },
      { ecosystem: 'Wolfi', group_id: 'CVE-2026-0001' },
    ]);
  });
});
