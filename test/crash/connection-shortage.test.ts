/**
 * Temporary database problems: a role without free connections, and locks that are held too long. However long they last, they
 * use up no attempt of a job: every acknowledged upload is analyzed in the end, and no analysis fails.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssayProcess, Installation } from '../support/assay-process.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { until } from '../support/server-processes.ts';
import { UploadLedger } from './upload-ledger.ts';
import { hurryRetries, runUploads, type UploadRun } from './upload-run.ts';

const TIMEOUT_MS = 5 * 60_000;
const TROUBLE_MS = 15_000;

let installation: Installation;
let assay: AssayProcess;
let run: UploadRun;

beforeAll(async () => {
  installation = await startedInstallation();
  assay = installation.launch();
  run = { installation, assay, url: await assay.ready, ledger: new UploadLedger(1, installation.token) };
}, TIMEOUT_MS);
afterAll(async () => await installation.remove(), TIMEOUT_MS);

async function hurryFor(ms: number): Promise<void> {
  const endsAt = Date.now() + ms;
  while (Date.now() < endsAt) {
    await hurryRetries(installation);
    await delay(200);
  }
}

describe('every acknowledged upload is analyzed', { timeout: TIMEOUT_MS }, () => {
  it('when the role has no connections left for a while', async () => {
    const figures = await runUploads(run, 'connection shortage', async () => {
      await until(() => run.ledger.acknowledged.size >= 60);
      await installation.ask('alter role assay connection limit 2');
      await installation.ask(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'assay'`);
      await hurryFor(TROUBLE_MS);
      await installation.ask('alter role assay connection limit -1');
    });

    expect(figures).toEqual({ acknowledged: run.ledger.sent, analyzed: run.ledger.sent, failed: 0 });
    expect(run.ledger.surprises).toEqual([]);
    expect(assay.output()).toContain('too many connections for role');
  });

  it('when tables are locked for longer than the lock timeout', async () => {
    const before = run.ledger.acknowledged.size;
    const figures = await runUploads(run, 'lock time-outs', async () => {
      await until(() => run.ledger.acknowledged.size >= before + 60);
      const client = new pg.Client({ connectionString: await installation.databaseUrl() });
      await client.connect();
      await client.query('begin; lock table analysis, component_match in access exclusive mode');
      await hurryFor(TROUBLE_MS + 10_000);
      await client.end();
    });

    expect(figures).toEqual({ acknowledged: run.ledger.sent, analyzed: run.ledger.sent, failed: 0 });
    expect(run.ledger.surprises).toEqual([]);
  });
});
