/**
 * `assay backup`: writes all data of Assay to one file. One transaction sees one snapshot, so a server may keep running. Jobs are
 * excluded: the repair sweep enqueues them again.
 */
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  enterOrganization,
  findMigration,
  inBackupSession,
  BEGIN_BACKUP,
  interruptible,
  quoteName,
  type TransferOptions,
  type TransferProgress,
} from './backup-session.ts';
import { readBackupTables, type BackupTable } from './backup-tables.ts';
import { BackupWriter } from './backup-writer.ts';
import { BACKUP_WITHOUT_TABLES } from './errors.ts';

export interface BackupReport {
  readonly migration: string;
  readonly organizations: number;
  readonly rows: number;
  readonly fileBytes: number;
}

export async function writeBackup(options: TransferOptions & { readonly path: string }): Promise<BackupReport> {
  const writer = await BackupWriter.create(options.path);
  try {
    return await inBackupSession(options.url, BEGIN_BACKUP, async (client) => await write(client, writer, options));
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

/**
 * Filters by organization as well, because row-level security does not apply to a superuser. The id comes from the organization
 * table.
 */
function toCopy(table: BackupTable, organization: string | null): string {
  const columns = table.columns.map((column) => quoteName(column)).join(', ');
  const where = organization === null ? '' : `where org_id = '${organization}'`;
  return `copy (select ${columns} from ${quoteName(table.name)} ${where} order by ${table.order}) to stdout`;
}
