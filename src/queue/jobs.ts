/**
 * The list of jobs. A job carries only its key: what is to be done is read from the tables when it runs, so that a lost,
 * doubled or late job does no harm. Each class of work has its own queue and its own worker slots.
 */

export interface JobPayloads {
  'analyze-version': { readonly orgId: string; readonly versionId: string };
  'apply-snapshot': { readonly orgId: string };
  /** Without a source: all that are due. */
  'refresh-advisories': {
    readonly source?: string;
    readonly complete?: boolean;
    readonly acceptShrink?: boolean;
  };
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
  /** How long it may take; a quarter of an hour where nothing is said. */
  readonly expireMinutes?: number;
  /** Cron expression, for jobs that nobody enqueues. */
  readonly schedule?: string;
}

export const JOBS: Readonly<Record<JobName, JobPolicy>> = {
  'analyze-version': { slots: 2, batch: 4, retries: 2 },
  'apply-snapshot': { slots: 1, batch: 1, retries: 2 },
  'refresh-advisories': { slots: 1, batch: 1, retries: 2, schedule: '17 * * * *', expireMinutes: 120 },
  'remove-deleted': { slots: 1, batch: 1, retries: 2 },
  'repair-sweep': { slots: 1, batch: 1, retries: 0, schedule: '* * * * *' },
};

/** `toSchedule(30)`: a cron expression for every so many minutes, which divide an hour or a day. */
export function toSchedule(intervalMinutes: number): string {
  if (intervalMinutes < 60) return `*/${intervalMinutes} * * * *`;
  const hours = Math.round(intervalMinutes / 60);
  return `17 ${hours === 1 ? '*' : `*/${hours}`} * * *`;
}
