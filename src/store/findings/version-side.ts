/** One side of a comparison: everything that a version holds, bounded by what a document may list. */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';
import { listFindings, type ListedFinding } from './list-findings.ts';

const FINDINGS_COMPARED_MAX = 50_000;

export interface HeldComponent {
  readonly purl: string | null;
  readonly name: string;
  readonly version: string | null;
  /** Package without version. */
  readonly package: string;
}

export async function listHeldComponents(tx: OrgTx, versionId: string): Promise<HeldComponent[]> {
  const { rows } = await sql<HeldComponent>`
    select min(coalesce(s.purl, c.purl) collate "C") as purl, c.name, c.version, c.unversioned as package
    from sbom b
    join component_set s on s.org_id = b.org_id and s.sha256 = b.set_sha256
    join component c on c.org_id = s.org_id and c.id = s.component_id
    where b.org_id = ${tx.orgId} and b.version_id = ${versionId} and b.superseded_by is null and b.deleted_at is null
    group by c.id, c.name, c.version, c.unversioned, c.sort_key
    order by c.sort_key, c.id`.execute(tx.db);
  return rows;
}

/** Every current finding of the version, filtered ones included. */
export async function listHeldFindings(tx: OrgTx, versionId: string): Promise<readonly ListedFinding[]> {
  const relevance = ['relevant', 'deprioritized', 'not_relevant'];
  const page = { limit: FINDINGS_COMPARED_MAX, offset: 0, sort: 'severity' } as const;
  return (await listFindings(tx, versionId, { relevance }, page)).items;
}

/** The newest earlier version of the same git branch where both have one, else the newest earlier version. */
export async function findPreviousVersion(tx: OrgTx, versionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from service_version v
    join service_version p on p.org_id = v.org_id and p.service_id = v.service_id and p.deleted_at is null
      and (p.created_at, p.id) < (v.created_at, v.id)
    where v.org_id = ${tx.orgId} and v.id = ${versionId}
    order by (p.git_branch is not null and p.git_branch = v.git_branch) desc, p.created_at desc, p.id desc limit 1`.execute(
    tx.db,
  );
  return rows[0]?.id;
}
