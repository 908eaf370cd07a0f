/**
 * The process kills itself at each named point of an advisory refresh. A download is merged completely or not at all, no
 * previously loaded record is lost, and the next run reaches the state that this one would have reached.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFRESH_CRASH_POINTS, type CrashPoint } from '../../src/pipeline/deps.ts';
import { anAffected, anOsvRecord } from '../support/advisories.ts';
import type { AssayProcess, Installation } from '../support/assay-process.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { startOsvBucket, type OsvBucket } from '../support/osv-bucket.ts';
import type { ExportRecord } from '../support/osv-mirror.ts';
import { until } from '../support/server-processes.ts';

const COUNT = 40;
const START = Date.parse('2026-01-01T00:00:00Z');

/** All records of a state have the same fixed version, and share an alias that changes with it. */
function aState(n: number): ExportRecord[] {
  return Array.from({ length: COUNT }, (_, index) =>
    anOsvRecord({
      id: `GHSA-aaaa-bbbb-${String(index).padStart(4, '0')}`,
      modified: new Date(START + n * 60_000).toISOString(),
      aliases: [`CVE-${2000 + n}-${1000 + Math.floor(index / 2)}`],
      affected: [anAffected({ name: `package-${index}`, events: [{ introduced: '0' }, { fixed: `${n}.0.0` }] })],
    }),
  );
}

let installation: Installation;
let bucket: OsvBucket;
let state = 1;
beforeAll(async () => {
  bucket = await startOsvBucket({ directories: { npm: aState(state) } });
  installation = await startedInstallation();
  await follow();
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

/** Runs Assay until the newest state is loaded. */
async function follow(): Promise<void> {
  const assay = launch();
  await assay.ready;
  await until(async () => (await readFixes()).join() === `${state}.0.0` && (await isReady()) && (await isTold()));
  await assay.end('SIGTERM');
}

async function isReady(): Promise<boolean> {
  const rows = await installation.ask<{ state: string }>(`select state from advisory_source where name = 'osv'`);
  return rows[0]?.state === 'ready';
}

/** Returns true when organizations were notified of the newest data. */
async function isTold(): Promise<boolean> {
  const rows = await installation.ask('select 1 from advisory_clock where announced_snapshot = snapshot');
  return rows.length === 1;
}

/** Returns the distinct fixed versions: a single one if all records belong to one state. */
async function readFixes(): Promise<string[]> {
  const rows = await installation.ask<{ fixed: string }>(
    `select distinct entry->'windows'->0->>'fixed' as fixed from affected_entry where source = 'osv' order by 1`,
  );
  return rows.map(({ fixed }) => fixed);
}

async function findContradictions(): Promise<object[]> {
  return await installation.ask(
    `select r.id from advisory_record r left join alias a on a.id = r.id
     where r.source = 'osv' and (a.id is null or r.group_ids <> array[a.group_id]
       or not exists (select from affected_entry e join package_key k on k.key = e.package_key
         where e.source = r.source and e.record_id = r.id and k.revision >= r.snapshot))`,
  );
}

describe('when the process dies', () => {
  it.each(REFRESH_CRASH_POINTS.map((point) => [point]))(
    'at %s, the directory is in the old or the new state, and the next run succeeds',
    async (point: CrashPoint) => {
      const before = state;
      state += 1;
      bucket.set('npm', aState(state));
      const dying = launch({ ASSAY_TEST_HOOKS: '1', ASSAY_CRASH_AT: point });
      await dying.ready.catch(() => {});
      expect((await dying.exited).signal).toBe('SIGKILL');

      const looking = launch({ ASSAY_ADVISORY_SYNC: 'manual' });
      await looking.ready;
      expect(await readFixes()).toEqual([point === 'advisories-merged' ? `${state}.0.0` : `${before}.0.0`]);
      expect(await findContradictions()).toEqual([]);
      // The lease of the dead process would expire by itself, but later.
      await installation.ask(`update advisory_source set lease_until = null`);
      await looking.end('SIGTERM');

      await follow();
      const final = launch({ ASSAY_ADVISORY_SYNC: 'manual' });
      await final.ready;
      expect(await findContradictions()).toEqual([]);
      expect(await installation.ask('select 1 from staged_record')).toEqual([]);
      await final.end('SIGTERM');
    },
  );
});
