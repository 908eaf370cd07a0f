/**
 * The list of jobs. A job carries only its key: what is to be done is read from the tables when it runs, so that a lost,
 * doubled or late job does no harm. Each class of work has its own queue and its own worker slots.
 */

export interface JobPayloads {
  /** Somebody waits for it: an upload, or a wish. */
  'analyze-version': VersionKey;
  /** The same in the background, because the advisories or Assay itself have changed. It never takes a slot of the other. */
  'reanalyze-version': VersionKey;
  /** What becomes of an analysis whose last try has failed. */
  'give-up-analysis': VersionKey;
  /** Asks a model about the findings that an analysis has published. Answers from `freshSince` on are not asked for again. */
  'read-with-ai': VersionKey & { readonly analysisId: string; readonly freshSince?: string };
  /** What to do about the findings of a version, after they were published. */
  'plan-version': VersionKey;
  /** What becomes of the stage when the last try has failed. */
  'give-up-plan': VersionKey;
  'apply-snapshot': { readonly orgId: string };
  /** Without a source: all that are due. */
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

interface VersionKey {
  readonly orgId: string;
  readonly versionId: string;
}

export type JobName = keyof JobPayloads;
export type AnalysisJob = 'analyze-version' | 'reanalyze-version';

export interface JobPolicy {
  /** How many run at once in one process. */
  readonly slots: number;
  /** One organization alone never has the last slot: who comes next waits for one job at most. Of analyses they also take turns. */
  readonly fair?: true;
  /** Tries after the first one. */
  readonly retries: number;
  /** Takes over when the last try has failed. */
  readonly deadLetter?: JobName;
  /** How long it may take; a quarter of an hour where nothing is said. */
  readonly expireMinutes?: number;
  /** Cron expression, for jobs that nobody enqueues. */
  readonly schedule?: string;
}

/** A queue comes after the one that takes its dead letters, because it is made after it. */
export const JOBS: Readonly<Record<JobName, JobPolicy>> = {
  'give-up-analysis': { slots: 1, retries: 3 },
  // Twice the longest time that the largest document may take, see `threadWallTimeFactor`.
  'analyze-version': { slots: 4, fair: true, retries: 3, deadLetter: 'give-up-analysis', expireMinutes: 60 },
  'reanalyze-version': { slots: 3, fair: true, retries: 3, deadLetter: 'give-up-analysis', expireMinutes: 60 },
  'read-with-ai': { slots: 2, fair: true, retries: 3, expireMinutes: 240 },
  'give-up-plan': { slots: 1, retries: 3 },
  'plan-version': { slots: 2, fair: true, retries: 2, deadLetter: 'give-up-plan' },
  'apply-snapshot': { slots: 2, retries: 2, expireMinutes: 60 },
  'refresh-advisories': { slots: 1, retries: 2, schedule: '17 * * * *', expireMinutes: 120 },
  'remove-deleted': { slots: 1, retries: 2 },
  'delete-organization': { slots: 1, retries: 2, expireMinutes: 240 },
  'repair-sweep': { slots: 1, retries: 0, schedule: '* * * * *' },
  retention: { slots: 1, retries: 1, schedule: '41 3 * * *', expireMinutes: 240 },
};

/** `toSchedule(30)`: a cron expression for every so many minutes, which divide an hour or a day. */
export function toSchedule(intervalMinutes: number): string {
  if (intervalMinutes < 60) return `*/${intervalMinutes} * * * *`;
  const hours = Math.round(intervalMinutes / 60);
  return `17 ${hours === 1 ? '*' : `*/${hours}`} * * *`;
}
