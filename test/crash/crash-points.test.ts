/**
 * The process kills itself at each named point of an upload and of its analysis. Before the commit nothing of the upload is
 * stored; after it the document is stored and analyzed once. A client that retries always ends with one document.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UPLOAD_CRASH_POINTS, type CrashPoint } from '../../src/pipeline/deps.ts';
import type { Installation } from '../support/assay-process.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { anIncompressibleDocument, withNumber } from '../support/distinct-documents.ts';
import { until } from '../support/server-processes.ts';
import { upload, type UploadedDocument } from '../support/upload.ts';
import { findHalfWritten } from './find-half-written.ts';
import { hurryDeadJobs } from './hurry-dead-jobs.ts';

const BEFORE_COMMIT: ReadonlySet<CrashPoint> = new Set([
  'headers-read',
  'body-half',
  'body-complete',
  'checks-passed',
  'blob-half',
  'before-commit',
]);
interface Case {
  readonly name: string;
  readonly point: CrashPoint;
  readonly how?: Pick<UploadedDocument, 'gzip' | 'chunked'>;
}

const ALL_CASES: readonly Case[] = [
  ...UPLOAD_CRASH_POINTS.map((point) => ({ name: point, point })),
  { name: 'body-half of a body in chunks', point: 'body-half', how: { chunked: true } },
  { name: 'body-half of a compressed body', point: 'body-half', how: { gzip: true } },
];
// Each case starts and kills two processes, so `npm test` runs one before the commit and one after it.
const CASES =
  process.env['ASSAY_TEST_ALL'] === '1'
    ? ALL_CASES
    : ALL_CASES.filter(({ point }) => point === 'before-commit' || point === 'after-commit');
/** Half of it already exceeds the memory of the spool, and it is stored in many chunks. */
const TEMPLATE = anIncompressibleDocument(18_000_000);

describe('when the process dies', () => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await startedInstallation();
  });

  afterAll(async () => await installation.remove());

  it.each(CASES)('at $name, the upload is stored completely or not at all', async (crash) => {
    const { point } = crash;
    const document = documentFor(crash);

    const { first, leftovers } = await uploadAndDie(installation, point, document);

    expect(leftovers).toEqual([]);
    const assay = installation.launch();
    const url = await assay.ready;
    const stored = await listStored(installation, document);
    expect(stored).toHaveLength(BEFORE_COMMIT.has(point) ? 0 : 1);
    if (BEFORE_COMMIT.has(point)) expect(await countRows(installation, document)).toBe(0);

    const again = await upload(url, installation.token, document);
    if (again.kind !== 'stored') throw new Error(`The second upload ended with ${JSON.stringify(again)}.`);
    expect(again.receipt.deduplicated).toBe(!BEFORE_COMMIT.has(point));
    if (stored[0] !== undefined) expect(again.receipt.id).toBe(stored[0]);
    if (first !== undefined) expect(again.receipt.id).toBe(first);
    await until(async () => {
      await hurryDeadJobs(installation);
      return await isAnalyzed(installation, again.receipt.versionId);
    });
    expect(await findHalfWritten(installation)).toEqual([]);
    await assay.end('SIGTERM');
  });

  it('analyzes nothing twice when the jobs of dead processes run again', async () => {
    const assay = installation.launch();
    await assay.ready;

    await until(async () => {
      await hurryDeadJobs(installation);
      return (await countOpenJobs(installation)) === 0;
    });

    const rows = await installation.ask<{ name: string; completed: number }>(
      `select v.name, count(e.id)::int as completed from service_version v left join event e
         on e.org_id = v.org_id and e.version_id = v.id and e.type = 'analysis.completed'
       group by v.id, v.name`,
    );
    expect(rows.toSorted(byName)).toEqual(
      CASES.map((crash) => ({ name: versionOf(crash), completed: 1 })).toSorted(byName),
    );
    await assay.end('SIGTERM');
  });
});

function documentFor(crash: Case): UploadedDocument {
  const body = withNumber(TEMPLATE, CASES.indexOf(crash));
  return { service: 'service', version: versionOf(crash), slot: 'slot', body, ...crash.how };
}

function versionOf({ name }: Case): string {
  return name.replaceAll(' ', '-');
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** The process reaches the points of the analysis after the response, which may or may not arrive before it dies. */
async function uploadAndDie(
  installation: Installation,
  point: CrashPoint,
  document: UploadedDocument,
): Promise<{ readonly first: string | undefined; readonly leftovers: readonly string[] }> {
  const assay = installation.launch({ environment: { ASSAY_TEST_HOOKS: '1', ASSAY_CRASH_AT: point } });
  const url = await assay.ready;
  const outcome = await upload(url, installation.token, document);
  const { signal } = await assay.exited;
  if (signal !== 'SIGKILL') throw new Error(`The process did not die at ${point}:\n${assay.output()}`);
  const leftovers = await readdir(join(installation.dataDir, 'spool'));
  return { first: outcome.kind === 'stored' ? outcome.receipt.id : undefined, leftovers };
}

async function listStored(installation: Installation, { version }: UploadedDocument): Promise<string[]> {
  const rows = await installation.ask<{ id: string }>(
    `select s.id from sbom s join service_version v on v.org_id = s.org_id and v.id = s.version_id where v.name = $1`,
    [version],
  );
  return rows.map((row) => row.id);
}

/** Counts the rows that an upload writes, in all tables. */
async function countRows(installation: Installation, { version }: UploadedDocument): Promise<number> {
  const rows = await installation.ask<{ count: number }>(
    `select (select count(*) from version_name where name = $1)::int
       + (select count(*) from service_version where name = $1)::int
       + (select count(*) from event where detail ->> 'name' = $1)::int as count`,
    [version],
  );
  return rows[0]?.count ?? 0;
}

async function isAnalyzed(installation: Installation, versionId: string): Promise<boolean> {
  const rows = await installation.ask(
    `select 1 from service_version v where v.id = $1 and v.analyzed_generation = v.generation`,
    [versionId],
  );
  return rows.length > 0;
}

async function countOpenJobs(installation: Installation): Promise<number> {
  const rows = await installation.ask<{ count: number }>(
    `select count(*)::int as count from pgboss.job
     where name = 'analyze-version' and state in ('created', 'retry', 'active')`,
  );
  return rows[0]?.count ?? 0;
}
