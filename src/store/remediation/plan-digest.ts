/**
 * A hash of all inputs of a plan: two versions of a service with the same hash have the same plan. Builds are far more frequent
 * than changes of dependencies, and computing the hash is much cheaper than computing a plan.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';

/** `made` contains other inputs of a plan, such as the version of the planner. */
export async function computePlanDigest(tx: OrgTx, versionId: string, made: readonly unknown[]): Promise<Buffer> {
  // Everything of a finding that may differ for the same component and vulnerability, and the graphs of the documents.
  const { rows } = await sql<{ findings: string | null; documents: string | null }>`
    select (select md5(string_agg(concat_ws(' ', v.component_id, v.group_id, v.relevance, v.risk, v.severity_rank, v.kev,
        v.decided, v.label, v.due_at, v.due_days, v.direct, v.images), e'\\n' order by v.component_id, v.group_id))
      from version_finding v
      where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and v.known_to is null) as findings,
    (select string_agg(concat_ws(' ', b.slot, b.image, encode(b.set_sha256, 'hex'), md5(b.packed)), e'\\n' order by b.slot, b.id)
      from sbom b
      where b.org_id = ${tx.orgId} and b.version_id = ${versionId} and b.superseded_by is null and b.deleted_at is null) as documents`.execute(
    tx.db,
  );
  return createHash('sha256')
    .update(JSON.stringify([made, rows[0]?.findings ?? null, rows[0]?.documents ?? null]))
    .digest();
}

/** Returns the ids of this version's findings by component and vulnerability. */
export async function listFindingIds(tx: OrgTx, versionId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; component_id: string; group_id: string }>`
    select id, component_id, group_id from version_finding
    where org_id = ${tx.orgId} and version_id = ${versionId} and known_to is null`.execute(tx.db);
  return new Map(rows.map((row) => [toFindingKey({ componentId: row.component_id, groupId: row.group_id }), row.id]));
}

export function toFindingKey(finding: { readonly componentId: string; readonly groupId: string }): string {
  return `${finding.componentId} ${finding.groupId}`;
}
