/** Errors of backup and restore, shown on a terminal. */
import { defineError, quote } from '../../core/errors.ts';

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
