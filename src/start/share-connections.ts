/** Divides the database connections of a process among its pools, so that together they never exceed ASSAY_DATABASE_POOL_MAX. */
import type { Config } from '../config.ts';
import { COPY_CONNECTIONS_MAX } from '../store/database.ts';

export interface ConnectionShares {
  readonly web: number;
  readonly jobs: number;
  readonly analyses: number;
  readonly queue: number;
}

/** Listening for events and for jobs takes one connection each. */
const LISTENERS = 2;
const QUEUE_MAX = 3;
const JOBS_SHARE = 0.3;

export function shareConnections({
  databasePoolMax,
  role,
}: Pick<Config, 'databasePoolMax' | 'role'>): ConnectionShares {
  const queue = databasePoolMax < 16 ? QUEUE_MAX - 1 : QUEUE_MAX;
  const rest = databasePoolMax - LISTENERS - COPY_CONNECTIONS_MAX - queue;
  if (role === 'web') return { web: rest - 2, jobs: 1, analyses: 1, queue };
  if (role === 'worker') {
    const jobs = Math.floor((rest - 1) / 2);
    return { web: 1, jobs, analyses: rest - 1 - jobs, queue };
  }
  const each = Math.max(1, Math.floor(rest * JOBS_SHARE));
  return { web: rest - 2 * each, jobs: each, analyses: each, queue };
}
