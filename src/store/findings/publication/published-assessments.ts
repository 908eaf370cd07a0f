/** The published AI assessments of a version's findings, to check whether a new assessment differs. */
import { sql } from 'kysely';
import type { Opinion } from '../../../core/relevance/opinions/opinion.ts';
import type { OrgTx } from '../../database.ts';
import { FACTS_OF_ROW } from '../finding-details.ts';
import type { PublishedFinding } from '../published-finding.ts';

export type PublishedAssessment = Pick<
  Opinion,
  'code' | 'actor' | 'effect' | 'text' | 'justification' | 'confidence' | 'applies'
>;

export interface AssessedRow extends Pick<PublishedFinding, 'componentId' | 'groupId' | 'findingId'> {
  /** Null if none was published. */
  readonly assessment: PublishedAssessment | null;
}

export async function listPublishedAssessments(tx: OrgTx, versionId: string): Promise<AssessedRow[]> {
  const { rows } = await sql<AssessedRow>`
    select v.component_id as "componentId", v.group_id as "groupId", coalesce(f.merged_into, f.id) as "findingId",
      jsonb_path_query_first(d.detail->'reasons', '$[*] ? (@.kind == "ai")') as assessment
    from version_finding v ${FACTS_OF_ROW} join finding f on f.org_id = v.org_id and f.id = v.finding_id
    where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and v.known_to is null`.execute(tx.db);
  return rows;
}
