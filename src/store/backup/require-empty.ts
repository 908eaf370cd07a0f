/** Checks that the target of a restore is empty, and locks it against other writers. */
import type pg from 'pg';
import { quote } from '../../core/errors.ts';
import { findMigration, inBackupSession, BEGIN_BACKUP } from './backup-session.ts';
import { readBackupTables, type BackupTable } from './backup-tables.ts';
import { BACKUP_OF_OTHER_MIGRATION, RESTORE_TARGET_NOT_EMPTY } from './errors.ts';
import { quoteName } from './transfer.ts';

/** Call it before the tables are created: a database of another application or of an older Assay stays unchanged. */
export async function requireRestorable(url: string, migration: string): Promise<void> {
  await inBackupSession(url, BEGIN_BACKUP, async (client) => {
    const tables = await readBackupTables(client);
    const found = await findMigration(client);
    if (found === undefined && tables[0] !== undefined) {
      throw RESTORE_TARGET_NOT_EMPTY({ found: `the table ${quote(tables[0].name)}` });
    }
    await requireNoRows(client, tables);
    if (found !== undefined && found !== migration) throw BACKUP_OF_OTHER_MIGRATION({ backup: migration, here: found });
  });
}

/** Locks the tables against other writers until the transaction ends. */
export async function requireEmptyTables(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  const names = tables.map(({ name }) => quoteName(name)).join(', ');
  await client.query(`lock table ${names} in exclusive mode`);
  await requireNoRows(client, tables);
}

/** Rows of an organization are hidden by row-level security, but they cannot exist without their organization. */
async function requireNoRows(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  for (const { name, tenant } of tables) {
    if (tenant) continue;
    const { rowCount } = await client.query(`select 1 from ${quoteName(name)} limit 1`);
    if (rowCount !== 0) throw RESTORE_TARGET_NOT_EMPTY({ found: `rows in the table ${quote(name)}` });
  }
}
