/** The first import starts with the ecosystems of uploaded SBOMs and makes each available at once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';

const ECOSYSTEMS = ['Go', 'PyPI', 'npm'];

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
beforeAll(async () => {
  const directories = ECOSYSTEMS.map((ecosystem, n) => [
    ecosystem,
    [anOsvRecord({ id: `GHSA-aaaa-bbbb-000${n}`, affected: [anAffected({ ecosystem })] })],
  ]);
  bucket = await startOsvBucket({ directories: Object.fromEntries(directories) as Record<string, []> });
  updates = await startAdvisoryUpdates(bucket.url, ECOSYSTEMS);
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});

/** Interrupts a first import while it reads the second ecosystem; returns both, and whether the first was announced. */
async function readTwo(): Promise<{ readonly read: readonly string[]; readonly isAnnounced: boolean }> {
  await updates.forget();
  const before = await readAnnounced();
  const read = new Set<string>();
  const end = new AbortController();
  const onProgress = (_source: string, { directory }: { readonly directory: string }): void => {
    read.add(directory);
    if (read.size === 2) end.abort();
  };
  await expect(updates.refresh({ signal: end.signal, onProgress })).rejects.toMatchObject({
    code: 'REFRESH_INTERRUPTED',
  });
  return { read: [...read], isAnnounced: (await readAnnounced()) > before };
}

async function readAnnounced(): Promise<number> {
  const [row] = await updates.pipeline.query<{ snapshot: string }>(
    'select announced_snapshot as snapshot from advisory_clock',
  );
  return Number(row?.snapshot ?? 0);
}

it('keeps the configured order without SBOMs, and announces everything at the end', async () => {
  expect(await readTwo()).toEqual({ read: ['Go', 'PyPI'], isAnnounced: false });
});

it('reads the ecosystems of SBOMs first, and announces each of them at once', async () => {
  const { deps, caller } = updates.pipeline;
  const { versionId } = await updates.pipeline.upload('1.0.0');
  await analyzeVersion(deps, { orgId: caller.orgId, versionId });

  expect(await readTwo()).toEqual({ read: ['npm', 'Go'], isAnnounced: true });
});

it('gives each ecosystem its own snapshot, also after one that is refused', async () => {
  await updates.forget();
  const before = await updates.readSnapshot();
  bucket.fault('/Go/all.zip', 'cut');
  await expect(updates.refresh({ kind: 'complete' })).rejects.toMatchObject({ code: 'FEED_UNREACHABLE' });
  bucket.heal();
  await updates.refresh({ kind: 'complete' });

  const rows = await updates.pipeline.query<{ directory: string; snapshot: string }>(`
    select r.directory, r.snapshot from advisory_record r
    join advisory_snapshot s on s.number = r.snapshot order by r.snapshot`);
  expect(rows.map(({ directory, snapshot }) => [directory, Number(snapshot) - before])).toEqual([
    ['npm', 1],
    ['PyPI', 2],
    ['Go', 3],
  ]);
});
