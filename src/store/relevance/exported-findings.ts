/** The content of an exported VEX document for a version: every open finding, with any relevance, in a stable order. */
import { sql } from 'kysely';
import type { Verdict } from '../../core/relevance/opinions/opinion.ts';
import type { VexStatement } from '../../core/vex/vex-statement.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import { FACTS_OF_ROW, PLACE_OF_ROW } from '../findings/finding-details.ts';
import type { PublishedFinding, StoredComponent, StoredOpinion } from '../findings/stored-finding.ts';

export interface ExportedRow extends Pick<PublishedFinding, 'id' | 'canonicalId' | 'relevance' | 'images'> {
  readonly aliases: readonly string[];
  readonly component: StoredComponent;
  /** Null in rows that were written before opinions existed. */
  readonly basis: Verdict['basis'] | null;
  /** Null if there is none. */
  readonly deciding: StoredOpinion | null;
  readonly knownFrom: string;
}

export async function listExportedRows(tx: OrgTx, versionId: string, limit: number): Promise<ExportedRow[]> {
  const { rows } = await sql<DatedRow<ExportedRow, 'knownFrom'>>`
    select v.id, v.canonical_id as "canonicalId", v.relevance, v.images, v.known_from as "knownFrom",
      d.detail #> '{vulnerability,aliases}' as aliases, p.detail as component, d.detail #>> '{relevance,basis}' as basis,
      d.detail #> '{reasons,0}' as deciding
    from version_finding v
    ${FACTS_OF_ROW}
    ${PLACE_OF_ROW}
    where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and v.known_to is null
    order by v.canonical_id collate "C", v.package_name collate "C", v.component_id limit ${limit}`.execute(tx.db);
  return rows.map(toIsoTimes);
}

/** Counts up to `countMax`. */
export async function countExportedRows(tx: OrgTx, versionId: string, countMax: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from version_finding
      where org_id = ${tx.orgId} and version_id = ${versionId} and known_to is null limit ${countMax}) counted`.execute(
    tx.db,
  );
  return rows[0]?.count ?? 0;
}

interface VersionState {
  /** How often the findings of the version have changed, used as the version of its document. */
  readonly changes: number;
  /** Time of the last change. */
  readonly changedAt: string | null;
}

/** Publishing again without a change keeps both values. */
export async function getVersionState(tx: OrgTx, versionId: string): Promise<VersionState> {
  const { rows } = await sql<DatedRow<VersionState, 'changedAt'>>`
    select count(*)::int as changes, max(at) as "changedAt" from (
      select known_from as at from version_finding where org_id = ${tx.orgId} and version_id = ${versionId}
      union select known_to from version_finding
      where org_id = ${tx.orgId} and version_id = ${versionId} and known_to is not null) moments`.execute(tx.db);
  return rows[0] === undefined ? { changes: 0, changedAt: null } : toIsoTimes(rows[0]);
}

/** Returns the original wording of statements by statement id, as opinions reference it. */
export async function listVerbatimStatements(
  tx: OrgTx,
  statementIds: readonly string[],
): Promise<ReadonlyMap<string, VexStatement['verbatim']>> {
  if (statementIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; verbatim: VexStatement['verbatim'] }>`
    select concat(s.document_id, '/', s.n) as id, s.statement->'verbatim' as verbatim
    from unnest(${statementIds}::text[]) i
    join vex_statement s on s.org_id = ${tx.orgId} and s.document_id = split_part(i, '/', 1)::uuid
      and s.n = split_part(i, '/', 2)::int`.execute(tx.db);
  return new Map(rows.map(({ id, verbatim }) => [id, verbatim]));
}
