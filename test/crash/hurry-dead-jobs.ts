/**
 * The queue takes a job for lost after 20 s without a heartbeat, and runs it again 5 s or more later. Nothing happens in that
 * time, so a test that waits for jobs of dead processes makes it short. The rest is left to the queue.
 */
import type { Installation } from '../support/assay-process.ts';

/** To be called again and again while something is waited for. */
export async function hurryDeadJobs(installation: Installation): Promise<void> {
  // Assay and its database end together: a heartbeat from before the start of the server has nobody who could go on with it.
  await installation.ask(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute'
     where state = 'active' and heartbeat_on < pg_postmaster_start_time()`,
  );
  await installation.ask(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`);
}
