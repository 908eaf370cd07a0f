/** Errors of backup and restore, shown on a terminal. */
import { defineError, quote } from '../../core/errors.ts';

export const BACKUP_FILE_UNUSABLE = defineError<{ path: string; reason: string }>(
  'BACKUP_FILE_UNUSABLE',
  ({ path, reason }) => `The backup file ${quote(path)} cannot be used: ${reason}.`,
);

export const BACKUP_DAMAGED = defineError<{ problem: string }>(
  'BACKUP_DAMAGED',
  ({ problem }) => `The backup cannot be restored: ${problem}. Nothing was changed; use another copy of it.`,
);

export const BACKUP_OF_OTHER_MIGRATION = defineError<{ backup: string; here: string }>(
  'BACKUP_OF_OTHER_MIGRATION',
  ({ backup, here }) =>
    `The backup was made at migration ${quote(backup)}, and this version of Assay has ${quote(here)}. Restore it with the version that made it, into an empty database; then start this one.`,
);

export const RESTORE_TARGET_NOT_EMPTY = defineError<{ found: string }>(
  'RESTORE_TARGET_NOT_EMPTY',
  ({ found }) =>
    `A backup is restored only into an empty database, and this one has ${found}. Nothing was changed; give it an empty data folder (ASSAY_DATA_DIR) or another database (ASSAY_DATABASE_URL).`,
);

export const BACKUP_WITHOUT_TABLES = defineError(
  'BACKUP_WITHOUT_TABLES',
  () => 'The database has none of the tables of Assay, so there is nothing to back up. Check ASSAY_DATABASE_URL.',
);

export const COMMAND_INTERRUPTED = defineError('COMMAND_INTERRUPTED', () => 'Interrupted. Nothing was changed.');
