/**
 * Shortens the waits of the queue, which considers a job lost after 20 s without a heartbeat and runs it again 5 s or more later.
 * Nothing happens in that time, so tests that wait for jobs of dead processes skip it. The rest is left to the queue.
 */
import type { Installation } from '../support/assay-process.ts';

/** Call it repeatedly while waiting for a condition. */
export async function hurryDeadJobs(installation: Installation): Promise<void> {
  // Assay and its database stop together: a heartbeat from before the start of the server belongs to a dead process.
  await installation.ask(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'
     where state = 'active' and heartbeat_on < pg_postmaster_start_time()`,
  );
  await installation.ask(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`);
}
