/**
 * Versions whose findings a model has still to read, or could not read yet. A row outlives its job: whoever finds one that is due
 * and has no job makes another. It ends when the version was read, or when nobody wants it read any more.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';

export interface AwaitedReading {
  readonly versionId: string;
  readonly analysisId: string;
  readonly freshSince: string | null;
  /** That came to nothing, one after the other. */
  readonly tries: number;
}

/** From now on, instead of what was awaited before. */
export async function awaitReading(
  tx: OrgTx,
  reading: Omit<AwaitedReading, 'tries'> & { readonly at: string },
): Promise<void> {
  const { versionId, analysisId, freshSince, at } = reading;
  await sql`
    insert into awaited_reading (org_id, version_id, analysis_id, fresh_since, due_at)
    values (${tx.orgId}, ${versionId}, ${analysisId}, ${freshSince}, ${at})
    on conflict (org_id, version_id) do update set analysis_id = excluded.analysis_id, fresh_since = excluded.fresh_since,
      due_at = excluded.due_at, tries = 0`.execute(tx.db);
}

/** Undefined: it is not awaited, or a newer one is. */
export async function findAwaited(
  tx: OrgTx,
  { versionId, analysisId }: Pick<AwaitedReading, 'versionId' | 'analysisId'>,
): Promise<AwaitedReading | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from awaited_reading
    where org_id = ${tx.orgId} and version_id = ${versionId} and analysis_id = ${analysisId}`.execute(tx.db);
  return rows.map(toAwaited)[0];
}

/** After a try that came to nothing. `dueAt` null: not before the settings change. */
export async function putOffReading(
  tx: OrgTx,
  { versionId, analysisId, dueAt, tries }: Omit<AwaitedReading, 'freshSince'> & { readonly dueAt: string | null },
): Promise<void> {
  await sql`
    update awaited_reading set due_at = ${dueAt}, tries = ${tries}
    where org_id = ${tx.orgId} and version_id = ${versionId} and analysis_id = ${analysisId}`.execute(tx.db);
}

/** A newer one stays. */
export async function endReading(
  tx: OrgTx,
  { versionId, analysisId }: Pick<AwaitedReading, 'versionId' | 'analysisId'>,
): Promise<void> {
  await sql`
    delete from awaited_reading
    where org_id = ${tx.orgId} and version_id = ${versionId} and analysis_id = ${analysisId}`.execute(tx.db);
}

/** Those that have waited longest first. */
export async function listDueReadings(tx: OrgTx, at: string, limit: number): Promise<AwaitedReading[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from awaited_reading where org_id = ${tx.orgId} and due_at <= ${at}::timestamptz
    order by due_at, version_id limit ${limit}`.execute(tx.db);
  return rows.map(toAwaited);
}

/** All that wait, because what was in their way may be gone. */
export async function hurryReadings(tx: OrgTx, at: string): Promise<void> {
  await sql`
    update awaited_reading set due_at = ${at}, tries = 0
    where org_id = ${tx.orgId} and (due_at is null or due_at > ${at}::timestamptz)`.execute(tx.db);
}

type Row = Omit<AwaitedReading, 'freshSince'> & { readonly freshSince: Date | null };

const COLUMNS = sql`version_id as "versionId", analysis_id as "analysisId", fresh_since as "freshSince", tries`;

function toAwaited({ freshSince, ...row }: Row): AwaitedReading {
  return { ...row, freshSince: freshSince?.toISOString() ?? null };
}
