import { defineError } from '../core/errors.ts';

export const DATABASE_UNAVAILABLE = defineError(
  'DATABASE_UNAVAILABLE',
  () => 'The database cannot be reached right now. Nothing was changed. Retry in a few seconds.',
);

export const DATABASE_BUSY = defineError(
  'DATABASE_BUSY',
  () => 'The database did not answer in time because it is busy. Nothing was changed. Retry in a few seconds.',
);

export const COMMIT_UNKNOWN = defineError(
  'COMMIT_UNKNOWN',
  () =>
    'The connection to the database was lost while the change was being saved, so its outcome is not known. Retry: the same content is never stored twice.',
);

export const DATABASE_FULL = defineError(
  'DATABASE_FULL',
  () => 'The database has no space left. Nothing was changed. Retry when there is space again.',
);

export const DATABASE_REFUSED = defineError<{ reason: string }>(
  'DATABASE_REFUSED',
  ({ reason }) =>
    `The database cannot be used: ${reason}. Check that ASSAY_DATABASE_URL names the server, the database, a role that owns it, and its password.`,
);

export const DATABASE_CONNECTIONS_EXHAUSTED = defineError<{ reason: string }>(
  'DATABASE_CONNECTIONS_EXHAUSTED',
  ({ reason }) =>
    `The database server refuses another connection: ${reason}. Lower ASSAY_DATABASE_POOL_MAX of the processes that use it, or raise the limit of the server or the role.`,
);

export const DATABASE_VERSION_UNSUPPORTED = defineError<{ version: string }>(
  'DATABASE_VERSION_UNSUPPORTED',
  ({ version }) => `ASSAY_DATABASE_URL names a PostgreSQL ${version} server; Assay needs PostgreSQL 15 or newer.`,
);

export const DATABASE_TOO_NEW = defineError<{ migration: string }>(
  'DATABASE_TOO_NEW',
  ({ migration }) =>
    `The database was used by a newer Assay: it has migration ${migration}, which this version does not know. Start that version, or restore a backup.`,
);

export const BLOB_CORRUPT = defineError<{ sha256: string; problem: string }>(
  'BLOB_CORRUPT',
  ({ sha256, problem }) => `The stored bytes of ${sha256} cannot be read: ${problem}. Upload the document again.`,
);

export const OVERLOADED = defineError(
  'OVERLOADED',
  () => 'Too many uploads are in flight on this server. Nothing was stored; send the request again in a few seconds.',
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
