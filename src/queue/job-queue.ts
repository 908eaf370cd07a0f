/** What outlives a request. The five things Assay asks of a queue; only `pg-boss-queue.ts` knows which library does them. */
import type { ReferenceTx } from '../store/database.ts';
import type { JobName, JobPayloads } from './jobs.ts';

export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name]) => Promise<void>;
export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> };

export interface JobQueue {
  /** In the transaction that causes the job: both become visible together, or neither does. */
  enqueue<Name extends JobName>(tx: ReferenceTx, name: Name, payload: JobPayloads[Name]): Promise<void>;
  /** Begins to take jobs; a process that only serves requests never calls it. */
  work(handlers: JobHandlers): Promise<void>;
  /** Jobs that wait, in all organizations; a few seconds old at most. */
  waitingCount(): Promise<number>;
  isHealthy(): boolean;
  /** Lets running jobs finish for as long as given. */
  stop(timeoutMs: number): Promise<void>;
}
