import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { acquireLease } from '../../../src/store/advisories/sources.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { startBucket } from '../../support/bucket-server.ts';
import { anOsvExport, anOsvMirror } from '../../support/osv-mirror.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';
import { aDatabase } from '../../support/test-database.ts';
import { writeZip } from '../../support/zip-writer.ts';

const TIMEOUT = { timeout: 120_000 };
/** Tests never contact the public sources. */
const NOTHING_ELSE = { ASSAY_KEV_URL: 'off', ASSAY_EPSS_URL: 'off', ASSAY_SSVC_URL: 'off' };

async function aBucket(files: Parameters<typeof startBucket>[0]): Promise<string> {
  const bucket = await startBucket(files);
  onTestFinished(async () => await bucket.stop());
  return bucket.url;
}

function aMirror(ids: readonly string[]): Record<string, string | Uint8Array> {
  const records = ids.map((id) => ({
    name: `${id}.json`,
    content: JSON.stringify(anOsvRecord({ id, affected: [anAffected({ name: id.toLowerCase() })] })),
  }));
  return { ...anOsvMirror({ npm: ids }), '/npm/all.zip': writeZip(records) };
}

describe('assay advisories', TIMEOUT, () => {
  let assay: TestAssay;
  let folder: string;
  const run = async (action: string, source = 'off'): Promise<CommandResult> =>
    await runAssay(['advisories', ...action.split(' ')], {
      folder,
      environment: {
        ASSAY_DATABASE_URL: assay.databaseUrl,
        ...NOTHING_ELSE,
        ASSAY_OSV_URL: source,
        ASSAY_ADVISORY_SYNC: 'manual',
        ASSAY_ADVISORY_ECOSYSTEMS: 'npm',
      },
    });

  beforeAll(async () => {
    assay = await startTestAssay();
    folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  });

  afterAll(async () => {
    await assay.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('syncs a manual source beside a running Assay, and again without a change', async () => {
    const url = await aBucket(aMirror(['GHSA-aaaa-bbbb-cccc', 'GHSA-aaaa-bbbb-dddd']));

    const first = await run('sync', url);
    const second = await run('sync', url);

    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain(`Syncing osv from ${url}/\n`);
    expect(first.stdout).toMatch(/^npm: 2 of 2 records, \d+ kB/m);
    expect(first.stdout).toMatch(/^Imported 2 records in \d+ s: 2 changed\.$/m);
    expect(second.stdout).toMatch(/^Imported 2 records in \d+ s: 0 changed\.$/m);
  });

  it('shows one line per source and directory', async () => {
    const { code, stdout } = await run('status');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^osv +ready +2 +2025-01-01 +\d+ s ago\n {2}npm +ready +2 +2025-01-01 +\d+ s ago$/m);
    expect(stdout).toMatch(/^kev +disabled +0 +- +never$/m);
  });

  it('runs a complete comparison on request, and syncs one source of several', async () => {
    const url = await aBucket(aMirror(['GHSA-aaaa-bbbb-cccc', 'GHSA-aaaa-bbbb-dddd']));

    const complete = await run('sync osv --complete', url);
    const other = await run('sync kev', url);
    const unknown = await run('sync cve', url);

    expect(complete.stdout).toMatch(/^Imported 2 records in \d+ s: 0 changed\.$/m);
    expect([other.code, other.stderr]).toEqual([1, expect.stringMatching(/Set ASSAY_KEV_URL to its URL/)]);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^Unknown value "cve" for the source\. Use one of osv, redhat, distributions, releases, nvd, kev/,
      ),
    ]);
  });

  it('rejects the loss of half of a source, unless it is confirmed', async () => {
    const url = await aBucket(aMirror(['GHSA-aaaa-bbbb-cccc', 'GHSA-aaaa-bbbb-dddd', 'GHSA-aaaa-bbbb-eeee']));
    await run('sync', url);
    const small = await aBucket(aMirror(['GHSA-aaaa-bbbb-cccc']));

    const refused = await run('sync', small);
    const accepted = await run('sync --accept-shrink', small);
    const restored = await run('sync', await aBucket(aMirror(['GHSA-aaaa-bbbb-cccc', 'GHSA-aaaa-bbbb-dddd'])));

    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/2 of 3 records of "osv\/npm" are missing/),
    ]);
    expect([accepted.code, restored.code]).toEqual([0, 0]);
  });

  it('shows a vulnerability by any of its ids', async () => {
    const known = await run('show ghsa-AAAA-bbbb-cccc');
    const unknown = await run('show CVE-1999-0001');

    expect(known).toMatchObject({ code: 0, stderr: '' });
    expect(known.stdout).toMatch(/^GHSA-aaaa-bbbb-cccc\n/);
    expect(known.stdout).toContain('    npm  ghsa-aaaa-bbbb-cccc  < 2.0.0  fixed in 2.0.0\n');
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringMatching(/^No advisory source contains "CVE-1999-0001"/),
    ]);
  });

  it('reports in one line that the source is off', async () => {
    const { code, stdout, stderr } = await run('sync');

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The advisory source is disabled\. Set ASSAY_OSV_URL [^\n]+\n$/);
  });

  it('reports in one line that the data was rejected, keeps the loaded data, and shows the error', async () => {
    const { code, stderr } = await run('sync', await aBucket({ '/ecosystems.txt': '<html>Sign in</html>' }));
    const { stdout } = await run('status');

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data of "osv" was rejected: [^\n]+\n$/);
    // One record is missing from the last list and stays until another list lacks it too.
    expect(stdout).toMatch(/^osv +failed +3 /m);
    expect(stdout).toMatch(/^osv: last error: The data of "osv" was rejected: [^\n]+$/m);
  });

  it('reports in one line that the source is unreachable', async () => {
    const { code, stderr } = await run('sync', 'http://127.0.0.1:1');

    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot sync "osv"\. The request to "127\.0\.0\.1[^\n]+ ASSAY_OSV_URL\.\n$/);
  });

  it('deletes nothing when the same list without a record is read twice in a row', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `GHSA-cccc-dddd-${1_000 + n}`);
    await run('sync --complete --accept-shrink', await aBucket(aMirror(ids)));
    const shorter = await aBucket(aMirror(ids.slice(1)));

    for (let read = 0; read < 2; read += 1) expect((await run('sync --complete', shorter)).code).toBe(0);

    expect((await run(`show ${ids[0]}`)).code).toBe(0);
  });

  it('names rejected records, loads the others and keeps the names in the status', async () => {
    const ids = Array.from({ length: 5 }, (_, n) => `GHSA-eeee-ffff-${1_000 + n}`);
    const aliases = Array.from({ length: 10_000 }, (_, n) => `GHSA-${n}`);
    const records = ids.map((id, n) =>
      anOsvRecord({ id, modified: '2026-02-01T00:00:00Z', ...(n === 0 && { aliases }) }),
    );
    const url = await aBucket(anOsvExport({ npm: records }));

    const synced = await run('sync --complete --accept-shrink', url);
    const status = await run('status');

    const line = `${ids[0]}: The record has more than 250 aliases.`;
    expect(synced).toMatchObject({ code: 0, stderr: '' });
    expect(synced.stdout).toContain(line);
    expect(status.stdout).toContain('osv: npm: 1 record rejected');
    expect(status.stdout).toContain(line);
  });

  it('reports that another process is importing', async () => {
    const source = { name: 'osv', url: 'http://127.0.0.1:1/' };
    await assay.database.reference(async (tx) => await acquireLease(tx, source, Date.now(), 600_000));

    const { code, stderr } = await run('sync', 'http://127.0.0.1:1');

    expect(code).toBe(1);
    expect(stderr).toMatch(/^Another process is importing "osv"[^\n]+\n$/);
  });

  it('rejects a database without all tables of this version', async () => {
    const url = await aDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('delete from kysely_migration where name = (select max(name) from kysely_migration)');
    await client.end();

    const { code, stderr } = await runAssay(['advisories', 'sync'], {
      folder,
      environment: { ASSAY_DATABASE_URL: url },
    });

    expect(code).toBe(1);
    expect(stderr).toContain('run "assay migrate"');
  });
});
