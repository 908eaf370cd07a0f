/**
 * `assay restore`: restores a backup into an empty database, in one transaction. Also the way to move to another server or
 * another major version of PostgreSQL. Rows go through temporary tables, because PostgreSQL does not allow COPY into tables with
 * row-level security.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupReader } from './backup-reader.ts';
import {
  enterOrganization,
  findMigration,
  inBackupSession,
  BEGIN_RESTORE,
  BEGIN_BACKUP,
  interruptible,
  quoteName,
  throwIfInterrupted,
  type TransferOptions,
} from './backup-session.ts';
import { readBackupTables, type BackupTable } from './backup-tables.ts';
import { BACKUP_DAMAGED, BACKUP_OF_OTHER_MIGRATION, RESTORE_TARGET_NOT_EMPTY } from './errors.ts';
import { isInvalidValue } from '../failures.ts';
import { verifyBlobs } from './verify-blobs.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Manifest, Stream } from './file-format.ts';
import { quote } from '../../core/errors.ts';

export interface RestoreReport {
  readonly organizations: number;
  readonly rows: number;
  /** Documents whose SHA-256 was verified. */
  readonly blobs: number;
}

export async function restoreBackup(
  options: TransferOptions & { readonly backup: BackupReader },
): Promise<RestoreReport> {
  try {
    return await inBackupSession(options.url, BEGIN_RESTORE, async (client) => await restore(client, options));
  } catch (error) {
    throw toRestoreError(error);
  }
}

async function restore(
  client: pg.Client,
  options: TransferOptions & { readonly backup: BackupReader },
): Promise<RestoreReport> {
  const { manifest } = options.backup;
  const migration = await findMigration(client);
  if (migration !== manifest.migration) {
    throw BACKUP_OF_OTHER_MIGRATION({ backup: manifest.migration, here: migration ?? 'none' });
  }
  const tables = await readBackupTables(client);
  await requireEmptyTables(client, tables);
  const { general, organizations } = planRestore(manifest, tables);

  for (const { name } of tables) {
    const buffer = quoteName(toBufferName(name));
    await client.query(`create temporary table ${buffer} (like ${quoteName(name)} including storage) on commit drop`);
  }
  const report = { organizations: organizations.length, rows: 0, blobs: 0 };
  for (const step of general) {
    report.rows += await load(client, options, step, undefined);
  }
  for (const [at, { id, steps }] of organizations.entries()) {
    await enterOrganization(client, id);
    const organization = { number: at + 1, count: organizations.length };
    for (const step of steps) report.rows += await load(client, options, step, { id, ...organization });
    await skipLostEventPositions(client, id);
    report.blobs += await verifyBlobs(client, id, (bytes) => {
      throwIfInterrupted(options.signal);
      options.onProgress({ organization, table: 'documents read back', bytes });
    });
  }
  return report;
}

/**
 * Advances the event clock. Clients may have read events that were written after the backup and are lost; their cursors are
 * beyond all restored events. If new events got the same positions, these clients would skip them.
 */
async function skipLostEventPositions(client: pg.Client, orgId: string): Promise<void> {
  await client.query('update event_clock set position = position + $2 where org_id = $1', [orgId, POSITIONS_SKIPPED]);
}

/** More events than any organization has between two backups. Positions of events may have gaps. */
const POSITIONS_SKIPPED = 1_000_000_000;

async function load(
  client: pg.Client,
  { backup, signal, onProgress }: TransferOptions & { readonly backup: BackupReader },
  { table, stream }: RestoreStep,
  organization: { readonly id: string; readonly number: number; readonly count: number } | undefined,
): Promise<number> {
  throwIfInterrupted(signal);
  if (stream.rows === 0 && stream.storedBytes === 0) return 0;
  const buffer = quoteName(toBufferName(table.name));
  const columns = table.columns.map((column) => quoteName(column)).join(', ');
  const content = interruptible(backup.read(stream), signal);
  await pipeline(
    Readable.from(
      counted(content, (bytes) => onProgress({ organization, table: table.name, bytes })),
      { objectMode: false },
    ),
    client.query(copyFrom(`copy ${buffer} (${columns}) from stdin`)),
  );
  // Excludes rows of another organization, even if row-level security does not apply to the role; the row count then differs.
  const where = organization === undefined ? '' : `where org_id = '${organization.id}'`;
  const { rows } = await client.query<{ count: number }>(
    `with restored as (
      insert into ${quoteName(table.name)} (${columns}) select ${columns} from ${buffer} ${where} returning 1)
    select count(*)::float8 as count from restored`,
  );
  if (rows[0]?.count !== stream.rows) {
    throw BACKUP_DAMAGED({ problem: `"${table.name}" has an unexpected number of rows` });
  }
  // Frees the space at once, because this transaction created the table.
  await client.query(`truncate ${buffer}`);
  return stream.rows;
}

async function* counted(content: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    onBytes(bytes);
    yield piece;
  }
}

function toBufferName(table: string): string {
  return `restored_${table}`;
}

/** Invalid values and broken references are the fault of the file, not of the database. */
function toRestoreError(error: unknown): unknown {
  if (!isInvalidValue(error)) return error;
  const where = error.table ?? error.where?.split(',')[0] ?? 'a table';
  return BACKUP_DAMAGED({ problem: `its rows violate a constraint (${where}: ${error.message})` }, { cause: error });
}

// Plans the order in which the streams of a backup are restored. Names of tables and columns come from the database, and the
// backup must contain the same, so that no text of the backup becomes SQL.
interface RestoreStep {
  readonly table: BackupTable;
  readonly stream: Stream;
}

interface RestorePlan {
  /** Tables without an organization come first, because all others refer to them. */
  readonly general: readonly RestoreStep[];
  readonly organizations: readonly { readonly id: string; readonly steps: readonly RestoreStep[] }[];
}

function planRestore(manifest: Manifest, tables: readonly BackupTable[]): RestorePlan {
  const described = tables.map(({ name, tenant, columns }) => ({ name, tenant, columns }));
  if (!isDeepStrictEqual(manifest.tables, described)) {
    throw BACKUP_DAMAGED({ problem: 'its tables do not match its migration' });
  }
  const byOwner = Map.groupBy(manifest.streams, (stream) => stream.organization);
  const tenantTables = tables.filter((table) => table.tenant);
  const organizations = [];
  for (const [id, streams] of byOwner) {
    if (id !== null) organizations.push({ id, steps: toSteps(streams, tenantTables) });
  }
  const generalTables = tables.filter((table) => !table.tenant);
  return { general: toSteps(byOwner.get(null) ?? [], generalTables), organizations };
}

function toSteps(streams: readonly Stream[], tables: readonly BackupTable[]): RestoreStep[] {
  const steps: RestoreStep[] = [];
  for (const [at, table] of tables.entries()) {
    const stream = streams[at];
    if (stream?.table === table.name) steps.push({ table, stream });
  }
  if (steps.length !== tables.length || streams.length !== tables.length) {
    throw BACKUP_DAMAGED({ problem: 'it does not contain every table exactly once' });
  }
  return steps;
}

/**
 * Checks that the target of a restore is empty. Call it before the tables are created: a database of another application or of an
 * older Assay stays unchanged.
 */
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
async function requireEmptyTables(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
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
