/** Errors between the data folder and a running database. Each says what to do next. */
import { defineError, quote } from '../core/errors.ts';

export const DATA_FOLDER_UNUSABLE = defineError<{ dataDir: string; reason: string }>(
  'DATA_FOLDER_UNUSABLE',
  ({ dataDir, reason }) =>
    `Assay cannot write to its data folder ${quote(dataDir)} (${reason}). Give it a folder that the running user owns, or set ASSAY_DATABASE_URL.`,
);

export const DATA_FOLDER_IN_USE = defineError<{ pid: number }>(
  'DATA_FOLDER_IN_USE',
  ({ pid }) => `Assay already runs on this data folder (pid ${pid}). Stop it first, or use another data folder.`,
);

export const CLUSTER_UNREADABLE = defineError<{ cluster: string }>(
  'CLUSTER_UNREADABLE',
  ({ cluster }) =>
    `${quote(cluster)} holds files but no readable PG_VERSION, so it is not a PostgreSQL cluster. Put the right folder there from a backup, or move it away to start empty.`,
);

export const CLUSTER_VERSION_DIFFERS = defineError<{ cluster: string; found: readonly string[] }>(
  'CLUSTER_VERSION_DIFFERS',
  ({ cluster, found }) =>
    `The data folder was made by PostgreSQL ${cluster}, the binaries here are ${found.join(', ')}. ` +
    `Set ASSAY_PG_BIN to the PostgreSQL ${cluster} binaries and run "assay backup"; then unset it and run "assay restore" with an empty data folder.`,
);

export const CLUSTER_NOT_CREATED = defineError<{ reason: string }>(
  'CLUSTER_NOT_CREATED',
  ({ reason }) => `The database could not be created: ${quote(reason)}. The next start tries again from nothing.`,
);

export const POSTGRES_NOT_FOUND = defineError<{ reasons: readonly string[] }>('POSTGRES_NOT_FOUND', ({ reasons }) =>
  [
    'No PostgreSQL 15 or newer can run here. Set ASSAY_DATABASE_URL to a server, or ASSAY_PG_BIN to a folder with initdb and postgres',
    'the npm package works with glibc only, not on Alpine.',
    reasons.join('; '),
  ].join('; '),
);

export const POSTGRES_FOLDER_UNUSABLE = defineError<{ binDir: string; reason: string }>(
  'POSTGRES_FOLDER_UNUSABLE',
  ({ binDir, reason }) =>
    `ASSAY_PG_BIN is ${quote(binDir)}, but ${reason}. Set it to a folder with "initdb" and "postgres" of version 15 or newer.`,
);

export const POSTGRES_REFUSES_ROOT = defineError<void>(
  'POSTGRES_REFUSES_ROOT',
  () =>
    'PostgreSQL does not run as root, and neither "unshare --user" nor another user can reach its files here. Run Assay as a normal user, or set ASSAY_DATABASE_URL, or set ASSAY_PG_BIN to binaries that every user may run.',
);

export const POSTGRES_NOT_STARTED = defineError<{ reason: string }>(
  'POSTGRES_NOT_STARTED',
  ({ reason }) => `PostgreSQL did not start: ${reason}`,
);

export const POSTGRES_NOT_STOPPED = defineError<{ pid: number }>(
  'POSTGRES_NOT_STOPPED',
  ({ pid }) =>
    `A PostgreSQL (pid ${pid}) without its Assay still holds the data folder and does not stop. End that process, then start again.`,
);

export const POSTGRES_NOT_DURABLE = defineError<{ settings: readonly string[] }>(
  'POSTGRES_NOT_DURABLE',
  ({ settings }) =>
    `PostgreSQL would lose acknowledged data in a crash: ${settings.join(', ')} is off. Turn it on (see "alter role", "alter database" and postgresql.conf), then start again.`,
);

export const SOCKET_PATH_TOO_LONG = defineError<{ path: string }>(
  'SOCKET_PATH_TOO_LONG',
  ({ path }) =>
    `The socket path ${quote(path)} is longer than the 107 bytes a system allows, and so is the temporary folder's. Use a shorter data folder or TMPDIR.`,
);
