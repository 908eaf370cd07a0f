/** Errors between the data folder and a running database. Each says what to do next. */
import { defineError, quote } from '../core/errors.ts';

export const DATA_FOLDER_UNUSABLE = defineError<{ dataDir: string; reason: string }>(
  'DATA_FOLDER_UNUSABLE',
  ({ dataDir, reason }) =>
    `Cannot write to the data folder ${quote(dataDir)} (${reason}). Set ASSAY_DATA_DIR to a folder that the user running Assay owns, or set ASSAY_DATABASE_URL.`,
);

export const DATA_FOLDER_IN_USE = defineError<{ pid: number }>(
  'DATA_FOLDER_IN_USE',
  ({ pid }) => `Another Assay process uses this data folder (pid ${pid}). Stop it first, or use another data folder.`,
);

export const CLUSTER_UNREADABLE = defineError<{ cluster: string }>(
  'CLUSTER_UNREADABLE',
  ({ cluster }) =>
    `${quote(cluster)} is not a PostgreSQL cluster: it contains files but no readable PG_VERSION. Restore the folder from a backup, or move it away to start with an empty database.`,
);

export const CLUSTER_VERSION_DIFFERS = defineError<{ cluster: string; found: readonly string[] }>(
  'CLUSTER_VERSION_DIFFERS',
  ({ cluster, found }) =>
    `The data folder was created by PostgreSQL ${cluster}, but the installed binaries are ${found.join(', ')}. ` +
    `Set ASSAY_PG_BIN to the PostgreSQL ${cluster} binaries and run "assay backup"; then unset it and run "assay restore" with an empty data folder.`,
);

export const CLUSTER_NOT_CREATED = defineError<{ reason: string }>(
  'CLUSTER_NOT_CREATED',
  ({ reason }) => `Creating the database failed: ${quote(reason)}. The next start tries again.`,
);

export const POSTGRES_NOT_FOUND = defineError<{ reasons: readonly string[] }>('POSTGRES_NOT_FOUND', ({ reasons }) =>
  [
    'No usable PostgreSQL 15 or newer found. Set ASSAY_DATABASE_URL to a server, or ASSAY_PG_BIN to a folder with initdb and postgres',
    'the npm package requires glibc and does not run on Alpine.',
    reasons.join('; '),
  ].join('; '),
);

export const POSTGRES_FOLDER_UNUSABLE = defineError<{ binDir: string; reason: string }>(
  'POSTGRES_FOLDER_UNUSABLE',
  ({ binDir, reason }) =>
    `ASSAY_PG_BIN is set to ${quote(binDir)}, but ${reason}. Set it to a folder with "initdb" and "postgres" of version 15 or newer.`,
);

export const POSTGRES_REFUSES_ROOT = defineError<void>(
  'POSTGRES_REFUSES_ROOT',
  () =>
    'PostgreSQL cannot run as root, and neither "unshare --user" nor another user can access its files. Run Assay as a normal user, set ASSAY_DATABASE_URL, or set ASSAY_PG_BIN to binaries that every user can run.',
);

export const POSTGRES_NOT_STARTED = defineError<{ reason: string }>(
  'POSTGRES_NOT_STARTED',
  ({ reason }) => `PostgreSQL did not start: ${reason}`,
);

export const POSTGRES_NOT_STOPPED = defineError<{ pid: number }>(
  'POSTGRES_NOT_STOPPED',
  ({ pid }) =>
    `An orphaned PostgreSQL process (pid ${pid}) still uses the data folder and does not stop. End that process, then start Assay again.`,
);

export const POSTGRES_NOT_DURABLE = defineError<{ settings: readonly string[] }>(
  'POSTGRES_NOT_DURABLE',
  ({ settings }) =>
    `PostgreSQL can lose acknowledged data in a crash because of these settings: ${settings.join(', ')} off. Turn them on (see "alter role", "alter database" and postgresql.conf), then start Assay again.`,
);

export const SOCKET_PATH_TOO_LONG = defineError<{ path: string }>(
  'SOCKET_PATH_TOO_LONG',
  ({ path }) =>
    `The socket path ${quote(path)} exceeds the limit of 107 bytes, and so does the one in the temporary folder. Use a shorter path for the data folder or TMPDIR.`,
);
