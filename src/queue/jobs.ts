/**
 * The list of jobs. A job carries only its key and reads its work from the tables when it runs, so that a lost, duplicate or late
 * job does no harm. Each kind of work has its own queue and its own worker slots.
 */

export interface JobPayloads {
  /** An analysis that a user waits for, after an upload or on request. */
  'analyze-version': VersionKey;
  /**
   * An analysis in the background, after a change of the advisories or of Assay itself. It never takes a slot of
   * `analyze-version`.
   */
  'reanalyze-version': VersionKey;
  /** Marks an analysis as failed when the last try of its job has failed. */
  'close-failed-analysis': VersionKey;
  /** Asks a model about the findings that an analysis has published. Answers from `freshSince` on are reused. */
  'assess-version': VersionKey & { readonly analysisId: string; readonly freshSince?: string };
  /** Plans the upgrades for the findings of a version, after they were published. */
  'plan-version': VersionKey;
  /** Closes the plan stage when the last try has failed. */
  'close-failed-plan': VersionKey;
  'apply-snapshot': { readonly orgId: string };
  /** Without a source, refreshes all sources that are due. */
  'refresh-advisories': {
    readonly source?: string;
    readonly complete?: boolean;
    readonly acceptShrink?: boolean;
  };
  'remove-deleted': { readonly orgId: string };
  /** Resumes a deletion that a process left unfinished. */
  'delete-organization': { readonly orgId: string };
  'repair-sweep': Readonly<Record<string, never>>;
  retention: Readonly<Record<string, never>>;
}

export interface VersionKey {
  readonly orgId: string;
  readonly versionId: string;
}

export type JobName = keyof JobPayloads;
export type AnalysisJob = 'analyze-version' | 'reanalyze-version';

export interface JobPolicy {
  /** How many jobs run at once in one process. */
  readonly slots: number;
  /**
   * One organization never takes the last slot, so that a job of another organization waits for one job at most. Analyses also
   * take turns by organization.
   */
  readonly fair?: true;
  /**
   * How many jobs a slot takes at once and runs in parallel, with shared transactions. Such jobs are short, so that a job of
   * another organization waits for one batch at most even if one organization has all slots.
   */
  readonly batch?: number;
  /** Retries after the first try. */
  readonly retries: number;
  /** The queue that receives the job when the last try has failed. */
  readonly deadLetter?: JobName;
  /** Time limit; 15 minutes by default. */
  readonly expireMinutes?: number;
  /** Cron expression, for jobs that are not enqueued by code. */
  readonly schedule?: string;
}

/** A queue comes after its dead-letter queue, because queues are created in this order. */
export const JOBS: Readonly<Record<JobName, JobPolicy>> = {
  'close-failed-analysis': { slots: 1, retries: 3 },
  // Twice the maximum time for the largest document, see `threadWallTimeFactor`.
  'analyze-version': { slots: 4, fair: true, retries: 3, deadLetter: 'close-failed-analysis', expireMinutes: 60 },
  'reanalyze-version': {
    slots: 2,
    fair: true,
    batch: 20,
    retries: 3,
    deadLetter: 'close-failed-analysis',
    expireMinutes: 60,
  },
  // Almost all of the time is spent waiting for a model, so several services of an organization run side by side.
  'assess-version': { slots: 6, fair: true, retries: 3, expireMinutes: 240 },
  'close-failed-plan': { slots: 1, retries: 3 },
  'plan-version': { slots: 2, fair: true, retries: 2, deadLetter: 'close-failed-plan' },
  'apply-snapshot': { slots: 2, retries: 2, expireMinutes: 60 },
  'refresh-advisories': { slots: 1, retries: 2, schedule: '17 * * * *', expireMinutes: 120 },
  'remove-deleted': { slots: 1, retries: 2, expireMinutes: 240 },
  'delete-organization': { slots: 1, retries: 2, expireMinutes: 240 },
  'repair-sweep': { slots: 1, retries: 0, schedule: '* * * * *' },
  retention: { slots: 1, retries: 1, schedule: '41 3 * * *', expireMinutes: 240 },
};

/** Queues by their former names. Their jobs move to the queue with the current name when the database is migrated. */
export const RENAMED_JOBS: Readonly<Record<string, JobName>> = {
  'give-up-analysis': 'close-failed-analysis',
  'give-up-plan': 'close-failed-plan',
  'read-with-ai': 'assess-version',
};

/** Returns the cron expression for an interval in minutes, which must divide an hour or a day: `toSchedule(30)`. */
export function toSchedule(intervalMinutes: number): string {
  if (intervalMinutes < 60) return `*/${intervalMinutes} * * * *`;
  const hours = Math.round(intervalMinutes / 60);
  return `17 ${hours === 1 ? '*' : `*/${hours}`} * * *`;
}
