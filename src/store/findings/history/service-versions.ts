/**
 * The newest analyzed versions of a service, each with the time of the next one, and the documents that later versions did not
 * upload: a finding in such a document has not ended with the next version, because it was not checked.
 */
import { sql, type RawBuilder } from 'kysely';
import { LIMITS } from '../../../core/limits.ts';
import type { OrgTx } from '../../database.ts';

/**
 * Returns two tables for a `with`: `versions` (id, created_at, next_at) and `missing` (version_id, sbom_id, next_at: when a
 * version arrived that uploaded the document again or dropped it; null if none did).
 */
export function analyzedVersions(tx: OrgTx, serviceId: string): RawBuilder<unknown> {
  return sql`versions as materialized (
      select v.id, v.created_at, v.not_uploaded, lead(v.created_at) over (order by v.created_at, v.id) as next_at
      from (
        select v.id, v.created_at, a.not_uploaded from service_version v
        cross join lateral (select a.not_uploaded from analysis a
          where a.org_id = v.org_id and a.version_id = v.id and a.coverage is not null
          order by a.finished_at desc, a.id desc limit 1) a
        where v.org_id = ${tx.orgId} and v.service_id = ${serviceId} and v.deleted_at is null
        order by v.created_at desc, v.id desc limit ${LIMITS.historyVersionsMax}
      ) v
    ), missing as materialized (
      select e.version_id, b.id as sbom_id, e.next_at from (
        select distinct on (e->>'versionId', e->>'slot') (e->>'versionId')::uuid as version_id, e->>'slot' as slot, w.next_at
        from versions w cross join lateral jsonb_array_elements(w.not_uploaded) e
        order by e->>'versionId', e->>'slot', w.created_at desc, w.id desc
      ) e join sbom b on b.org_id = ${tx.orgId} and b.version_id = e.version_id and b.slot = e.slot
    )`;
}

/**
 * For a row `l` of a finding in one of these versions, with `version_id`, `next_at` and `sbom_ids`, when it did not end there. A
 * lateral join with `next_at`, and `is_unseen` if it is null because the document was not uploaded.
 */
export const AFTER_FINDING = sql`
  select case when count(*) = 0 then l.next_at when bool_or(m.next_at is null) then null else max(m.next_at) end as next_at,
    coalesce(bool_or(m.next_at is null), false) as is_unseen
  from missing m where m.version_id = l.version_id and m.sbom_id = any(l.sbom_ids)`;
