/** Runs uploads during an infrastructure problem, and returns the figures at the end. */
import type { AssayProcess, Installation } from '../support/assay-process.ts';
import { until } from '../support/server-processes.ts';
import type { UploadLedger } from './upload-ledger.ts';

export interface Figures {
  readonly acknowledged: number;
  readonly analyzed: number;
  readonly failed: number;
}

export interface UploadRun {
  readonly installation: Installation;
  readonly assay: AssayProcess;
  readonly url: string;
  readonly ledger: UploadLedger;
}

/** Uploads for as long as `trouble` takes, then waits until everything that was sent is acknowledged, and analyzed or failed. */
export async function runUploads(
  { installation, assay, url, ledger }: UploadRun,
  name: string,
  trouble: () => Promise<void>,
): Promise<Figures> {
  const ended = new AbortController();
  const uploading = ledger.uploadUntil(ended.signal, url);
  try {
    await trouble();
  } finally {
    ended.abort();
    await uploading;
  }
  await ledger.settle(url);
  await until(async () => {
    if (assay.output().includes('Stopping Assay')) throw new Error(`Assay ended:\n${assay.output().slice(-4_000)}`);
    await hurryRetries(installation);
    return (await countAnalyses(installation, ['queued', 'running'])) === 0;
  });
  const figures = {
    acknowledged: ledger.acknowledged.size,
    analyzed: await countSboms(installation, ledger, 'analyzed'),
    failed: await countAnalyses(installation, ['failed']),
  };
  console.log(
    `figure: ${name}: ${figures.acknowledged} acknowledged, ${figures.analyzed} analyzed, ${figures.failed} analyses failed`,
  );
  return figures;
}

/** Skips the pauses between attempts, so that counted attempts would be used up within seconds. */
export async function hurryRetries(installation: Installation): Promise<void> {
  await installation
    .ask(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`)
    // The test may have stopped the server on purpose.
    .catch(() => {});
}

async function countAnalyses(installation: Installation, statuses: readonly string[]): Promise<number> {
  const rows = await installation
    .ask<{ count: number }>('select count(*)::int as count from analysis where status = any($1)', [statuses])
    .catch(() => undefined);
  return rows?.[0]?.count ?? Infinity;
}

async function countSboms(installation: Installation, ledger: UploadLedger, status: string): Promise<number> {
  const ids = [...ledger.acknowledged.values()].map(({ id }) => id);
  const rows = await installation.ask<{ count: number }>(
    'select count(*)::int as count from sbom where id = any($1::uuid[]) and status = $2',
    [ids, status],
  );
  return rows[0]?.count ?? 0;
}
