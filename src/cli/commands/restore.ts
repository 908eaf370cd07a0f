/**
 * `assay restore <file>`: restores a backup into an empty database; also used to move to another server or major version of
 * PostgreSQL.
 */
import { resolve } from 'node:path';
import { pluralize } from '../../core/text/pluralize.ts';
import { loadConfig } from '../../config.ts';
import { BackupReader } from '../../store/backup/backup-reader.ts';
import { BACKUP_OF_OTHER_MIGRATION } from '../../store/backup/errors.ts';
import { requireRestorable, restoreBackup, type RestoreReport } from '../../store/backup/restore-backup.ts';
import { listMigrations } from '../../store/migrate.ts';
import { withDatabaseUrl } from '../command-database.ts';
import { untilInterrupted } from '../terminal/interruption.ts';
import { createTables } from './migrate.ts';
import { createProgress } from '../terminal/progress.ts';

export async function restore(file: string): Promise<void> {
  const path = resolve(file);
  const config = loadConfig();
  process.stdout.write(`Checking ${path}\n`);
  const reader = await BackupReader.open(path);
  try {
    await requireThisVersion(reader);
    const { organizations, rows, blobs } = await untilInterrupted(
      async (signal) =>
        await withDatabaseUrl(config, { create: true }, async (url) => await restoreInto(url, reader, signal)),
    );
    process.stdout.write(
      `Restored ${pluralize(organizations, 'organization')}, ${rows} rows; verified the SHA-256 of ${pluralize(blobs, 'document')}.\n` +
        'Start Assay to use the restored accounts, passwords and tokens. Unfinished analyses start again.\n',
    );
  } finally {
    await reader.close();
  }
}

async function requireThisVersion({ manifest }: BackupReader): Promise<void> {
  const here = (await listMigrations()).at(-1) ?? '';
  if (manifest.migration !== here) throw BACKUP_OF_OTHER_MIGRATION({ backup: manifest.migration, here });
}

/** Checks the database before it creates tables in it. */
async function restoreInto(url: string, backup: BackupReader, signal: AbortSignal): Promise<RestoreReport> {
  await requireRestorable(url, backup.manifest.migration);
  await createTables(url);
  return await restoreBackup({ url, backup, signal, onProgress: createProgress('restoring') });
}
