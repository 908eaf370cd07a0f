/** Distribution packages whose document does not state their source package: checked by other data, or not checked. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPackageIndexFeed } from '../../../src/feeds/enrichment/package-index.ts';
import { describeArchive } from '../../../src/core/remediation/plan/archive-check.ts';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { refreshEnrichment } from '../../../src/pipeline/advisories/refresh-enrichment.ts';
import { makeVersionPlan } from '../../../src/pipeline/remediation/planner/make-version-plan.ts';
import { repairSweep } from '../../../src/pipeline/maintenance/repair-sweep.ts';
import { requestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { lockVersion } from '../../../src/store/portfolio/versions/change-versions.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startUpdatesFrom, type BucketUpdates } from '../../support/advisory-updates.ts';
import { DETAILED_FINDINGS } from '../../support/detailed-findings.ts';
import { until } from '../../support/server-processes.ts';
import { isOnCitus } from '../../support/test-database.ts';

const untilFixed = (fixed: string): Record<string, string>[] => [{ introduced: '0' }, { fixed }];

const DIRECTORIES = {
  Debian: [
    anOsvRecord({
      id: 'DEBIAN-CVE-2023-5678',
      upstream: ['CVE-2023-5678'],
      affected: ['11', '12'].map((release) =>
        anAffected({ ecosystem: `Debian:${release}`, name: 'openssl', events: untilFixed('3.0.13-1~deb12u1') }),
      ),
    }),
    anOsvRecord({
      id: 'DEBIAN-CVE-2024-28085',
      upstream: ['CVE-2024-28085'],
      affected: [anAffected({ ecosystem: 'Debian:12', name: 'util-linux', events: untilFixed('2.38.1-5+deb12u1') })],
    }),
  ],
  Ubuntu: [
    anOsvRecord({
      id: 'USN-6622-1',
      upstream: ['CVE-2023-5678'],
      affected: [
        anAffected({
          ecosystem: 'Ubuntu:22.04:LTS',
          name: 'openssl',
          events: untilFixed('3.0.2-0ubuntu1.14'),
          ecosystem_specific: {
            binaries: [
              { binary_name: 'libssl3', binary_version: '3.0.2-0ubuntu1.14' },
              { binary_name: 'openssl', binary_version: '3.0.2-0ubuntu1.14' },
            ],
          },
        }),
      ],
    }),
  ],
};

/** A time at which the releases are maintained. */
const NOW = Date.parse('2026-01-01T00:00:00.000Z');

let updates: BucketUpdates;
beforeAll(async () => {
  updates = await startUpdatesFrom(DIRECTORIES);
});
afterAll(async () => {
  await updates.close();
});

async function upload(version: string, ...purls: readonly string[]): Promise<string> {
  const components = purls.map((purl) => ({ type: 'library', name: 'x', 'bom-ref': purl, purl }));
  const { versionId } = await updates.pipeline.upload(version, { components, dependencies: [] });
  await analyze(versionId);
  return versionId;
}

function deps(): BucketUpdates['pipeline']['deps'] {
  return { ...updates.pipeline.deps, now: () => NOW };
}

async function analyze(versionId: string): Promise<void> {
  await analyzeVersion(deps(), { orgId: updates.pipeline.caller.orgId, versionId });
}

async function findingsOf(versionId: string): Promise<string[]> {
  const rows = await updates.pipeline.query<{ text: string }>(
    `select concat_ws(' ', package_name, canonical_id, detail->'match'->>'confidence', detail->'match'->'assumptions'->>0) as text
     from ${DETAILED_FINDINGS} v where version_id = $1 and known_to is null order by 1`,
    [versionId],
  );
  return rows.map(({ text }) => text);
}

/** `{ checked, <reason>: count }`. */
async function coverageOf(versionId: string): Promise<object> {
  const [row] = await updates.pipeline.query<{
    coverage: { checked: number; notChecked: { reason: string; count: number }[] };
  }>(`select coverage from analysis where version_id = $1 and coverage is not null order by id desc limit 1`, [
    versionId,
  ]);
  const { checked = 0, notChecked = [] } = row?.coverage ?? {};
  return { checked, ...Object.fromEntries(notChecked.map(({ reason, count }) => [reason, count])) };
}

async function readIndex(...blocks: readonly string[]): Promise<void> {
  const path = join(updates.folder, 'Packages.gz');
  await writeFile(path, gzipSync(`${blocks.join('\n\n')}\n\n`));
  const index = { family: 'Debian', release: '12', url: pathToFileURL(path).href } as const;
  const feed = createPackageIndexFeed({ indexes: [index], stagingDir: updates.folder });
  await refreshEnrichment({ ...deps(), onProgress: () => {} }, feed, { acceptShrink: true });
}

const LIBSSL = 'pkg:deb/debian/libssl3@3.0.9-1?arch=amd64&distro=debian-12';
const BSDUTILS = 'pkg:deb/debian/bsdutils@1:2.38.1-5?arch=amd64&distro=debian-12';
const UTIL_LINUX = 'pkg:deb/debian/util-linux@2.38.1-5?arch=amd64&distro=debian-12';

describe('a package without a stated source', () => {
  it('is not checked when its source is unknown, and checked when advisories have its name', async () => {
    const versionId = await upload('unknown', LIBSSL, UTIL_LINUX);

    expect(await findingsOf(versionId)).toEqual(['util-linux CVE-2024-28085 high']);
    expect(await coverageOf(versionId)).toEqual({ checked: 1, 'source-package-unknown': 1 });
  });

  it('is found by the packages that an advisory lists', async () => {
    const versionId = await upload('ubuntu', 'pkg:deb/ubuntu/libssl3@3.0.2-0ubuntu1.10?distro=ubuntu-22.04');

    expect(await findingsOf(versionId)).toEqual(['libssl3 CVE-2023-5678 high']);
    expect(await coverageOf(versionId)).toEqual({ checked: 1 });
  });

  it('is matched again when another document states its source', async () => {
    const purl = 'pkg:deb/debian/libssl3@3.0.9-1?distro=debian-11';
    const unknown = await upload('learning', purl);
    expect(await coverageOf(unknown)).toEqual({ checked: 0, 'source-package-unknown': 1 });

    await upload('teaching', 'pkg:deb/debian/libssl3@3.0.8-1?distro=debian-11&upstream=openssl');
    await repairSweep(deps());
    await analyze(unknown);

    expect(await findingsOf(unknown)).toEqual(['libssl3 CVE-2023-5678 medium source-name-learned']);
    expect(await coverageOf(unknown)).toEqual({ checked: 1 });
  });

  it('is matched again when another document states its source after all components were matched', async () => {
    const unknown = await upload('learning-late', 'pkg:deb/debian/libssl-late@3.0.9-1?distro=debian-11');
    await applySnapshot(deps(), { orgId: updates.pipeline.caller.orgId });

    await upload('teaching-late', 'pkg:deb/debian/libssl-late@3.0.8-1?distro=debian-11&upstream=openssl');
    await repairSweep(deps());
    await analyze(unknown);

    expect(await findingsOf(unknown)).toEqual(['libssl-late CVE-2023-5678 medium source-name-learned']);
  });

  it('is matched again in several versions while one of them is published', async () => {
    const purl = 'pkg:deb/debian/libssl-held@3.0.9-1?distro=debian-11';
    const first = await upload('learning-held-1', purl);
    const second = await upload('learning-held-2', purl);
    await upload('teaching-held', 'pkg:deb/debian/libssl-held@3.0.8-1?distro=debian-11&upstream=openssl');

    const { sweep } = await deps().database.inOrg(updates.pipeline.caller.orgId, async (tx) => {
      const version = await lockVersion(tx, second);
      if (version === undefined) throw new Error('The version is missing.');
      const running = repairSweep(deps());
      running.catch(() => {});
      // On Citus the sweep waits on a worker, which this connection does not see.
      if (isOnCitus()) await setTimeout(2_000);
      else
        await until(async () => {
          const { rows } = await tx.client.query(
            'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
          );
          return rows.length > 0;
        });
      await requestAnalysis(deps(), tx, version, 'advisories');
      return { sweep: running };
    });
    await sweep;
    for (const versionId of [first, second]) await analyze(versionId);

    const found = ['libssl-held CVE-2023-5678 medium source-name-learned'];
    expect([await findingsOf(first), await findingsOf(second)]).toEqual([found, found]);
  });

  it('is matched again if the sources of many components before it stay unknown', async () => {
    const others = Array.from({ length: 501 }, (_, n) => `pkg:deb/debian/unknown-${n}@1.0?distro=debian-11`);
    await upload('unknown', ...others);
    const unknown = await upload('learning-last', 'pkg:deb/debian/libssl-last@3.0.9-1?distro=debian-11');

    await upload('teaching-last', 'pkg:deb/debian/libssl-last@3.0.8-1?distro=debian-11&upstream=openssl');
    await repairSweep(deps());
    await analyze(unknown);

    expect(await findingsOf(unknown)).toEqual(['libssl-last CVE-2023-5678 medium source-name-learned']);
  });

  it('is matched again when a snapshot is applied after its source was learned and before its analysis', async () => {
    const unknown = await upload('learning-between', 'pkg:deb/debian/libssl-between@3.0.9-1?distro=debian-11');
    await applySnapshot(deps(), { orgId: updates.pipeline.caller.orgId });

    await upload('teaching-between', 'pkg:deb/debian/libssl-between@3.0.8-1?distro=debian-11&upstream=openssl');
    await repairSweep(deps());
    await updates.pipeline.query('update organization set applied_snapshot = 0');
    await applySnapshot(deps(), { orgId: updates.pipeline.caller.orgId });
    await analyze(unknown);

    expect(await findingsOf(unknown)).toEqual(['libssl-between CVE-2023-5678 medium source-name-learned']);
  });

  it('is matched again when a package index states its source, and when advisories of that source change', async () => {
    const { orgId } = updates.pipeline.caller;
    const versionId = await upload('indexed', LIBSSL, BSDUTILS);
    expect(await coverageOf(versionId)).toEqual({ checked: 0, 'source-package-unknown': 2 });

    await readIndex(
      'Package: libssl3\nSource: openssl\nVersion: 3.0.17-1~deb12u2',
      'Package: bsdutils\nSource: util-linux (2.38.1-5)\nVersion: 1:2.38.1-5',
    );
    await applySnapshot(deps(), { orgId });
    await analyze(versionId);
    expect(await findingsOf(versionId)).toEqual(['bsdutils CVE-2024-28085 high', 'libssl3 CVE-2023-5678 high']);
    expect(await coverageOf(versionId)).toEqual({ checked: 2 });

    const published = anOsvRecord({
      id: 'DEBIAN-CVE-2024-0727',
      upstream: ['CVE-2024-0727'],
      modified: '2025-06-01T00:00:00Z',
      affected: [anAffected({ ecosystem: 'Debian:12', name: 'openssl', events: untilFixed('3.0.13-1~deb12u1') })],
    });
    updates.bucket.set('Debian', [...DIRECTORIES.Debian, published]);
    await updates.refresh();
    await applySnapshot(deps(), { orgId });
    await analyze(versionId);
    expect(await findingsOf(versionId)).toContain('libssl3 CVE-2024-0727 high');
  });

  it('is no longer checked when the index does not list it', async () => {
    const { orgId } = updates.pipeline.caller;
    const versionId = await upload('delisted', LIBSSL);
    expect(await coverageOf(versionId)).toEqual({ checked: 1 });

    await readIndex('Package: bash\nVersion: 5.2.15-2');
    await applySnapshot(deps(), { orgId });
    await analyze(versionId);

    expect(await findingsOf(versionId)).toEqual([]);
    expect(await coverageOf(versionId)).toEqual({ checked: 0, 'source-package-unknown': 1 });
  });

  it('has a plan that states whether the archive has the fix', async () => {
    const archiveOf = async (versionId: string): Promise<unknown> => {
      const plan = await makeVersionPlan(deps(), updates.pipeline.caller.orgId, versionId, { strategy: 'lowest' });
      const [action] = plan?.plan.actions ?? [];
      return [action?.to, action?.verifiedExists, action?.archive && describeArchive(action.archive)];
    };
    const stated = 'pkg:deb/debian/libssl3@3.0.9-1?distro=debian-12&upstream=openssl';
    await readIndex('Package: bash\nVersion: 5.2.15-2');
    const versionId = await upload('planned', stated);
    const to = '3.0.13-1~deb12u1';
    expect(await archiveOf(versionId)).toEqual([to, 'unknown', undefined]);

    await readIndex(
      'Package: openssl\nVersion: 3.0.9-1',
      'Package: libssl3\nSource: openssl\nVersion: 3.0.11-1~deb12u2',
    );
    expect(await archiveOf(versionId)).toEqual([
      to,
      false,
      'The archive does not have it yet: newest is 3.0.11-1~deb12u2 in Packages.gz (index of 2026-01-01).',
    ]);

    await readIndex('Package: libssl3\nSource: openssl\nVersion: 3.0.17-1~deb12u2');
    expect(await archiveOf(versionId)).toEqual([
      to,
      true,
      'An update brings it: Packages.gz has 3.0.17-1~deb12u2 (index of 2026-01-01).',
    ]);
    expect(await updates.pipeline.query('select version from archived_source')).toEqual([
      { version: '3.0.17-1~deb12u2' },
    ]);
  });
});
