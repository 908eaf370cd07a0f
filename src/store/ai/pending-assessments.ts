/**
 * Versions whose findings a model still has to assess. A row outlives its job: the sweep enqueues another job for a due row that
 * has none. A row is deleted when the version was assessed, or when the assessment is no longer wanted.
 */
import { sql } from 'kysely';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';

interface PendingAssessment {
  readonly versionId: string;
  readonly analysisId: string;
  readonly freshSince: string | null;
  /** Time of the publication, of the request, or of the last change of the settings. */
  readonly requestedAt: string;
  /** Number of failed tries in a row. */
  readonly tries: number;
}

/** Replaces an earlier row of the version. If the assessment itself led to the publication, the time of the request stays. */
export async function savePendingAssessment(
  tx: OrgTx,
  assessment: Omit<PendingAssessment, 'tries' | 'requestedAt'> & {
    readonly at: string;
    readonly isContinued: boolean;
  },
): Promise<void> {
  const { versionId, analysisId, freshSince, at, isContinued } = assessment;
  await sql`
    insert into pending_assessment as p (org_id, version_id, analysis_id, fresh_since, requested_at, due_at)
    values (${tx.orgId}, ${versionId}, ${analysisId}, ${freshSince}, ${at}, ${at})
    on conflict (org_id, version_id) do update set analysis_id = excluded.analysis_id, fresh_since = excluded.fresh_since,
      requested_at = case when ${isContinued}::boolean then p.requested_at else excluded.requested_at end,
      due_at = excluded.due_at, tries = 0`.execute(tx.db);
}

/** Returns undefined if the assessment is no longer pending, or a newer one is. */
export async function findPendingAssessment(
  tx: OrgTx,
  { versionId, analysisId }: Pick<PendingAssessment, 'versionId' | 'analysisId'>,
): Promise<PendingAssessment | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from pending_assessment
    where org_id = ${tx.orgId} and version_id = ${versionId} and analysis_id = ${analysisId}`.execute(tx.db);
  return rows.map(toIsoTimes)[0];
}

/**
 * Called before a try and after a failed one; `dueAt` null means not before the settings change. Adds the row again if another
 * run of the same analysis has deleted it. A newer row stays.
 */
export async function postponeAssessment(
  tx: OrgTx,
  {
    versionId,
    analysisId,
    freshSince = null,
    at,
    dueAt,
    tries,
  }: Pick<PendingAssessment, 'versionId' | 'analysisId' | 'tries'> & {
    readonly freshSince?: string | null;
    readonly at: string;
    readonly dueAt: string | null;
  },
): Promise<void> {
  await sql`
    insert into pending_assessment as p (org_id, version_id, analysis_id, fresh_since, requested_at, due_at, tries)
    values (${tx.orgId}, ${versionId}, ${analysisId}, ${freshSince}, ${at}, ${dueAt}, ${tries})
    on conflict (org_id, version_id) do update set due_at = excluded.due_at, tries = excluded.tries
      where p.analysis_id = excluded.analysis_id`.execute(tx.db);
}

/** A newer row stays. */
export async function removePendingAssessment(
  tx: OrgTx,
  { versionId, analysisId }: Pick<PendingAssessment, 'versionId' | 'analysisId'>,
): Promise<void> {
  await sql`
    delete from pending_assessment
    where org_id = ${tx.orgId} and version_id = ${versionId} and analysis_id = ${analysisId}`.execute(tx.db);
}

/** Returns the due rows, those that have waited longest first. */
export async function listDueAssessments(tx: OrgTx, at: string, limit: number): Promise<PendingAssessment[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from pending_assessment where org_id = ${tx.orgId} and due_at <= ${at}::timestamptz
    order by due_at, version_id limit ${limit}`.execute(tx.db);
  return rows.map(toIsoTimes);
}

/** Makes all waiting rows due now, because the reason for the delay may be gone. Counts as a new request. */
export async function makeAssessmentsDue(tx: OrgTx, at: string): Promise<void> {
  await sql`
    update pending_assessment set requested_at = ${at}, due_at = least(due_at, ${at}::timestamptz), tries = 0
    where org_id = ${tx.orgId}`.execute(tx.db);
}

type Row = DatedRow<PendingAssessment, 'freshSince' | 'requestedAt'>;

const COLUMNS = sql`version_id as "versionId", analysis_id as "analysisId", fresh_since as "freshSince",
  requested_at as "requestedAt", tries`;
