/**
 * Stages that run after the findings are published: remediation plans and AI assessments. The analysis has ended by then, and
 * several such stages may end at the same time, so each updates only its own element of the row.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../../database.ts';
import { publishAnalysisProgress } from '../../delivery/progress.ts';
import type { Stage } from './analyses.ts';
import { Stages } from './stored-analysis.ts';

/**
 * Records the stage of an analysis, and of older analyses that it superseded. Returns false when the analysis has published
 * nothing, or when the same stage is already recorded.
 */
export async function recordFinishedStage(tx: OrgTx, analysisId: string, stage: Stage): Promise<boolean> {
  const noted = JSON.stringify(stage);
  const { rows } = await sql<{ id: string; versionId: string; serviceId: string; status: string; stages: unknown }>`
    update analysis a set stages = (
      select jsonb_agg(case when s.stage->>'name' = ${stage.name} then ${noted}::jsonb else s.stage end order by s.n)
      from jsonb_array_elements(a.stages) with ordinality s(stage, n))
    from analysis p join service_version v on v.org_id = p.org_id and v.id = p.version_id
    where p.org_id = ${tx.orgId} and p.id = ${analysisId} and p.coverage is not null
      and a.org_id = p.org_id and a.version_id = p.version_id and (a.id = p.id or a.superseded_by = p.id)
      and not a.stages @> jsonb_build_array(${noted}::jsonb)
    returning a.id, a.version_id as "versionId", v.service_id as "serviceId", a.status, a.stages`.execute(tx.db);
  for (const { id, stages, ...subject } of rows) {
    publishAnalysisProgress(tx, { ...subject, analysisId: id, stages: Stages.parse(stages) });
  }
  return rows.some(({ id }) => id === analysisId);
}

/** Marks the stage as skipped in results that were replaced by a newer one before the stage ran. */
export async function skipSupersededStage(
  tx: OrgTx,
  versionId: string,
  { name, reason }: Pick<Stage, 'name' | 'reason'>,
): Promise<void> {
  const waiting = JSON.stringify([{ name, status: 'pending' }]);
  const skipped = JSON.stringify({ status: 'skipped', reason });
  await sql`
    update analysis a set stages = (
      select jsonb_agg(case when s.stage->>'name' = ${name} then s.stage || ${skipped}::jsonb else s.stage end order by s.n)
      from jsonb_array_elements(a.stages) with ordinality s(stage, n))
    where a.org_id = ${tx.orgId} and a.version_id = ${versionId} and a.status not in ('queued', 'running', 'failed')
      and a.stages @> ${waiting}::jsonb`.execute(tx.db);
}
