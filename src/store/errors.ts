import { defineError } from '../core/errors.ts';

export const DATABASE_UNAVAILABLE = defineError(
  'DATABASE_UNAVAILABLE',
  () => 'The database is unavailable. Nothing was changed. Retry in a few seconds.',
);

export const DATABASE_BUSY = defineError(
  'DATABASE_BUSY',
  () => 'The database is busy and did not respond in time. Nothing was changed. Retry in a few seconds.',
);

export const COMMIT_UNKNOWN = defineError(
  'COMMIT_UNKNOWN',
  () =>
    'The database connection was lost while the change was being saved, so the result is unknown. Retry: the same content is never stored twice.',
);

export const DATABASE_FULL = defineError(
  'DATABASE_FULL',
  () => 'The database has no disk space left. Nothing was changed. Retry after space has been freed.',
);

export const DATABASE_REFUSED = defineError<{ reason: string }>(
  'DATABASE_REFUSED',
  ({ reason }) =>
    `Cannot connect to the database: ${reason}. Check the server, database, role and password in ASSAY_DATABASE_URL. The role must own the database.`,
);

export const DATABASE_CONNECTIONS_EXHAUSTED = defineError<{ reason: string }>(
  'DATABASE_CONNECTIONS_EXHAUSTED',
  ({ reason }) =>
    `The database server has no free connections: ${reason}. Lower ASSAY_DATABASE_POOL_MAX of the processes that use it, or raise the connection limit of the server or the role.`,
);

export const DATABASE_VERSION_UNSUPPORTED = defineError<{ version: string }>(
  'DATABASE_VERSION_UNSUPPORTED',
  ({ version }) =>
    `Assay requires PostgreSQL 15 or newer, but the server in ASSAY_DATABASE_URL is PostgreSQL ${version}.`,
);

export const DATABASE_TOO_NEW = defineError<{ migration: string }>(
  'DATABASE_TOO_NEW',
  ({ migration }) =>
    `The database was migrated by a newer version of Assay: migration ${migration} is unknown to this version. Start that version, or restore a backup.`,
);

export const CITUS_NOT_READY = defineError<{ missing: string }>(
  'CITUS_NOT_READY',
  ({ missing }) => `Cannot distribute the tables over a Citus cluster, because the database lacks ${missing}.`,
);

export const BLOB_CORRUPT = defineError<{ sha256: string; problem: string }>(
  'BLOB_CORRUPT',
  ({ sha256, problem }) => `The stored document ${sha256} is corrupt: ${problem}. Upload it again.`,
);

export const OVERLOADED = defineError(
  'OVERLOADED',
  () => 'Too many uploads are in progress on this server. Nothing was stored. Retry in a few seconds.',
);

export const QUOTA_EXCEEDED = defineError<{
  used: string;
  limit: string;
  what: string;
  cure: string;
  variable: string;
}>(
  'QUOTA_EXCEEDED',
  ({ used, limit, what, cure, variable }) =>
    `Quota reached: this organization has ${used} of ${limit} ${what}. ${cure}, or ask the operator to raise the quota (${variable} or "assay quota set").`,
);
