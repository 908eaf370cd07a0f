/**
 * The list of jobs. A job carries only its key: what is to be done is read from the tables when it runs, so that a lost,
 * doubled or late job does no harm. Each class of work has its own queue and its own worker slots.
 */

export interface JobPayloads {
  'analyze-version': { readonly orgId: string; readonly versionId: string };
  'remove-deleted': { readonly orgId: string };
  'repair-sweep': Readonly<Record<string, never>>;
}

export type JobName = keyof JobPayloads;

export interface JobPolicy {
  /** How many run at once in one process. */
  readonly slots: number;
  /** How many a slot takes from the queue at a time. */
  readonly batch: number;
  /** Tries after the first one. */
  readonly retries: number;
  /** Cron expression, for jobs that nobody enqueues. */
  readonly schedule?: string;
}

export const JOBS: Readonly<Record<JobName, JobPolicy>> = {
  'analyze-version': { slots: 2, batch: 4, retries: 2 },
  'remove-deleted': { slots: 1, batch: 1, retries: 2 },
  'repair-sweep': { slots: 1, batch: 1, retries: 0, schedule: '* * * * *' },
};
