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
import { parseArguments } from '../terminal/parse-arguments.ts';

export async function backup(parameters: readonly string[]): Promise<void> {
  const { places } = parseArguments('backup', parameters, {}, ['the name of the file to write']);
  const path = resolve(places[0] ?? '');
  const config = loadConfig();
  const report = await untilInterrupted(
    async (signal) =>
      await withDatabaseUrl(
        config,
        { create: false },
        async (url) => await writeBackup({ url, path, signal, onProgress: createProgress('saving') }),
      ),
  );
  const { organizations, rows, fileBytes, migration } = report;
  process.stdout.write(
    `Saved ${pluralize(organizations, 'organization')}, ${rows} rows, to ${path} (${toSize(fileBytes)}).\n` +
      'It holds the data of all organizations and the hashes of passwords and tokens: keep it where nobody else reads it.\n' +
      `The key of secrets is not in it: save ${toKeyFilePath(config)} too, elsewhere. Without it webhooks need new secrets after a restore.\n`,
  );
  if (migration !== (await listMigrations()).at(-1)) {
    process.stdout.write(
      `The database is at ${migration}, which is not this version's: restore with the version that runs on it.\n`,
    );
  }
}
