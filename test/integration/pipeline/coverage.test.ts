/** Coverage depends on the loaded data and on the time, not only on the components. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { lockAndRequestAnalysis } from '../../../src/pipeline/request-analysis.ts';
import { measureCoverage } from '../../../src/store/findings/coverage.ts';
import { listLiveSboms } from '../../../src/store/findings/publication/published-inputs.ts';
import {
  findSetComponent,
  listSetComponents,
  listUsedComponents,
} from '../../../src/store/portfolio/components/list-components.ts';
import { clearSetGroupCache } from '../../../src/store/portfolio/components/set-groups.ts';
import type { OrgTx } from '../../../src/store/database.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';

const DEBIAN_9_SUPPORTED = '2022-01-01T00:00:00.000Z';
const DEBIAN_9_ENDED = '2025-02-01T00:00:00.000Z';

const RECORDS = [
  anOsvRecord({
    id: 'DSA-1-1',
    affected: [
      anAffected({ ecosystem: 'Debian:9', name: 'openssl', events: [{ introduced: '0' }, { fixed: '2.0' }] }),
      anAffected({ ecosystem: 'Debian:12', name: 'openssl', events: [{ introduced: '0' }, { fixed: '2.0' }] }),
    ],
  }),
];
const PACKAGES = [
  ['openssl', 'pkg:deb/debian/openssl@1.0?distro=debian-9'],
  ['zlib', 'pkg:deb/debian/zlib@1.0?distro=debian-9&upstream=zlib'],
  ['bash', 'pkg:deb/debian/bash@1.0?distro=debian-12&upstream=bash'],
  ['old', 'pkg:deb/debian/old@1.0?distro=debian-7'],
  ['left-pad', 'pkg:npm/left-pad@1.3.0'],
  ['unversioned', 'pkg:npm/unversioned'],
  ['libssl3', 'pkg:deb/debian/libssl3@1.0?distro=debian-12'],
  ['libold', 'pkg:deb/debian/libold@1.0?distro=debian-7'],
] as const;

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
let versionId: string;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { Debian: RECORDS } });
  updates = await startAdvisoryUpdates(bucket.url, ['Debian', 'npm']);
  await updates.refresh();
  const components = PACKAGES.map(([name, purl]) => ({ type: 'library', name, purl, 'bom-ref': name }));
  ({ versionId } = await updates.pipeline.upload('1', { components, dependencies: [] }));
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});

interface Told {
  readonly coverage: { checked: number; notChecked: readonly { reason: string; count: number }[] };
  readonly matched: string | null | undefined;
}

async function analyze(at: string): Promise<Told> {
  const { deps, caller } = updates.pipeline;
  const job = { orgId: caller.orgId, versionId };
  const then = { ...deps, now: () => Date.parse(at) };
  await lockAndRequestAnalysis(then, job, 'advisories');
  await analyzeVersion(then, job);
  const [row] = await updates.pipeline.query<
    Pick<Told, 'coverage'> & { stages: { name: string; reason: string | null }[] }
  >(
    'select coverage, stages from analysis where version_id = $1 and finished_at is not null order by id desc limit 1',
    [versionId],
  );
  if (row === undefined) throw new Error('There is no analysis.');
  return { coverage: row.coverage, matched: row.stages.find(({ name }) => name === 'match')?.reason };
}

async function inOrg<Result>(work: (tx: OrgTx, sets: Buffer[]) => Promise<Result>): Promise<Result> {
  const { deps, caller } = updates.pipeline;
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const sboms = await listLiveSboms(tx, versionId);
    return await work(
      tx,
      sboms.flatMap(({ setSha256 }) => setSha256 ?? []),
    );
  });
}

const ALL = { limit: 100, offset: 0 };

describe('the coverage of a version', () => {
  it('excludes packages of ecosystems without loaded advisories', async () => {
    const { coverage } = await analyze(DEBIAN_9_SUPPORTED);

    expect(coverage).toEqual({
      components: 8,
      checked: 3,
      notChecked: [
        { reason: 'no-feed-for-release', count: 3 },
        { reason: 'no-version', count: 1 },
        { reason: 'source-package-unknown', count: 1 },
      ],
      fixedIssuesOnly: 3,
      fixedIssuesOnlyByRelease: [
        { family: 'Debian', release: '9', count: 2 },
        { family: 'Debian', release: '12', count: 1 },
      ],
    });
  });

  it('excludes only packages without advisories in a release that has reached its end of life', async () => {
    const { coverage, matched } = await analyze(DEBIAN_9_ENDED);

    expect(coverage).toEqual({
      components: 8,
      checked: 2,
      notChecked: [
        { reason: 'no-feed-for-release', count: 3 },
        { reason: 'eol-release', count: 1 },
        { reason: 'no-version', count: 1 },
        { reason: 'source-package-unknown', count: 1 },
      ],
      fixedIssuesOnly: 2,
      fixedIssuesOnlyByRelease: [
        { family: 'Debian', release: '12', count: 1 },
        { family: 'Debian', release: '9', count: 1 },
      ],
    });
    expect(matched).toBe('0 components evaluated');
  });

  it('is counted from the parsed document as from the stored components', async () => {
    const at = DEBIAN_9_SUPPORTED;
    await analyze(at);
    const ofDocument = await inOrg(async (tx, sets) => await measureCoverage(tx, sets, at));
    clearSetGroupCache();

    expect(await inOrg(async (tx, sets) => await measureCoverage(tx, sets, at))).toEqual(ofDocument);
  });

  it('agrees with the components of every list', async () => {
    const at = DEBIAN_9_ENDED;
    await inOrg(async (tx, sets) => {
      const { items } = await listSetComponents(tx, sets, { at }, ALL);
      const used = await listUsedComponents(tx, 'all', { at, unchecked: true }, ALL);
      const ended = await listSetComponents(tx, sets, { at, reasons: ['eol-release'] }, ALL);
      const checked = await listSetComponents(tx, sets, { at, unchecked: false }, ALL);

      expect(Object.fromEntries(items.map(({ name, notChecked }) => [name, notChecked]))).toEqual({
        bash: null,
        'left-pad': 'no-feed-for-release',
        libold: 'no-feed-for-release',
        libssl3: 'source-package-unknown',
        old: 'no-feed-for-release',
        openssl: null,
        unversioned: 'no-version',
        zlib: 'eol-release',
      });
      expect(used.items.map(({ name }) => name)).toEqual([
        'left-pad',
        'libold',
        'libssl3',
        'old',
        'unversioned',
        'zlib',
      ]);
      expect(ended.items.map(({ name, notChecked }) => [name, notChecked])).toEqual([['zlib', 'eol-release']]);
      expect(checked.items.map(({ name }) => name)).toEqual(['bash', 'openssl']);
      expect(items.flatMap(({ name, fixedIssuesOnly }) => (fixedIssuesOnly ? [name] : []))).toEqual([
        'bash',
        'openssl',
      ]);
      const fixedOnly = await listSetComponents(tx, sets, { at, fixedIssuesOnly: true }, ALL);
      const others = await listUsedComponents(tx, 'all', { at, fixedIssuesOnly: false }, ALL);
      expect(fixedOnly.items.map(({ name }) => name)).toEqual(['bash', 'openssl']);
      expect(others.items.map(({ name }) => name)).toEqual([
        'left-pad',
        'libold',
        'libssl3',
        'old',
        'unversioned',
        'zlib',
      ]);
      expect(await findSetComponent(tx, sets, items[7]?.id ?? '', at)).toMatchObject({ notChecked: 'eol-release' });
      expect(await measureCoverage(tx, sets, at)).toMatchObject({ components: 8, checked: 2 });
      const unknown = await listSetComponents(tx, sets, { at, reasons: ['source-package-unknown'] }, ALL);
      expect(unknown.items.map(({ name }) => name)).toEqual(['libssl3']);
    });
  });

  it('grows with the next analysis when advisories arrive, without new matching', async () => {
    bucket.set('npm', [anOsvRecord({ affected: [anAffected({ name: 'another' })] })]);
    await updates.refresh();

    const { coverage, matched } = await analyze(DEBIAN_9_SUPPORTED);

    expect(coverage).toMatchObject({ checked: 4, notChecked: [{ reason: 'no-feed-for-release', count: 2 }, {}, {}] });
    expect(matched).toBe('0 components evaluated');
  });

  it('no longer names a release once its records per CVE are loaded, without new matching', async () => {
    bucket.set('Debian', [
      ...RECORDS,
      anOsvRecord({
        id: 'DEBIAN-CVE-2022-1',
        affected: [anAffected({ ecosystem: 'Debian:12', name: 'another', events: [{ introduced: '0' }] })],
      }),
    ]);
    await updates.refresh();

    const { coverage, matched } = await analyze(DEBIAN_9_SUPPORTED);

    expect(coverage).toMatchObject({
      checked: 4,
      fixedIssuesOnly: 2,
      fixedIssuesOnlyByRelease: [{ family: 'Debian', release: '9', count: 2 }],
    });
    expect(matched).toBe('0 components evaluated');
    await inOrg(async (tx, sets) => {
      const { items } = await listSetComponents(tx, sets, { at: DEBIAN_9_SUPPORTED, fixedIssuesOnly: true }, ALL);
      expect(items.map(({ name }) => name)).toEqual(['openssl', 'zlib']);
    });
  });
});
