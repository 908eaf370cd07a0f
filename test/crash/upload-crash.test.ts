/**
 * An acknowledged upload is durable: Assay and its database are killed repeatedly at random moments while clients upload.
 * Afterwards every upload that was answered with 200 is stored byte for byte and analyzed, and nothing is half-written. A killed
 * process leaves the page cache of the machine intact, so this proves nothing about a loss of power.
 *
 * ASSAY_CRASH_SEED repeats the choices of a run (not its timing). ASSAY_CRASH_ROUNDS sets the number of kills: 4 by default,
 * which keeps the whole test run short, 200 before a release.
 */
import { createHash, randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireSbom } from '../../src/api/contract/services/sbom.ts';
import type { WireVersion } from '../../src/api/contract/services/service.ts';
import type { AssayProcess, Installation } from '../support/assay-process.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { createRandom, type SeededRandom } from '../support/seeded-random.ts';
import { until } from '../support/server-processes.ts';
import { findHalfWritten } from './find-half-written.ts';
import { hurryDeadJobs } from './hurry-dead-jobs.ts';
import { UploadLedger, type Acknowledged } from './upload-ledger.ts';

const SEED = Number(process.env['ASSAY_CRASH_SEED'] ?? randomInt(2 ** 31));
const ROUNDS = Number(process.env['ASSAY_CRASH_ROUNDS'] ?? 4);
const TIMEOUT_MS = 15 * 60_000;

describe(`after ${ROUNDS} kills at random moments (seed ${SEED})`, () => {
  let installation: Installation;
  let ledger: UploadLedger;
  let url: string;

  beforeAll(async () => {
    installation = await startedInstallation();
    ledger = new UploadLedger(SEED, installation.token);
    await runRounds(installation, ledger);
    url = await installation.launch().ready;
    await ledger.settle(url);
    await until(async () => {
      await hurryDeadJobs(installation);
      return (await countUnfinished(installation)) === 0;
    });
  }, TIMEOUT_MS);

  afterAll(async () => await installation.remove(), TIMEOUT_MS);

  it('has answered every client with 200, 503 or a cut connection', () => {
    expect(ledger.surprises).toEqual([]);
  });

  it('lists every acknowledged upload under its version', { timeout: TIMEOUT_MS }, async () => {
    const versions = await listAllVersions(url, installation.token, ledger);

    const missing = await filterAsync([...ledger.acknowledged.values()], async ({ document, id }) => {
      if (!versions.has(`${document.service}/${document.version}`)) return true;
      const path = `/api/v2/service/${document.service}/version/${document.version}/sbom?limit=1000`;
      const listed = (await get(url, installation.token, path).then((answer) => answer.json())) as WireSbom[];
      return !listed.some((sbom) => sbom.id === id);
    });

    expect(missing).toEqual([]);
  });

  it('returns every acknowledged upload byte for byte', { timeout: TIMEOUT_MS }, async () => {
    const changed = await filterAsync([...ledger.acknowledged.values()], async ({ id, sha256 }) => {
      const answer = await get(url, installation.token, `/api/v2/sbom/${id}/raw`);
      const body = Buffer.from(await answer.arrayBuffer());
      return answer.status !== 200 || createHash('sha256').update(body).digest('hex') !== sha256;
    });

    expect(changed).toEqual([]);
  });

  it('has analyzed every acknowledged upload', { timeout: TIMEOUT_MS }, async () => {
    const waiting = await filterAsync([...ledger.acknowledged.values()], async ({ id }) => {
      const sbom = (await get(url, installation.token, `/api/v2/sbom/${id}`).then((answer) =>
        answer.json(),
      )) as WireSbom;
      const path = `/api/v2/analysis/${sbom.analysisId}`;
      const analysis = (await get(url, installation.token, path).then((answer) => answer.json())) as { status: string };
      return sbom.status !== 'analyzed' || analysis.status !== 'completed';
    });

    expect(waiting).toEqual([]);
    console.log(`figure: ${ROUNDS} kills, ${ledger.acknowledged.size} uploads acknowledged, 0 lost`);
  });

  it('has stored each document once, however often it was sent', async () => {
    const rows = await installation.ask<{ count: number }>('select count(*)::int as count from sbom');

    expect(rows).toEqual([{ count: ledger.sent }]);
    expect(ledger.acknowledged.size).toBe(ledger.sent);
  });

  it('has nothing half-written', async () => {
    expect(await findHalfWritten(installation)).toEqual([]);
    expect(await readdir(join(installation.dataDir, 'spool'))).toEqual([]);
  });
});

async function runRounds(installation: Installation, ledger: UploadLedger): Promise<void> {
  const random = createRandom(SEED);
  const readyMs: number[] = [];
  const begin = performance.now();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const assay = installation.launch();
    // The first start creates the database; other tests cover kills during it.
    const story =
      round > 1 && random.chance(0.1)
        ? await killWhileStarting(assay, random)
        : await killWhileUploading(installation, assay, ledger, { random, readyMs });
    console.log(`round ${round}/${ROUNDS}: ${story}`);
  }
  readyMs.sort((a, b) => a - b);
  console.log(
    `seed ${SEED}: ${ROUNDS} kills in ${seconds(performance.now() - begin)}, ${ledger.acknowledged.size} of ${ledger.sent} ` +
      `documents acknowledged so far; ready after ${seconds(readyMs[Math.floor(readyMs.length / 2)] ?? 0)} in the median, ` +
      `${seconds(readyMs.at(-1) ?? 0)} at most`,
  );
}

async function killWhileStarting(assay: AssayProcess, random: SeededRandom): Promise<string> {
  const afterMs = random.between(0, 1_500);
  await delay(afterMs);
  await assay.end('SIGKILL');
  return `killed ${afterMs} ms after its start`;
}

async function killWhileUploading(
  installation: Installation,
  assay: AssayProcess,
  ledger: UploadLedger,
  { random, readyMs }: { readonly random: SeededRandom; readonly readyMs: number[] },
): Promise<string> {
  const begin = performance.now();
  const url = await assay.ready;
  readyMs.push(performance.now() - begin);
  const before = ledger.acknowledged.size;
  const afterMs = random.between(100, 900);
  const ended = new AbortController();

  const uploading = ledger.uploadUntil(ended.signal, url);
  // A process that has just started is slow: in most rounds the timer starts with the first response.
  if (random.chance(0.7)) await until(() => ledger.acknowledged.size > before);
  await delay(afterMs);
  const victims = await killSome(installation, assay, random);
  ended.abort();
  await uploading;

  const acknowledged = ledger.acknowledged.size - before;
  return `ready after ${seconds(readyMs.at(-1) ?? 0)}, ${acknowledged} uploads acknowledged, killed ${victims}`;
}

/** The database stops cleanly when only Assay is killed, so in many rounds it is killed as well, before or after. */
async function killSome(installation: Installation, assay: AssayProcess, random: SeededRandom): Promise<string> {
  const choice = random.next();
  if (choice < 0.2) {
    await installation.killPostmaster();
    const pauseMs = random.between(0, 300);
    await delay(pauseMs);
    await assay.end('SIGKILL');
    return `the database and ${pauseMs} ms later Assay`;
  }
  await assay.end('SIGKILL');
  if (choice < 0.4 && (await installation.killPostmaster())) return 'Assay and then the database';
  return 'Assay';
}

async function countUnfinished(installation: Installation): Promise<number> {
  const rows = await installation.ask<{ count: number }>(
    `select count(*)::int as count from analysis where status in ('queued', 'running')`,
  );
  return rows[0]?.count ?? 0;
}

async function listAllVersions(url: string, token: string, ledger: UploadLedger): Promise<Set<string>> {
  const found = new Set<string>();
  const services = new Set([...ledger.acknowledged.values()].map(({ document }) => document.service));
  for (const service of services) {
    for (let offset = 0; ; offset += 1_000) {
      const answer = await get(url, token, `/service/${service}/version?limit=1000&offset=${offset}`);
      const page = (await answer.json()) as WireVersion[];
      for (const version of page) found.add(`${service}/${version.name}`);
      if (page.length < 1_000) break;
    }
  }
  return found;
}

async function get(url: string, token: string, path: string): Promise<Response> {
  return await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
}

/** Returns the documents for which the check is true. Runs eight checks at a time. */
async function filterAsync(
  items: readonly Acknowledged[],
  matches: (item: Acknowledged) => Promise<boolean>,
): Promise<Acknowledged[]> {
  const waiting = [...items];
  const found: Acknowledged[] = [];
  const ask = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (await matches(item)) found.push(item);
    }
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  return found;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
