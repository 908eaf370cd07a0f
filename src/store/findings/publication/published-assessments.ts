/** The published AI assessments of a version's findings, to check whether a new assessment differs. */
import { sql } from 'kysely';
import { z } from 'zod';
import { EFFECTS } from '../../../core/vocabulary/relevance.ts';
import type { OrgTx } from '../../database.ts';
import { FACTS_OF_ROW } from '../finding-details.ts';

const Published = z.object({
  code: z.string(),
  actor: z.string(),
  effect: z.enum(EFFECTS),
  text: z.string(),
  justification: z.string().nullable(),
  confidence: z.number().nullable(),
  applies: z.boolean().default(true),
});
export type PublishedAssessment = Readonly<z.output<typeof Published>>;

export interface PublishedRow {
  readonly componentId: string;
  readonly groupId: string;
  readonly findingId: string;
  /** Null if none was published. */
  readonly assessment: PublishedAssessment | null;
}

export async function listPublishedAssessments(tx: OrgTx, versionId: string): Promise<PublishedRow[]> {
  const { rows } = await sql<Omit<PublishedRow, 'assessment'> & { assessment: unknown }>`
    select v.component_id as "componentId", v.group_id as "groupId", coalesce(f.merged_into, f.id) as "findingId",
      jsonb_path_query_first(d.detail->'reasons', '$[*] ? (@.kind == "ai")') as assessment
    from version_finding v ${FACTS_OF_ROW} join finding f on f.org_id = v.org_id and f.id = v.finding_id
    where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and v.known_to is null`.execute(tx.db);
  return rows.map((row) => ({ ...row, assessment: Published.safeParse(row.assessment).data ?? null }));
}
