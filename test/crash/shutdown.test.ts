/** Graceful shutdown under load, and crashes of the database alone, which Assay survives. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPostmaster, signalProcess } from '../../src/postgres/data-folder/postmaster-file.ts';
import type { AssayProcess, Installation } from '../support/assay-process.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { anIncompressibleDocument, withNumber } from '../support/distinct-documents.ts';
import { listGroup, listServerProcesses, until } from '../support/server-processes.ts';
import { beginUpload } from '../support/slow-upload.ts';
import { upload, type UploadedDocument } from '../support/upload.ts';
import { findHalfWritten } from './find-half-written.ts';
import { hurryDeadJobs } from './hurry-dead-jobs.ts';
import { UploadLedger } from './upload-ledger.ts';

const TEMPLATE = anIncompressibleDocument(1_000_000);

let installation: Installation;
let assay: AssayProcess;
let url: string;

beforeEach(async () => {
  installation = await startedInstallation();
  assay = installation.launch();
  url = await assay.ready;
});

afterEach(async () => await installation.remove());

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const KILLS = [
  ['the postmaster', async () => await installation.killPostmaster()],
  ['a backend', async () => await killBackend()],
] as const;

describe.each(SIGNALS)('%s', (signal) => {
  it('finishes running uploads, then stops everything that was started', async () => {
    const documents = Array.from({ length: 8 }, (_, n) => documentOf(n));
    const slow = await Promise.all(documents.map((document) => beginUpload(url, installation.token, document)));

    const ended = assay.end(signal);
    await until(async () => await isClosed(url));
    const statuses = await Promise.all(slow.map(async (one) => await one.finish()));

    expect(statuses).toEqual(documents.map(() => 200));
    expect(await within(30_000, ended)).toEqual({ code: 0, signal: null });
    await expectNothingRuns();
    const again = await sendAllAgain(documents);
    expect(again.map((outcome) => outcome.kind === 'stored' && outcome.receipt.deduplicated)).toEqual(
      documents.map(() => true),
    );
  });
});

it('SIGTERM under full load responds with 200 only to stored uploads', async () => {
  const ledger = new UploadLedger(1, installation.token);
  const stopped = new AbortController();
  const uploading = ledger.uploadUntil(stopped.signal, url);
  await until(() => ledger.acknowledged.size >= 20);

  const exit = await within(30_000, assay.end('SIGTERM'));
  stopped.abort();
  await uploading;

  expect(exit).toEqual({ code: 0, signal: null });
  expect(ledger.surprises).toEqual([]);
  await expectNothingRuns();
  await expectAllStored(ledger);
});

it('SIGTERM does not wait for a client whose upload never ends', async () => {
  const slow = await beginUpload(url, installation.token, documentOf(1));
  const dripping = slow.drip(12_000);

  const exit = await within(30_000, assay.end('SIGTERM'));
  await dripping;

  expect(exit).toEqual({ code: 0, signal: null });
  await expectNothingRuns();
});

describe('when the database dies under load', () => {
  it.each(KILLS)('rejects or cuts off uploads until it is back: killing %s', async (_, kill) => {
    const ledger = new UploadLedger(2, installation.token);
    const stopped = new AbortController();
    const uploading = ledger.uploadUntil(stopped.signal, url);
    await until(() => ledger.acknowledged.size >= 10);

    await kill();
    // A response that is on its way to a client now may belong to an upload committed before the kill.
    await delay(1_000);
    const before = ledger.acknowledged.size;
    await within(
      15_000,
      until(() => ledger.acknowledged.size > before),
    );
    stopped.abort();
    await uploading;

    expect(ledger.surprises).toEqual([]);
    await ledger.settle(url);
    expect(await within(30_000, assay.end('SIGTERM'))).toEqual({ code: 0, signal: null });
    await expectAllStored(ledger);
  });
});

function documentOf(n: number): UploadedDocument {
  return { service: 'service', version: `version-${n}`, slot: 'slot', body: withNumber(TEMPLATE, n) };
}

/** Returns true when new connections are refused, or answered with 503 until the port is closed. */
async function isClosed(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/healthz`).catch(() => undefined);
  return answer === undefined || answer.status === 503;
}

async function expectNothingRuns(): Promise<void> {
  expect(await findPostmaster(join(installation.dataDir, 'pg'))).toBeUndefined();
  expect(existsSync(join(installation.dataDir, 'pg', 'postmaster.pid'))).toBe(false);
  expect(await listServerProcesses(installation.folder)).toEqual([]);
  expect(await listGroup(assay.pid)).toEqual([]);
}

async function sendAllAgain(documents: readonly UploadedDocument[]): Promise<Awaited<ReturnType<typeof upload>>[]> {
  const next = installation.launch();
  const address = await next.ready;
  return await Promise.all(documents.map((document) => upload(address, installation.token, document)));
}

/** Uses a new process, so that no result comes from memory. */
async function expectAllStored(ledger: UploadLedger): Promise<void> {
  const next = installation.launch();
  await ledger.settle(await next.ready);
  await until(async () => {
    await hurryDeadJobs(installation);
    return (await installation.ask(`select 1 from analysis where status <> 'completed'`)).length === 0;
  });
  const rows = await installation.ask<{ id: string }>('select id from sbom');
  const stored = new Set(rows.map((row) => row.id));

  expect([...ledger.acknowledged.values()].filter(({ id }) => !stored.has(id))).toEqual([]);
  expect(stored.size).toBe(ledger.sent);
  expect(await findHalfWritten(installation)).toEqual([]);
}

async function killBackend(): Promise<void> {
  const rows = await installation.ask<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'assay' limit 1`,
  );
  if (rows[0] === undefined) throw new Error('Assay has no connection to its database.');
  signalProcess(rows[0].pid, 'SIGKILL');
}

/** Returns the result of the promise, or fails when it takes longer than the given time. */
async function within<Result>(timeMs: number, promise: Promise<Result>): Promise<Result> {
  const late = delay(timeMs, undefined, { ref: false }).then(() => {
    throw new Error(`Not within ${timeMs} ms. Assay said:\n${assay.output()}`);
  });
  return await Promise.race([promise, late]);
}
