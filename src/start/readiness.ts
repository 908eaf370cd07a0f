/**
 * Reports whether uploads are accepted and durable, and less severe problems. Requested often, so a result is cached for a
 * second.
 */
import type { Readiness, ReadinessProblem } from '../api/api-deps.ts';
import { readStorage } from '../api/http/limits/storage-guard.ts';
import { LIMITS } from '../core/limits.ts';
import { RELEASE_CALENDAR } from '../core/vocabulary/source.ts';
import { getDataState, listSourceOverviews, type SourceOverview } from '../pipeline/advisories/data-state.ts';
import type { PostgresState } from '../postgres/supervisor.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { Database } from '../store/database.ts';
import type { Spool } from '../store/portfolio/blobs/spool.ts';
import type { MigrationReport } from '../store/migrate.ts';

export interface ReadinessParts {
  readonly dataDir: string;
  readonly database: Database;
  readonly queue: JobQueue;
  readonly spool: Pick<Spool, 'bytesInUse'>;
  readonly spoolBytesMax: number;
  /** State of the embedded server; always `up` for an external one. */
  readonly postgresState: () => PostgresState;
  readonly migrations: string;
  readonly warnings: () => readonly string[];
}

const CACHE_MS = 1_000;
const DATABASE_TIMEOUT_MS = 3_000;
/** Fill ratio of the spool at which the largest upload hardly fits. */
const SPOOL_FULL_RATIO = 0.95;

export function createReadiness(parts: ReadinessParts): () => Promise<Readiness> {
  let asked: { readonly at: number; readonly answer: Promise<Readiness> } | undefined;
  let advisories: Readiness['advisories'] = { state: 'none', sources: [] };

  async function read(): Promise<Readiness> {
    const { database, queue, migrations } = parts;
    const warnings = parts.warnings();
    const isReachable = parts.postgresState() === 'up' && (await canReach(database));
    const problems: ReadinessProblem[] = [...(await findStorageProblems(parts)), ...findSpoolProblems(parts)];
    if (isReachable) {
      advisories = await getAdvisories(database).catch(() => advisories);
      problems.push(...(await findQueueProblems(queue).catch(() => [])), ...findDataProblems(advisories));
    } else {
      problems.push(describeDown(parts.postgresState()));
    }
    const isQueueUp = queue.isHealthy();
    if (!isQueueUp && isReachable) problems.push(QUEUE_DOWN);
    return { database: isReachable, queue: isQueueUp, migrations, advisories, problems, warnings };
  }

  return async () => {
    if (asked === undefined || performance.now() - asked.at > CACHE_MS) {
      asked = { at: performance.now(), answer: read() };
    }
    return await asked.answer;
  };
}

const QUEUE_DOWN: ReadinessProblem = {
  code: 'QUEUE_DOWN',
  message: 'The job queue cannot reach the database.',
  refusesUploads: true,
};

async function canReach(database: Database): Promise<boolean> {
  const patience = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => patience.resolve(false), DATABASE_TIMEOUT_MS);
  const reached = database.reference(async () => await Promise.resolve(true)).catch(() => false);
  try {
    return await Promise.race([reached, patience.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function describeDown(state: PostgresState): ReadinessProblem {
  if (state === 'full') {
    const message = 'The embedded database has stopped because the disk is full. It restarts when space is available.';
    return { code: 'DATABASE_FULL', message, refusesUploads: true };
  }
  const message =
    state === 'up' ? 'The database does not respond.' : 'The embedded database has stopped and is being restarted.';
  return { code: 'DATABASE_UNAVAILABLE', message, refusesUploads: true };
}

async function findStorageProblems({ dataDir }: ReadinessParts): Promise<ReadinessProblem[]> {
  const { state, freeBytes } = await readStorage(dataDir);
  if (state === 'ok') return [];
  const free = `${Math.floor(freeBytes / 2 ** 20)} MiB free on the disk of the data folder`;
  return state === 'full'
    ? [{ code: 'STORAGE_FULL', message: `Uploads are rejected: only ${free}.`, refusesUploads: true }]
    : [{ code: 'STORAGE_LOW', message: `The disk is nearly full: ${free}.`, refusesUploads: false }];
}

function findSpoolProblems({ spool, spoolBytesMax }: ReadinessParts): ReadinessProblem[] {
  if (spool.bytesInUse < SPOOL_FULL_RATIO * spoolBytesMax) return [];
  return [
    { code: 'OVERLOADED', message: 'Uploads are rejected: too many uploads are in progress.', refusesUploads: true },
  ];
}

async function findQueueProblems(queue: JobQueue): Promise<ReadinessProblem[]> {
  const problems: ReadinessProblem[] = [];
  if ((await queue.countWaiting()) >= LIMITS.queuedAnalysesPerDatabaseMax) {
    const message = 'Uploads are rejected: too many analyses are waiting.';
    problems.push({ code: 'SERVER_QUEUE_FULL', message, refusesUploads: true });
  }
  const minutes = Math.floor((await queue.oldestUploadSeconds()) / 60);
  if (minutes >= LIMITS.queueAgeMinutesMax) {
    const message = `The oldest upload has been waiting for its analysis for ${minutes} minutes.`;
    problems.push({ code: 'QUEUE_OLD', message, refusesUploads: false });
  }
  return problems;
}

function findDataProblems({ state, sources }: Readiness['advisories']): ReadinessProblem[] {
  const missing = sources.filter((source) => source.state === 'failed' && source.ageSeconds === null);
  if (missing.length > 0) {
    const message = `Advisory sources without a successful sync: ${missing.map(({ name }) => name).join(', ')}.`;
    return [{ code: 'ADVISORIES_MISSING', message, refusesUploads: false }];
  }
  if (state !== 'stale') return [];
  const named = sources.flatMap(({ name, staleText }) => (staleText === null ? [] : [`${name}: ${staleText}`]));
  const message = `Outdated advisory sources. ${named.join(' ')}`.trimEnd();
  return [{ code: 'ADVISORIES_STALE', message, refusesUploads: false }];
}

async function getAdvisories(database: Database): Promise<Readiness['advisories']> {
  const { state } = await getDataState(database);
  const sources = await listUsedSources(database);
  return {
    state,
    sources: sources.map(({ name, state, ageSeconds, staleness }) => ({
      name,
      state,
      ageSeconds,
      staleText: staleness?.text ?? null,
    })),
  };
}

/** Returns the sources that are fetched, or that had data before they were disabled. The dates of releases are part of Assay. */
export async function listUsedSources(database: Database): Promise<SourceOverview[]> {
  const sources = await listSourceOverviews(database, Date.now());
  return sources.filter(({ name, enabled, records }) => name !== RELEASE_CALENDAR && (enabled || records > 0));
}

export function listServerWarnings({ server }: MigrationReport): string[] {
  const warnings = [];
  if (!server.rowSecurityBinds) {
    warnings.push(
      'The database role bypasses row-level security, the second barrier between organizations. Use a role that owns the database and is neither a superuser nor has BYPASSRLS.',
    );
  }
  for (const setting of server.weakSettings) {
    warnings.push(
      `The database setting ${setting} is off: an acknowledged upload can be lost if the machine fails. Turn it on in the server configuration.`,
    );
  }
  return warnings;
}
