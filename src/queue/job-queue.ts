/** What outlives a request. The few things Assay asks of a queue; only `pg-boss-queue.ts` knows which library does them. */
import type { OrgTx, ReferenceTx } from '../store/database.ts';
import type { AnalysisJob, JobName, JobPayloads } from './jobs.ts';

/** How the tries of a job ended that was given up. */
export interface GivenUp {
  readonly tries: number;
  /** Of the last one. Absent for what has no words for its sender: a defect. */
  readonly failure?: { readonly code: string; readonly message: string };
  /** The worker ended or stood still, and said nothing. */
  readonly lost: boolean;
}

/** Whoever takes over from a job that was given up is told how it ended. */
export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name], givenUp?: GivenUp) => Promise<void>;
export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> };

export interface QueueDepth {
  readonly name: JobName;
  readonly waiting: number;
  readonly oldestSeconds: number;
}

export interface JobQueue {
  /** In the transaction that causes the job: both become visible together, or neither does. */
  enqueue<Name extends Exclude<JobName, AnalysisJob>>(
    tx: ReferenceTx,
    name: Name,
    payload: JobPayloads[Name],
  ): Promise<void>;
  /** At the end of the transaction that causes it: organizations take turns, and wait here for their own jobs. */
  enqueueAnalysis(
    tx: OrgTx,
    name: AnalysisJob,
    job: { readonly id: string; readonly versionId: string },
  ): Promise<void>;
  /** Those of the given jobs that somebody will run, or runs. */
  findAlive(tx: ReferenceTx, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those of the organizations for which such a job waits or runs. */
  findOrganizationsServed(
    tx: ReferenceTx,
    name: 'apply-snapshot' | 'delete-organization',
    orgIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** Those of the versions for which such a job waits or runs. */
  findVersionsServed(
    tx: ReferenceTx,
    name: 'plan-version' | 'read-with-ai',
    versionIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** Begins to take jobs; a process that only serves requests never calls it. */
  work(handlers: JobHandlers): Promise<void>;
  /** Jobs that wait, in all organizations; a few seconds old at most. */
  waitingCount(): Promise<number>;
  /** Of every queue: how many jobs wait, and for how long the oldest of them. */
  listDepths(tx: ReferenceTx): Promise<readonly QueueDepth[]>;
  /** How long the oldest upload has been waiting for its analysis; 0 when none waits. Some seconds old at most. */
  oldestUploadSeconds(): Promise<number>;
  isHealthy(): boolean;
  /** Lets running jobs finish for as long as given. */
  stop(timeoutMs: number): Promise<void>;
}
