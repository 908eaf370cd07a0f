/**
 * Plans the order in which the streams of a backup are restored. Names of tables and columns come from the database, and the
 * backup must contain the same, so that no text of the backup becomes SQL.
 */
import { isDeepStrictEqual } from 'node:util';
import type { BackupTable } from './backup-tables.ts';
import { BACKUP_DAMAGED } from './errors.ts';
import type { Manifest, Stream } from './manifest.ts';

export interface RestoreStep {
  readonly table: BackupTable;
  readonly stream: Stream;
}

export interface RestorePlan {
  /** Tables without an organization come first, because all others refer to them. */
  readonly general: readonly RestoreStep[];
  readonly organizations: readonly { readonly id: string; readonly steps: readonly RestoreStep[] }[];
}

export function planRestore(manifest: Manifest, tables: readonly BackupTable[]): RestorePlan {
  const described = tables.map(({ name, tenant, columns }) => ({ name, tenant, columns }));
  if (!isDeepStrictEqual(manifest.tables, described)) {
    throw BACKUP_DAMAGED({ problem: 'its tables are not those of this migration' });
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
    throw BACKUP_DAMAGED({ problem: 'it does not hold every table exactly once' });
  }
  return steps;
}
