/** What publishing reads, all of it in the transaction that publishes: a result is a function of the tables. */
import { sql } from 'kysely';
import type { ComponentInVersion } from '../../core/history/version-findings.ts';
import type { PackageMatch } from '../../core/match/match.ts';
import type { OrgTx } from '../database.ts';

export interface VersionSbom {
  readonly id: string;
  readonly image: string | null;
  readonly setSha256: Buffer | null;
  readonly graph: Buffer | null;
  readonly hasWarnings: boolean;
}

export async function listLiveSboms(tx: OrgTx, versionId: string): Promise<VersionSbom[]> {
  const { rows } = await sql<{
    id: string;
    image: string | null;
    set_sha256: Buffer | null;
    graph: Buffer | null;
    warned: boolean;
  }>`
    select id, image, set_sha256, graph, jsonb_array_length(warnings) > 0 as warned from sbom
    where org_id = ${tx.orgId} and version_id = ${versionId} and superseded_by is null and deleted_at is null
    order by id`.execute(tx.db);
  return rows.map(({ set_sha256: setSha256, warned: hasWarnings, ...row }) => ({ ...row, setSha256, hasWarnings }));
}

export type VersionComponent = Omit<ComponentInVersion, 'occurrences'>;

/** Every distinct component of the sets, with what the matcher said about it. */
export async function listVersionComponents(tx: OrgTx, sets: readonly Buffer[]): Promise<VersionComponent[]> {
  const { rows } = await sql<{
    id: string;
    purl: string | null;
    group: string | null;
    name: string;
    package_name: string | null;
    version: string | null;
    not_checked: string | null;
    scopes: string[];
    direct: boolean | null;
    matches: PackageMatch[];
  }>`
    select c.id, c.purl, c."group", c.name, c.package->'identity'->>'name' as package_name, c.version, c.not_checked, s.scopes, s.direct,
      coalesce((select jsonb_agg(m.match order by m.group_id) from component_match m
        where m.org_id = ${tx.orgId} and m.component_id = c.id), '[]'::jsonb) as matches
    from (select component_id, array_agg(distinct scope) as scopes, bool_or(direct) as direct from component_set
      where org_id = ${tx.orgId} and sha256 = any(${sets}) group by component_id) s
    join component c on c.org_id = ${tx.orgId} and c.id = s.component_id
    order by c.id`.execute(tx.db);
  return rows.map((row) => ({
    id: row.id,
    purl: row.purl,
    group: row.group,
    name: row.name,
    packageName: row.package_name,
    version: row.version,
    notChecked: row.not_checked,
    // Needed anywhere is needed.
    scope: SCOPES_BY_WEIGHT.find((scope) => row.scopes.includes(scope)) ?? 'unknown',
    direct: row.direct,
    matches: row.matches,
  }));
}

const SCOPES_BY_WEIGHT = ['required', 'unknown', 'optional', 'excluded'];
