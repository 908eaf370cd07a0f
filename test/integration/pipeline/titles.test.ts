/**
 * Titles and severities of findings that share a vulnerability: each comes from records about its own package, also after
 * updates.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeVersion } from '../../../src/pipeline/analysis/analyze-version.ts';
import { applySnapshot } from '../../../src/pipeline/analysis/apply-snapshot.ts';
import { describeVulnerabilityById } from '../../../src/pipeline/queries/describe-vulnerability.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startAdvisoryUpdates, type AdvisoryUpdates } from '../../support/advisory-updates.ts';
import { DETAILED_FINDINGS } from '../../support/detailed-findings.ts';
import { startOsvBucket, type OsvBucket } from '../../support/osv-bucket.ts';
import type { ExportRecord } from '../../support/osv-mirror.ts';
import { skipOnCitus } from '../../support/test-database.ts';

const CVE = 'CVE-2022-37434';
const OPEN = [{ introduced: '0' }];
const CRITICAL = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }];
const HIGH = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }];
const LOW = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N' }];

function inDebian(changes: Record<string, unknown> = {}): ExportRecord {
  return anOsvRecord({
    id: CVE,
    details: 'The inflate function of zlib reads too far. Long story.',
    severity: CRITICAL,
    affected: [anAffected({ ecosystem: 'Debian:11', name: 'zlib', events: OPEN })],
    ...changes,
  });
}

function pyminizip(changes: Record<string, unknown> = {}): ExportRecord {
  return anOsvRecord({
    id: 'GHSA-mgvv-9p9g-3jv4',
    aliases: [CVE],
    summary: 'pyminizip bundles an old zlib',
    severity: LOW,
    details: 'A wheel with another library inside.',
    affected: [anAffected({ ecosystem: 'PyPI', name: 'pyminizip', events: OPEN })],
    ...changes,
  });
}

const NOTICE = anOsvRecord({
  id: 'RHSA-2022:7106',
  upstream: [CVE],
  summary: 'Moderate: zlib security update',
  severity: HIGH,
  affected: [anAffected({ ecosystem: 'Red Hat:enterprise_linux:8::baseos', name: 'zlib', events: OPEN })],
});

const PURLS = [
  'pkg:deb/debian/zlib1g@1:1.2.11.dfsg-2?upstream=zlib&distro=debian-11',
  'pkg:pypi/pyminizip@0.2.4',
  'pkg:rpm/redhat/zlib@1.2.11-17.el8?arch=x86_64&epoch=0&distro=rhel-8.6',
];

let bucket: OsvBucket;
let updates: AdvisoryUpdates;
let versionId: string;
beforeAll(async () => {
  bucket = await startOsvBucket({
    directories: { Debian: [inDebian()], PyPI: [pyminizip()], 'Red Hat': [NOTICE] },
  });
  updates = await startAdvisoryUpdates(bucket.url, ['Debian', 'PyPI', 'Red Hat']);
  await updates.refresh();
  const components = PURLS.map((purl) => ({ type: 'library', name: 'any', 'bom-ref': purl, purl }));
  ({ versionId } = await updates.pipeline.upload('1.0', { components }));
  await analyze();
});
afterAll(async () => {
  await updates.close();
  await bucket.stop();
});

async function analyze(): Promise<void> {
  const { deps, caller } = updates.pipeline;
  await analyzeVersion(deps, { orgId: caller.orgId, versionId });
}

/** Publishes new data, and runs the requested analyses. */
async function update(directory: string, record: ExportRecord): Promise<number> {
  const { deps, caller } = updates.pipeline;
  bucket.set(directory, [record]);
  await updates.refresh();
  const { asked } = await applySnapshot(deps, caller);
  await analyze();
  return asked;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly severity: string;
}

async function listRows(): Promise<readonly Row[]> {
  return await updates.pipeline.query<Row>(
    `select id, package_name as name, detail#>>'{vulnerability,title}' as title, detail#>>'{vulnerability,severity}' as severity
     from ${DETAILED_FINDINGS} v where version_id = $1 and known_to is null order by package_name collate "C"`,
    [versionId],
  );
}

async function listTold(): Promise<readonly (readonly string[])[]> {
  return (await listRows()).map(({ name, title, severity }) => [name, title, severity]);
}

const DESCRIBED = 'The inflate function of zlib reads too far';

describe('findings of one vulnerability', () => {
  it('have the title and severity of the records about their package', async () => {
    expect(await listTold()).toEqual([
      ['pyminizip', 'pyminizip bundles an old zlib', 'low'],
      ['zlib', DESCRIBED, 'high'],
      ['zlib1g', DESCRIBED, 'critical'],
    ]);
    const [stored] = await updates.pipeline.query<{ records: unknown }>(
      `select detail#>'{vulnerability,records}' as records from ${DETAILED_FINDINGS} v limit 1`,
    );
    expect(stored).toEqual({ records: null });
  });

  it('follow a new rating of a record about their package, and otherwise keep their row', async () => {
    const before = await listRows();

    await update('PyPI', pyminizip({ modified: '2025-02-01T00:00:00Z', severity: CRITICAL }));

    const after = await listRows();
    expect((await listTold())[0]).toEqual(['pyminizip', 'pyminizip bundles an old zlib', 'critical']);
    const idOf = (rows: readonly Row[], name: string): unknown => rows.find((row) => row.name === name)?.id;
    expect(idOf(after, 'zlib1g')).toBe(idOf(before, 'zlib1g'));
    expect(idOf(after, 'pyminizip')).not.toBe(idOf(before, 'pyminizip'));
  });

  it('get an edited text with the next publication, which the edit itself does not cause', async () => {
    const edited = inDebian({ modified: '2025-02-01T00:00:00Z', details: 'Inflate reads too far. Long story.' });

    expect(await update('Debian', edited)).toBe(0);
    expect((await listTold()).map(([, title]) => title)).toContain(DESCRIBED);

    const components = [...PURLS, 'pkg:npm/unrelated@1.0.0'].map((purl) => ({ type: 'library', name: 'any', purl }));
    await updates.pipeline.upload('1.0', { components });
    await analyze();
    expect((await listTold()).map(([, title]) => title)).toEqual([
      'pyminizip bundles an old zlib',
      'Inflate reads too far',
      'Inflate reads too far',
    ]);
  });

  it('are named by id and package when the record that describes the vulnerability is gone', async () => {
    const affected = [anAffected({ ecosystem: 'Debian:11', name: 'bzip2', events: OPEN })];
    const other = inDebian({ id: 'CVE-2022-0001', modified: '2025-03-01T00:00:00Z', affected });
    bucket.set('Debian', [other]);
    await updates.refreshTwice();
    const { deps, caller } = updates.pipeline;
    await applySnapshot(deps, caller);
    await analyze();

    expect(await listTold()).toEqual([
      ['pyminizip', 'pyminizip bundles an old zlib', 'critical'],
      ['zlib', `${CVE} in zlib`, 'high'],
    ]);
  });
});

describe('findings that an older version has published', () => {
  it('get their title after the migration', async (context) => {
    skipOnCitus(
      context,
      'The migration is older than the support of Citus, so it never runs in a distributed database.',
    );
    const { pipeline } = updates;
    const migration = new URL('../../../src/store/migrations/0038-titles-of-findings.sql', import.meta.url);
    await update('Debian', inDebian({ modified: '2025-05-01T00:00:00Z' }));
    await pipeline.query(
      `insert into finding_detail select org_id, sha256(sha256),
         jsonb_set(detail, '{vulnerability,title}', '"pyminizip bundles an old zlib"')
       from finding_detail where detail ? 'vulnerability'`,
    );
    await pipeline.query(
      `update version_finding set facts_sha256 = sha256(facts_sha256), detail_sha256 = '' where known_to is null`,
    );

    await pipeline.query(await readFile(migration, 'utf8'));
    expect(await applySnapshot(pipeline.deps, pipeline.caller)).toEqual({ matched: 0, asked: 1 });
    await analyze();

    expect(await listTold()).toEqual([
      ['pyminizip', 'pyminizip bundles an old zlib', 'critical'],
      ['zlib', DESCRIBED, 'high'],
      ['zlib1g', DESCRIBED, 'critical'],
    ]);
  });
});

describe('a vulnerability read by its id', () => {
  it('prefers the title and text of a record about the vulnerability over those about a package', async () => {
    await update('Debian', inDebian({ modified: '2025-06-01T00:00:00Z' }));

    const known = await updates.pipeline.deps.database.reference(
      async (tx) => await describeVulnerabilityById(tx, CVE, new Date().toISOString()),
    );

    expect(known).toMatchObject({
      title: DESCRIBED,
      severity: 'critical',
      details: 'The inflate function of zlib reads too far. Long story.',
    });
  });
});
