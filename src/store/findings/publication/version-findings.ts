/**
 * The findings of a version. A row says that a finding is in a version from `known_from` until `known_to` (null: now). Only the
 * end of a row is ever updated, so that the past stays readable; publishing writes the difference to the current rows.
 */
import { createHash } from 'node:crypto';
import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { FindingPresence } from '../../../core/history/changes/compare-findings.ts';
import type { RatedPresence } from '../../../core/history/changes/persisting-changes.ts';
import type { FindingChange } from '../../../core/history/changes/explain-publication.ts';
import type { VersionFinding } from '../../../core/history/findings/version-findings.ts';
import type { PreviousDeadline } from '../../../core/relevance/priority/deadline.ts';
import type { OrgTx } from '../../database.ts';
import { addUsage } from '../../people/usage.ts';
import { createYielder } from '../../yielding.ts';
import { merged, mergedWrite } from '../../shared-transactions.ts';
import { saveDetails, versionColumn } from '../finding-details.ts';
import { toDetailParts } from '../stored-finding.ts';
import type { FindingsTables } from '../tables.ts';
import type { FindingIdentity } from './finding-identities.ts';
import { updateNewestFindings } from './newest-findings.ts';

/** A current row of a version. */
export interface CurrentFinding extends RatedPresence {
  readonly id: string;
  /** The finding as stored; `findingId` is the one it was merged into, if any. */
  readonly writtenFindingId: string;
  readonly hash: string;
  readonly begin: FindingBegin;
  readonly deadline: PreviousDeadline;
}

interface FindingBegin {
  readonly by: string | null;
  readonly detail: unknown;
}

/** A finding that the version should have, with its identity. */
export interface WantedFinding extends RatedPresence {
  readonly identity: FindingIdentity;
  readonly finding: VersionFinding;
}

export const listCurrentFindings: (tx: OrgTx, versionId: string) => Promise<CurrentFinding[]> = merged(
  async (tx: OrgTx, versionIds: readonly string[]) => {
    const rows = await listRows(tx, sql`v.version_id = any(${versionIds}::uuid[]) and v.known_to is null`);
    const ofVersion = Map.groupBy(rows, ({ versionId }) => versionId);
    return versionIds.map((id) => ofVersion.get(id) ?? []);
  },
);

export const countCurrentFindings: (tx: OrgTx, versionId: string) => Promise<number> = merged(
  async (tx: OrgTx, versionIds: readonly string[]) => {
    const { rows } = await sql<{ versionId: string; count: number }>`
      select version_id as "versionId", count(*)::int as count from version_finding
      where org_id = ${tx.orgId} and version_id = any(${versionIds}::uuid[]) and known_to is null
      group by version_id`.execute(tx.db);
    const counts = new Map(rows.map(({ versionId, count }) => [versionId, count]));
    return versionIds.map((id) => counts.get(id) ?? 0);
  },
);

/** Returns these findings with all of their rows in the newest earlier version that has or had them. */
export async function listPreviousFindings(
  tx: OrgTx,
  versionId: string,
  findingIds: readonly string[],
): Promise<CurrentFinding[]> {
  if (findingIds.length === 0) return [];
  return await listRows(
    tx,
    sql`v.id in (
      with heir as materialized (
        select distinct coalesce(f.merged_into, f.id) as id from finding f
        where f.org_id = ${tx.orgId} and f.id = any(${findingIds}::uuid[])
      ), member as materialized (
        select f.id, coalesce(f.merged_into, f.id) as heir_id from finding f
        where f.org_id = ${tx.orgId} and (f.id in (select id from heir) or f.merged_into in (select id from heir))
      ), held as materialized (
        select w.id, w.version_id, w.known_to, w.known_from, m.heir_id, n.created_at
        from member m
        join version_finding w on w.org_id = ${tx.orgId} and w.finding_id = m.id
        join service_version n on n.org_id = w.org_id and n.id = w.version_id and n.deleted_at is null
        join service_version o on o.org_id = n.org_id and o.id = ${versionId} and (n.created_at, n.id) < (o.created_at, o.id)
      ), newest as (
        select distinct on (heir_id) heir_id, version_id, known_to from held
        order by heir_id, (known_to is null) desc, created_at desc, version_id desc, known_from desc
      )
      select h.id from newest e join held h on h.heir_id = e.heir_id and h.version_id = e.version_id
        and h.known_to is not distinct from e.known_to)`,
  );
}

async function listRows(
  tx: OrgTx,
  which: RawBuilder<unknown>,
): Promise<(CurrentFinding & { readonly versionId: string })[]> {
  const { rows } = await sql<CurrentRow>`
    select v.id, v.version_id as "versionId", coalesce(f.merged_into, f.id) as "findingId", f.id as "writtenFindingId", v.component_id as "componentId",
      ${versionColumn(tx)} as "componentVersion", v.group_id as "groupId", v.canonical_id as "canonicalId", f.package,
      v.package_name as "packageName", v.relevance, v.severity_rank as "severityRank", v.kev,
      d.detail #>> '{vulnerability,ssvc,exploitation}' as exploitation, v.began_by as "beganBy",
      nullif(d.detail->'began', 'null') as "beganDetail", v.due_at as "dueAt", v.due_days as "dueDays",
      encode(v.detail_sha256, 'hex') as hash
    from version_finding v
    join finding f on f.org_id = v.org_id and f.id = v.finding_id
    cross join lateral (
      select detail from finding_detail where org_id = ${tx.orgId} and sha256 = v.facts_sha256 limit 1) d
    where v.org_id = ${tx.orgId} and ${which}
    order by v.component_id, v.group_id`.execute(tx.db);
  return rows.map(({ beganBy, beganDetail, dueAt, dueDays, ...row }) => ({
    ...row,
    begin: { by: beganBy, detail: beganDetail },
    deadline: { days: dueDays, dueAt: dueAt?.toISOString() ?? null },
  }));
}

type CurrentRow = Omit<CurrentFinding, 'begin' | 'deadline'> & {
  readonly versionId: string;
  readonly beganBy: string | null;
  readonly beganDetail: unknown;
  readonly dueAt: Date | null;
  readonly dueDays: number | null;
};

export interface Publication {
  readonly versionId: string;
  readonly at: string;
  readonly newId: () => string;
  readonly wanted: readonly WantedFinding[];
  readonly current: readonly CurrentFinding[];
  /** The rows that the result is compared with: the current rows, or those of another version. */
  readonly base: readonly CurrentFinding[];
  readonly changes: readonly FindingChange[];
}

/**
 * Keeps unchanged rows; a new row of the same finding keeps the recorded cause of its begin. Returns the number of rows that were
 * ended and inserted.
 */
export async function saveVersionFindings(tx: OrgTx, publication: Publication): Promise<number> {
  const { wanted, current, base, changes } = publication;
  const rowOf = new Map(current.map((row) => [toRowKey(row), row]));
  const turn = createYielder();
  const hashed: (WantedFinding & { readonly hash: string })[] = [];
  for (const each of wanted) {
    hashed.push({ ...each, hash: hashOf(each.finding) });
    await turn();
  }
  const isKept = (each: (typeof hashed)[number], row = rowOf.get(toRowKey(each))): boolean =>
    row !== undefined && row.hash === each.hash && row.writtenFindingId === each.findingId;
  const kept = new Set(hashed.filter((each) => isKept(each)).map(toRowKey));
  const changeOf = new Map(changes.map((change) => [change.findingId, change]));
  const beginOf = new Map([...base, ...current].map((row) => [row.findingId, row.begin]));
  const ended = current.filter((row) => !kept.has(toRowKey(row)));
  const end = ended.map(({ id, findingId }): EndedRow => {
    const change = changeOf.get(findingId);
    return { id, at: publication.at, kind: change?.kind, cause: change?.cause, detail: change?.detail };
  });
  if (end.length > 0) await endRows(tx, end);
  const added: AddedFinding[] = [];
  for (const each of hashed) {
    if (kept.has(toRowKey(each))) continue;
    const change = changeOf.get(each.findingId);
    const begin = change === undefined ? beginOf.get(each.findingId) : { by: change.cause, detail: change.detail };
    const { facts, place } = toDetailParts(each.finding.detail, begin?.detail);
    added.push({ ...each, beganBy: begin?.by ?? null, facts: JSON.stringify(facts), place: JSON.stringify(place) });
    await turn();
  }
  if (added.length > 0) {
    const details = await saveDetails(tx, new Set(added.flatMap(({ facts, place }) => [facts, place])));
    await insertRows(tx, toRows(tx, publication, added, details));
  }
  updateNewestFindings(tx, publication.versionId, ended.length + added.length > 0);
  addUsage(tx, 'findings', added.length - ended.length);
  return ended.length + added.length;
}

const ROWS_PER_STATEMENT = 500;

function toRowKey({ componentId, groupId }: Pick<FindingPresence, 'componentId' | 'groupId'>): string {
  return `${componentId} ${groupId}`;
}

/**
 * Omits insignificant changes, for which no new row is written: the EPSS score within its step, its percentile, the modification
 * time of a record, and its references. The row keeps their values from when it was written.
 */
function hashOf(finding: VersionFinding): string {
  const { detail, ...keys } = finding;
  const { epss: _epss, modifiedAt: _at, references: _references, ...vulnerability } = detail.vulnerability;
  return createHash('sha256')
    .update(JSON.stringify({ ...keys, detail: { ...detail, vulnerability } }))
    .digest('hex');
}

/** Without a change: another row of the same finding follows, or its document was not uploaded. */
interface EndedRow {
  readonly id: string;
  readonly at: string;
  readonly kind: string | undefined;
  readonly cause: string | undefined;
  readonly detail: unknown;
}

const endRows = mergedWrite(async (tx: OrgTx, ended: readonly (readonly EndedRow[])[]) => {
  await sql`
    update version_finding v set known_to = e.at, ended_as = e.kind, ended_by = e.cause, ended_detail = e.detail
    from jsonb_to_recordset(${JSON.stringify(ended.flat())}::jsonb)
      as e(id uuid, at timestamptz, kind text, cause text, detail jsonb)
    where v.org_id = ${tx.orgId} and v.id = e.id`.execute(tx.db);
});

interface AddedFinding extends WantedFinding {
  readonly hash: string;
  readonly beganBy: string | null;
  /** As JSON. */
  readonly facts: string;
  readonly place: string;
}

function toRows(
  tx: OrgTx,
  { versionId, at, newId }: Publication,
  added: readonly AddedFinding[],
  details: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>>[] {
  return added.map(({ finding, identity, hash, beganBy, facts, place }) => ({
    org_id: tx.orgId,
    id: newId(),
    version_id: versionId,
    finding_id: identity.id,
    ...toColumns(finding),
    detail_sha256: `\\x${hash}`,
    facts_sha256: `\\x${details.get(facts)}`,
    place_sha256: `\\x${details.get(place)}`,
    known_from: at,
    known_to: null,
    first_seen_at: identity.firstSeenAt,
    began_by: beganBy,
    ended_as: null,
    ended_by: null,
    ended_detail: null,
    suggested: finding.detail.relevance.suggestion !== null,
    decided: finding.detail.decision?.state ?? null,
    label: finding.detail.relevance.label,
    codes: [...new Set(finding.detail.reasons.map(({ code }) => code))],
  }));
}

const insertRows = mergedWrite(async (tx: OrgTx, added: readonly (readonly Readonly<Record<string, unknown>>[])[]) => {
  const rows = added.flat();
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await sql`
      insert into version_finding
      select * from jsonb_populate_recordset(null::version_finding,
        ${JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT))}::jsonb)
      on conflict (org_id, id) do nothing`.execute(tx.db);
});

type ColumnMember = Exclude<keyof VersionFinding, 'package' | 'detail'>;
type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : '';
type FindingColumns = Pick<Insertable<FindingsTables['version_finding']>, ColumnOf<ColumnMember>>;

/** Every member of the core's finding has a column of its name, except the package, which the finding itself has. */
function toColumns({ package: _package, detail: _detail, ...members }: VersionFinding): FindingColumns {
  const columns = Object.entries(members).map(([name, value]) => [
    name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(columns) as FindingColumns;
}
