/**
 * The disk of the data folder stays full for longer than the normal restarts of the embedded server take: it stops with a PANIC,
 * and no start succeeds until there is space. The Assay process waits, reports it in `/readyz`, and continues by itself: every
 * acknowledged upload is analyzed. Needs permission to mount a file system of a limited size; skipped without it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rename, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireReadiness } from '../../src/api/contract/health.ts';
import type { AssayProcess, Installation } from '../support/assay-process.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { until } from '../support/server-processes.ts';
import { UploadLedger } from './upload-ledger.ts';
import { runUploads } from './upload-run.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 10 * 60_000;
/** Uploads are rejected below 1 GiB of free space, so the disk has to be larger. */
const DISK_SIZE = '1700M';
/** Longer than the five restarts after 1, 2, 4, 8 and 16 s take. */
const FULL_MS = 40_000;

const scratch = await mkdtemp(join(tmpdir(), 'assay-disk-'));
const image = join(scratch, 'image');

async function canMount(): Promise<boolean> {
  try {
    await run('truncate', ['-s', DISK_SIZE, image]);
    await run('mkfs.ext4', ['-q', '-m', '0', image]);
    const place = await mkdtemp(join(scratch, 'try-'));
    await run('mount', ['-o', 'loop', image, place]);
    await run('umount', [place]);
    return true;
  } catch (error) {
    console.log(`The test with a full disk is skipped: no file system can be mounted here (${String(error)}).`);
    return false;
  }
}

const isPossible = await canMount();

describe.skipIf(!isPossible)('a full disk', { timeout: TIMEOUT_MS }, () => {
  let installation: Installation;
  let assay: AssayProcess;

  beforeAll(async () => {
    installation = await startedInstallation();
    const { dataDir } = installation;
    await rename(dataDir, `${dataDir}.copy`);
    await run('mkdir', [dataDir]);
    await run('mount', ['-o', 'loop', image, dataDir]);
    await run('cp', ['-a', `${dataDir}.copy/.`, dataDir]);
    assay = installation.launch();
  }, TIMEOUT_MS);

  afterAll(async () => {
    await assay.end('SIGTERM');
    await run('umount', [installation.dataDir]);
    await installation.remove();
    await rm(scratch, { recursive: true, force: true });
  }, TIMEOUT_MS);

  it('is reported by /readyz, and no acknowledged upload is lost once there is space again', async () => {
    const url = await assay.ready;
    const ledger = new UploadLedger(1, installation.token);
    const ballast = join(installation.dataDir, 'ballast');
    const answers: { status: number; codes: string[] }[] = [];

    const figures = await runUploads({ installation, assay, url, ledger }, 'full disk', async () => {
      await until(() => ledger.acknowledged.size >= 40);
      await fill(ballast, installation.dataDir);
      await until(async () => await breakServer(installation));
      const fullUntil = Date.now() + FULL_MS;
      while (Date.now() < fullUntil) {
        answers.push(await askReadiness(url));
        await delay(1_000);
      }
      await rm(ballast);
      await until(async () => (await askReadiness(url)).status === 200);
    });

    expect(figures).toEqual({ acknowledged: ledger.sent, analyzed: ledger.sent, failed: 0 });
    expect(ledger.surprises).toEqual([]);
    expect(answers.every(({ status }) => status === 503)).toBe(true);
    const codes = new Set(answers.flatMap((answer) => answer.codes));
    expect(codes).toContain('STORAGE_FULL');
    expect(codes).toContain('DATABASE_FULL');
    expect(assay.output()).toContain('No space left on device');
  });
});

async function fill(file: string, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const reserve = 4 * 2 ** 20;
  await run('fallocate', ['-l', String(bavail * bsize - reserve), file]);
  const handle = await open(file, 'a');
  try {
    for (;;) await handle.write(Buffer.alloc(4_096, 1));
  } catch {
    // The disk is full now.
  } finally {
    await handle.close();
  }
}

/** Uses up the WAL files that the server has in reserve. Returns true when the server has stopped. */
async function breakServer(installation: Installation): Promise<boolean> {
  return await installation
    .ask(`select pg_switch_wal(), pg_logical_emit_message(true, 'test', repeat('x', 1000000))`)
    .then(
      () => false,
      () => true,
    );
}

async function askReadiness(url: string): Promise<{ status: number; codes: string[] }> {
  const response = await fetch(`${url}/readyz`);
  const { problems } = (await response.json()) as WireReadiness;
  return { status: response.status, codes: problems.map(({ code }) => code) };
}
