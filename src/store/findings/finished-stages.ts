/** A stage that goes on after its analysis has ended: findings are readable, and what is still thought about them is told here. */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';
import { tellAnalysisProgress } from '../delivery/progress.ts';
import type { Stage } from './analyses.ts';
import { Stages } from './stored-analysis.ts';

/** False: there is no such analysis, or it has not ended. */
export async function noteFinishedStage(tx: OrgTx, analysisId: string, stage: Stage): Promise<boolean> {
  const { rows } = await sql<{ serviceId: string; versionId: string; status: string; stages: unknown }>`
    update analysis a set stages = (
      select jsonb_agg(case when s.value->>'name' = ${stage.name} then ${JSON.stringify(stage)}::jsonb else s.value end
        order by s.ordinality)
      from jsonb_array_elements(a.stages) with ordinality s)
    from service_version v
    where a.org_id = ${tx.orgId} and a.id = ${analysisId} and a.status in ('completed', 'completed_with_warnings')
      and v.org_id = a.org_id and v.id = a.version_id
    returning v.service_id as "serviceId", v.id as "versionId", a.status, a.stages`.execute(tx.db);
  const [ended] = rows;
  if (ended === undefined) return false;
  const { serviceId, versionId, status } = ended;
  tellAnalysisProgress(tx, { serviceId, versionId, analysisId, status, stages: Stages.parse(ended.stages) });
  return true;
}

/** The one whose findings are there now; undefined: none has ended, or the version is gone. */
export async function findNewestFinished(
  tx: OrgTx,
  versionId: string,
): Promise<{ readonly id: string; readonly serviceId: string } | undefined> {
  const { rows } = await sql<{ id: string; serviceId: string }>`
    select a.id, v.service_id as "serviceId" from analysis a
    join service_version v on v.org_id = a.org_id and v.id = a.version_id and v.deleted_at is null
    where a.org_id = ${tx.orgId} and a.version_id = ${versionId} and a.coverage is not null
    order by a.created_at desc, a.id desc limit 1`.execute(tx.db);
  return rows[0];
}
