/**
 * Compares the findings of two versions in the database: how many were introduced, resolved, changed or unchanged, and the first
 * of each list. A finding that moves from one affected version of its package to another is a change, not a resolved and an
 * introduced finding.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../../database.ts';
import type { PublishedFinding } from '../stored-finding.ts';

/** The row in the head, or in the base if the head does not have the finding. */
export type ComparedRow = Pick<PublishedFinding, 'id' | 'fingerprint' | 'package' | 'groupId'>;

/** `notUploaded`: the finding is missing in the head, but a document that contained it was not uploaded for the head. */
type ComparedKind = 'introduced' | 'resolved' | 'changed' | 'notUploaded';

interface ComparedRows {
  /** The most severe first, up to the limit. */
  readonly rows: Readonly<Record<ComparedKind, readonly ComparedRow[]>>;
  readonly counts: Readonly<Record<ComparedKind | 'unchanged', number>>;
}

/**
 * Compares open findings that are not filtered as not relevant. `unseen` are documents of the base without a counterpart in the
 * head.
 */
export async function compareFindings(
  tx: OrgTx,
  versions: { readonly baseId: string; readonly headId: string },
  { unseen, limit }: { readonly unseen: readonly string[]; readonly limit: number },
): Promise<ComparedRows> {
  const { baseId, headId } = versions;
  const { rows } = await sql<{ kind: ComparedKind | 'unchanged'; total: number } & Partial<ComparedRow>>`
    with held as materialized (
      select s.is_head, coalesce(m.fingerprint, f.fingerprint) as fingerprint, f.package, v.id, v.group_id, v.severity_rank,
        v.package_name, v.finding_id, v.component_id, coalesce(c.version, '') as version,
        coalesce(v.sbom_ids && ${unseen}::uuid[], false) as is_unseen
      from (values (${baseId}::uuid, false), (${headId}::uuid, true)) s(version_id, is_head)
      join version_finding v on v.org_id = ${tx.orgId} and v.version_id = s.version_id
      join finding f on f.org_id = v.org_id and f.id = v.finding_id
      left join finding m on m.org_id = f.org_id and m.id = f.merged_into
      join component c on c.org_id = v.org_id and c.id = v.component_id
      where v.known_to is null and v.relevance <> 'not_relevant'
    ),
    kinds as materialized (
      select fingerprint, case
        when not bool_or(not is_head) then 'introduced'
        when not bool_or(is_head) then case when bool_or(is_unseen) then 'notUploaded' else 'resolved' end
        when array_agg(distinct version order by version) filter (where is_head)
          <> array_agg(distinct version order by version) filter (where not is_head) then 'changed'
        else 'unchanged' end as kind
      from held group by fingerprint
    ),
    firsts as (
      select distinct on (h.fingerprint) k.kind, h.* from kinds k join held h on h.fingerprint = k.fingerprint
      where k.kind <> 'unchanged' and h.is_head = (k.kind in ('introduced', 'changed'))
      order by h.fingerprint, h.severity_rank desc, h.package_name, h.finding_id, h.component_id
    ),
    numbered as (
      select *, row_number() over (
        partition by kind order by severity_rank desc, package_name, finding_id, component_id) as position
      from firsts
    )
    select t.kind, t.total, n.id, encode(n.fingerprint, 'hex') as fingerprint, n.package, n.group_id as "groupId"
    from (select kind, count(*)::int as total from kinds group by kind) t
    left join numbered n on n.kind = t.kind and n.position <= ${limit}
    order by t.kind, n.position`.execute(tx.db);
  const found = { introduced: [], resolved: [], changed: [], notUploaded: [] } as Record<ComparedKind, ComparedRow[]>;
  const counts = { introduced: 0, resolved: 0, changed: 0, notUploaded: 0, unchanged: 0 };
  for (const { kind, total, ...row } of rows) {
    counts[kind] = total;
    if (kind !== 'unchanged') found[kind].push(row as ComparedRow);
  }
  return { rows: found, counts };
}
