/** Versions whose newest analysis has failed. Frozen versions cannot be analyzed again and are excluded. */
import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../../database.ts';
import type { ServiceScope } from '../../portfolio/services.ts';

export interface FailedFilter {
  readonly services: ServiceScope;
  /** Code of the failure. */
  readonly code?: string | undefined;
}

/** Sorted by id. */
export async function listFailedVersions(tx: OrgTx, filter: FailedFilter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id ${failedVersions(tx, filter)} order by v.id limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

export async function countFailedVersions(tx: OrgTx, filter: FailedFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${failedVersions(tx, filter)}`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

function failedVersions(tx: OrgTx, { services, code }: FailedFilter): RawBuilder<unknown> {
  return sql`
    from analysis a
    join service_version v on v.org_id = a.org_id and v.id = a.version_id and v.deleted_at is null and v.frozen_at is null
    where a.org_id = ${tx.orgId} and a.status = 'failed'
      and (${code ?? null}::text is null or a.failure->>'code' = ${code ?? null})
      and (${services === 'all'} or v.service_id = any(${services === 'all' ? [] : services}::uuid[]))
      and not exists (select from analysis newer where newer.org_id = a.org_id and newer.version_id = a.version_id
        and (newer.created_at, newer.id) > (a.created_at, a.id))`;
}
