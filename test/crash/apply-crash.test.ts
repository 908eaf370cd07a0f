/**
 * Kills the process while new advisories are applied to the affected versions. Completed work is not repeated, the next process
 * does the rest, and no event is published twice.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLY_CRASH_POINTS, type CrashPoint } from '../../src/pipeline/deps.ts';
import { anAffected, anOsvRecord } from '../support/advisories.ts';
import type { AssayProcess, Installation } from '../support/assay-process.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { startOsvBucket, type OsvBucket } from '../support/osv-bucket.ts';
import type { ExportRecord } from '../support/osv-mirror.ts';
import { until } from '../support/server-processes.ts';
import { upload } from '../support/upload.ts';
import { findHalfWritten } from './find-half-written.ts';
import { hurryDeadJobs } from './hurry-dead-jobs.ts';

const VERSIONS = 3;
const FILLERS = Array.from({ length: 60 }, (_, n) =>
  anOsvRecord({ id: `GSD-2024-${1_000 + n}`, affected: [anAffected({ name: `filler-${n}` })] }),
);
const records: ExportRecord[] = [...FILLERS];

let installation: Installation;
let bucket: OsvBucket;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: records } });
  installation = await startedInstallation();
  const assay = launch();
  const url = await assay.ready;
  await until(isSettled);
  for (let n = 0; n < VERSIONS; n += 1) {
    const target = { service: 'svc', version: `${n}`, slot: 'main', body: aDocument(n) };
    const { kind } = await upload(url, installation.token, target);
    if (kind !== 'stored') throw new Error(`The version was not stored: ${kind}.`);
  }
  await until(isSettled);
  await assay.end('SIGTERM');
});
afterAll(async () => {
  await installation.remove();
  await bucket.stop();
});

function launch(environment: Readonly<Record<string, string>> = {}): AssayProcess {
  return installation.launch({
    environment: { ASSAY_OSV_URL: bucket.url, ASSAY_ADVISORY_ECOSYSTEMS: 'npm', ...environment },
  });
}

/** The last version does not contain the packages that the advisories affect. */
function aDocument(n: number): Buffer {
  const names = n === VERSIONS - 1 ? ['quiet'] : ['shared', `own-${n}`];
  const components = names.map((name) => ({ type: 'library', name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0` }));
  return Buffer.from(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }));
}

async function isSettled(): Promise<boolean> {
  const rows = await installation.ask(
    `select 1 from advisory_source where name = 'osv' and state = 'ready' and records = $1`,
    [records.length],
  );
  return rows.length > 0 && (await isApplied());
}

async function isApplied(): Promise<boolean> {
  await hurryDeadJobs(installation);
  const open = await installation.ask(
    `select 1 from analysis where finished_at is null
     union all select 1 from organization where applied_snapshot < (select snapshot from advisory_clock)`,
  );
  return open.length === 0;
}

async function listTold(id: string): Promise<string[]> {
  const rows = await installation.ask<{ line: string }>(
    `select concat_ws(' ', v.name, e.type, e.cause) as line from event e join service_version v on v.id = e.version_id
     where e.detail->>'vulnerability' = $1 order by 1`,
    [id],
  );
  return rows.map(({ line }) => line);
}

describe('when the process dies', () => {
  it.each(APPLY_CRASH_POINTS.map((point, n) => [point, n] as const))(
    'at %s, the next process updates every affected version exactly once',
    async (point: CrashPoint, n: number) => {
      const id = `CVE-2024-${1_000 + n}`;
      records.push(
        anOsvRecord({ id, affected: [anAffected({ name: 'shared' })], modified: `2026-02-0${n + 1}T00:00:00Z` }),
      );
      bucket.set('npm', records);
      const dying = launch({ ASSAY_TEST_HOOKS: '1', ASSAY_CRASH_AT: point });
      await dying.ready.catch(() => {});
      expect((await dying.exited).signal).toBe('SIGKILL');

      // The source is not downloaded again: the merged records are stored, and their job is retried.
      const next = launch({ ASSAY_ADVISORY_SYNC: 'manual' });
      await next.ready;
      await until(isApplied);
      expect(await listTold(id)).toEqual(['0', '1'].map((name) => `${name} finding.introduced advisory`));
      expect(await findHalfWritten(installation)).toEqual([]);
      const [quiet] = await installation.ask<{ count: number }>(
        `select count(*)::int as count from analysis a join service_version v on v.id = a.version_id where v.name = '2'`,
      );
      expect(quiet?.count).toBe(1);
      await next.end('SIGTERM');
    },
  );
});
