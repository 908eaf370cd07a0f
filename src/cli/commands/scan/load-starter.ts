/** Loads the bundled advisories into an empty database before a scan. */
import { starterSet } from '../../../feeds/starter.ts';
import { loadStarterSet } from '../../../pipeline/advisories/refresh-sources.ts';
import { openQueue } from '../../../queue/pg-boss-queue.ts';
import type { Database } from '../../../store/database.ts';
import { newId } from '../../../store/new-id.ts';
import { createThreadPool } from '../../../threads/pool/thread-pool.ts';
import { commandLog, logCommandProblem } from '../../terminal/command-log.ts';

const QUEUE_STOP_MS = 5_000;

export async function loadStarter(
  place: { readonly database: Database; readonly feedIntervalMs: number },
  url: string,
): Promise<void> {
  // The thread of the scan waits until the database is ready.
  const threads = createThreadPool({ count: 1, log: commandLog, documentBytesMax: 0 });
  const queue = await openQueue({ url, log: logCommandProblem });
  try {
    const deps = { ...place, threads, queue, now: Date.now, newId, onProgress: () => {}, crashPoint: () => {} };
    await loadStarterSet(deps, starterSet());
  } finally {
    await queue.stop(QUEUE_STOP_MS);
    await threads.close();
  }
}
