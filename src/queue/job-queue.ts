/** The queue for background jobs, as an interface. Only `pg-boss-queue.ts` knows the library behind it. */
import type { OrgTx, ReferenceTx } from '../store/database.ts';
import type { AnalysisJob, JobName, JobPayloads } from './jobs.ts';

/** The outcome of a job whose retries are exhausted. */
export interface FailedJob {
  readonly tries: number;
  /** The error of the last try. Absent for a defect, which has no message for the user. */
  readonly failure?: { readonly code: string; readonly message: string };
  /** The worker exited or hung without reporting an error. */
  readonly lost: boolean;
}

/** The handler of a dead-letter queue also receives the outcome of the failed job. */
export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name], failed?: FailedJob) => Promise<void>;
export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> };

export interface QueueDepth {
  readonly name: JobName;
  readonly waiting: number;
  readonly oldestSeconds: number;
}

export interface JobQueue {
  /** Adds a job in the transaction that causes it, so that both become visible together or not at all. */
  enqueue<Name extends Exclude<JobName, AnalysisJob>>(
    tx: ReferenceTx,
    name: Name,
    payload: JobPayloads[Name],
  ): Promise<void>;
  /**
   * Adds an analysis job. Call it at the end of the transaction that causes it: organizations take turns, and taking a turn waits
   * for the organization's other transactions.
   */
  enqueueAnalysis(
    tx: OrgTx,
    name: AnalysisJob,
    job: { readonly id: string; readonly versionId: string },
  ): Promise<void>;
  /** Returns the given jobs that are waiting or running. */
  listActiveJobs(tx: ReferenceTx, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the organizations for which such a job is waiting or running. */
  listOrganizationsWithJob(
    tx: ReferenceTx,
    name: 'apply-snapshot' | 'remove-deleted' | 'delete-organization',
    orgIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** Returns the versions for which such a job is waiting or running. */
  listVersionsWithJob(
    tx: ReferenceTx,
    name: 'plan-version' | 'assess-version',
    versionIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** Starts the workers. A process that only serves requests never calls it. */
  work(handlers: JobHandlers): Promise<void>;
  /** Number of waiting jobs in all organizations; at most a few seconds old. */
  countWaiting(): Promise<number>;
  /** Returns the number of waiting jobs of every queue, and the age of the oldest. */
  listDepths(tx: ReferenceTx): Promise<readonly QueueDepth[]>;
  /** Age of the oldest upload that waits for its analysis, or 0 when none waits. At most some seconds old. */
  oldestUploadSeconds(): Promise<number>;
  isHealthy(): boolean;
  /** Stops the workers and gives running jobs this much time to finish. */
  stop(timeoutMs: number): Promise<void>;
}
