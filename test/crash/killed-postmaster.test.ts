/**
 * Kills the embedded database server repeatedly at random moments while clients upload. The Assay process keeps running and
 * restarts the server each time, and every acknowledged upload is analyzed in the end.
 *
 * ASSAY_CRASH_SEED repeats the choices of a run, ASSAY_CRASH_KILLS sets the number of kills.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { Installation } from '../support/assay-process.ts';
import { createRandom } from '../support/seeded-random.ts';
import { startedInstallation } from '../support/started-installation.ts';
import { until } from '../support/server-processes.ts';
import { findHalfWritten } from './find-half-written.ts';
import { UploadLedger } from './upload-ledger.ts';
import { hurryRetries, runUploads } from './upload-run.ts';

const SEED = Number(process.env['ASSAY_CRASH_SEED'] ?? randomInt(2 ** 31));
const KILLS = Number(process.env['ASSAY_CRASH_KILLS'] ?? 8);
const TIMEOUT_MS = 15 * 60_000;

let installation: Installation;
afterAll(async () => await installation.remove(), TIMEOUT_MS);

it(
  `survives ${KILLS} kills of the postmaster under load (seed ${SEED}) and analyzes every acknowledged upload`,
  { timeout: TIMEOUT_MS },
  async () => {
    installation = await startedInstallation();
    const assay = installation.launch();
    const url = await assay.ready;
    const ledger = new UploadLedger(SEED, installation.token);
    const random = createRandom(SEED);
    let hasEnded = false;
    void assay.exited.then(() => (hasEnded = true));

    const figures = await runUploads(
      { installation, assay, url, ledger },
      `${KILLS} kills of the postmaster (seed ${SEED})`,
      async () => {
        for (let kill = 1; kill <= KILLS; kill += 1) {
          const before = ledger.acknowledged.size;
          // In most rounds uploads succeed again before the next kill; in the others the kill may hit the restart itself.
          if (random.chance(0.7)) {
            await until(async () => {
              await hurryRetries(installation);
              return ledger.acknowledged.size > before || hasEnded;
            });
          }
          await delay(random.between(0, 1_500));
          await installation.killPostmaster();
          if (hasEnded) throw new Error(`Assay ended:\n${assay.output().slice(-4_000)}`);
        }
      },
    );

    expect(hasEnded).toBe(false);
    expect(figures).toEqual({ acknowledged: ledger.sent, analyzed: ledger.sent, failed: 0 });
    expect(ledger.surprises).toEqual([]);
    expect(await findHalfWritten(installation)).toEqual([]);
  },
);
