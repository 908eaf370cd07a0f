/** `assay backup <file>`: saves all data to one file, with or without a running Assay. */
import { resolve } from 'node:path';
import { pluralize } from '../../core/text/pluralize.ts';
import { loadConfig } from '../../config.ts';
import { writeBackup } from '../../store/backup/write-backup.ts';
import { listMigrations } from '../../store/migrate.ts';
import { toKeyFilePath } from '../../store/secrets/key-file.ts';
import { withDatabaseUrl } from '../command-database.ts';
import { untilInterrupted } from '../terminal/interruption.ts';
import { createProgress, toSize } from '../terminal/progress.ts';

export async function backup(file: string): Promise<void> {
  const path = resolve(file);
  const config = loadConfig();
  const report = await untilInterrupted(
    async (signal) =>
      await withDatabaseUrl(
        config,
        { create: false },
        async (url) => await writeBackup({ url, path, signal, onProgress: createProgress('backing up') }),
      ),
  );
  const { organizations, rows, fileBytes, migration } = report;
  process.stdout.write(
    `Backed up ${pluralize(organizations, 'organization')}, ${rows} rows, to ${path} (${toSize(fileBytes)}).\n` +
      'It contains the data of all organizations and the hashes of passwords and tokens. Store it in a protected place.\n' +
      `It does not contain the secret key. Back up ${toKeyFilePath(config)} separately: without it, webhooks need new secrets after a restore.\n`,
  );
  if (migration !== (await listMigrations()).at(-1)) {
    process.stdout.write(
      `The database is at migration ${migration}, which belongs to another version of Assay. Restore this backup with that version.\n`,
    );
  }
}
