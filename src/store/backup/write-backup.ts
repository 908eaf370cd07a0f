/**
 * `assay backup`: everything Assay keeps, in one file. One transaction sees one moment, so a server may go on beside it. Jobs
 * are left out: they are hints, and the repair sweep makes them again.
 */
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { enterOrganization, findMigration, inBackupSession, READ_EVERYTHING } from './backup-session.ts';
import { readBackupTables, type BackupTable } from './backup-tables.ts';
import { BackupWriter } from './backup-writer.ts';
import { BACKUP_WITHOUT_TABLES } from './errors.ts';
import { interruptible, quoteName, type TransferOptions, type TransferProgress } from './transfer.ts';

export interface BackupReport {
  readonly migration: string;
  readonly organizations: number;
  readonly rows: number;
  readonly fileBytes: number;
}

export async function writeBackup(options: TransferOptions & { readonly path: string }): Promise<BackupReport> {
  const writer = await BackupWriter.create(options.path);
  try {
    return await inBackupSession(options.url, READ_EVERYTHING, async (client) => await write(client, writer, options));
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function write(client: pg.Client, writer: BackupWriter, options: TransferOptions): Promise<BackupReport> {
  const migration = await findMigration(client);
  if (migration === undefined) throw BACKUP_WITHOUT_TABLES();
  const tables = await readBackupTables(client);
  const { rows: organizations } = await client.query<{ id: string }>('select id from organization order by id');
  let rows = 0;
  const add = async (table: BackupTable, organization: string | null, progress: TransferProgress): Promise<void> => {
    const content = interruptible(client.query(copyTo(toCopy(table, organization))), options.signal);
    const stream = await writer.add({ organization, table: table.name }, content, (bytes) =>
      options.onProgress({ ...progress, bytes }),
    );
    rows += stream.rows;
    options.onProgress({ ...progress, bytes: stream.bytes });
  };

  for (const [at, { id }] of organizations.entries()) {
    await enterOrganization(client, id);
    const organization = { number: at + 1, count: organizations.length };
    for (const table of tables) {
      if (table.tenant) await add(table, id, { organization, table: table.name, bytes: 0 });
    }
  }
  for (const table of tables) {
    if (!table.tenant) await add(table, null, { organization: undefined, table: table.name, bytes: 0 });
  }
  const fileBytes = await writer.finish({
    format: 1,
    migration,
    tables: tables.map(({ name, tenant, columns }) => ({ name, tenant, columns: [...columns] })),
  });
  return { migration, organizations: organizations.length, rows, fileBytes };
}

/** The organization is named here too: a superuser passes row-level security. Its id comes from the table of organizations. */
function toCopy(table: BackupTable, organization: string | null): string {
  const columns = table.columns.map((column) => quoteName(column)).join(', ');
  const where = organization === null ? '' : `where org_id = '${organization}'`;
  return `copy (select ${columns} from ${quoteName(table.name)} ${where} order by ${table.order}) to stdout`;
}
