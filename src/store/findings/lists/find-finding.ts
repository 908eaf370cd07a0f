/**
 * Finds one finding by the id of any row that a list has shown. If the row was replaced by a newer one in its version, that one
 * is returned, so that a saved id leads to the current state.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../../database.ts';
import type { ServiceScope } from '../../portfolio/services.ts';
import {
  analyzedAt,
  LISTED_COLUMNS,
  LISTED_FROM,
  toListed,
  type ListedFinding,
  type ListedRow,
} from './listed-finding.ts';

/** Returns undefined for a deleted version or service, and for a service outside of the caller's scope. */
export async function findFinding(tx: OrgTx, id: string, scope: ServiceScope): Promise<ListedFinding | undefined> {
  const inScope = scope === 'all' ? sql`` : sql`and s.id = any(${scope}::uuid[])`;
  const { rows } = await sql<ListedRow>`
    select ${LISTED_COLUMNS}, ${analyzedAt()} as "analyzedAt",
      case when v.known_to is null or (v.ended_as is null and ${IS_UNSEEN}) then 'open'
        else coalesce(v.ended_as, 'resolved') end as state
    from version_finding g
    join (${LISTED_FROM}) on v.org_id = g.org_id and v.version_id = g.version_id and v.finding_id = g.finding_id
    where g.org_id = ${tx.orgId} and g.id = ${id} and n.deleted_at is null and s.deleted_at is null ${inScope}
    order by (v.known_to is null) desc, (v.component_id = g.component_id) desc, (v.ended_as is not null) desc,
      v.known_to desc, v.known_from desc, v.id desc limit 1`.execute(tx.db);
  return rows[0] && toListed(rows[0]);
}

/** The document that contained it was removed and not replaced, so the finding's last known state is present. */
const IS_UNSEEN = sql`exists (select from analysis a
  where a.org_id = v.org_id and a.version_id = v.version_id and v.finding_id = any(a.not_uploaded_findings))`;
