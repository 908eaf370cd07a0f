/** Errors of backup and restore, shown on a terminal. */
import { defineError, quote } from '../../core/errors.ts';

/** Turns file system errors about a backup file into an error with a readable reason. */
export async function withFileErrors<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw BACKUP_FILE_UNUSABLE({ path, reason: REASONS[code] ?? code }, { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'part of the path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'the quota is exceeded',
  ENAMETOOLONG: 'its name is too long',
};

export const BACKUP_FILE_UNUSABLE = defineError<{ path: string; reason: string }>(
  'BACKUP_FILE_UNUSABLE',
  ({ path, reason }) => `Cannot use the backup file ${quote(path)}: ${reason}.`,
);

export const BACKUP_DAMAGED = defineError<{ problem: string }>(
  'BACKUP_DAMAGED',
  ({ problem }) => `The backup cannot be restored: ${problem}. Nothing was changed. Use another copy of the backup.`,
);

export const BACKUP_OF_OTHER_MIGRATION = defineError<{ backup: string; here: string }>(
  'BACKUP_OF_OTHER_MIGRATION',
  ({ backup, here }) =>
    `The backup is at migration ${quote(backup)}, but this version of Assay is at ${quote(here)}. Restore it into an empty database with the version that created it, then start this version.`,
);

export const RESTORE_TARGET_NOT_EMPTY = defineError<{ found: string }>(
  'RESTORE_TARGET_NOT_EMPTY',
  ({ found }) =>
    `The target database is not empty: it has ${found}. Nothing was changed. Use an empty data folder (ASSAY_DATA_DIR) or another database (ASSAY_DATABASE_URL).`,
);

export const BACKUP_WITHOUT_TABLES = defineError(
  'BACKUP_WITHOUT_TABLES',
  () => 'Nothing to back up: the database contains no Assay tables. Check ASSAY_DATABASE_URL.',
);

export const COMMAND_INTERRUPTED = defineError('COMMAND_INTERRUPTED', () => 'Interrupted. Nothing was changed.');
