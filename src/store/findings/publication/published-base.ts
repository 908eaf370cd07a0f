/**
 * The base with which a new result is compared: the last result of the version, or the previous version. Also reads what explains
 * the differences: the components of both sides, and the records that reported a finding.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Coverage } from '../../../core/history/coverage.ts';
import type { ResultOrigin, HidingReason } from '../../../core/history/changes/explain-change.ts';
import type { ComparedComponent } from '../../../core/history/changes/explain-publication.ts';
import type { MissingDocument } from '../../../core/history/missing-documents.ts';
import type { OrgTx } from '../../database.ts';
import { merged } from '../../shared-transactions.ts';
import type { UnseenContent } from '../analyses/analyses.ts';
import { FACTS_OF_ROW } from '../finding-details.ts';
import {
  StoredCoverage,
  StoredUnseenDocuments,
  StoredProfiles,
  type UsedProfile,
} from '../analyses/stored-analysis.ts';
import { toDecidingOpinion, type DecidingOpinion } from '../../../core/history/changes/relevance-cause.ts';
import type { Verdict, Opinion } from '../../../core/relevance/opinions/opinion.ts';
import { toOpinions, type StoredOpinion, type PublishedFinding } from '../stored-finding.ts';

export interface PublishedBase extends ResultOrigin {
  readonly versionId: string;
  readonly coverage: Coverage | null;
  readonly profiles: readonly UsedProfile[];
  /** Null if it was published before sets were stored. */
  readonly sets: readonly Buffer[] | null;
  readonly notUploaded: UnseenContent;
}

/** Returns the last result of the version, or undefined. A failed analysis has no result. */
export const findPublishedBase: (tx: OrgTx, versionId: string) => Promise<PublishedBase | undefined> = merged(
  async (tx: OrgTx, versionIds: readonly string[]) => {
    const { rows } = await sql<BaseRow>`
      select v.id as "versionId", a.* from unnest(${versionIds}::uuid[]) v(id) cross join lateral (
        select engine_version as "engineVersion", sets, coverage, profiles, not_uploaded as documents,
          not_uploaded_findings as "findingIds", snapshot::float8 as snapshot
        from analysis where org_id = ${tx.orgId} and version_id = v.id and coverage is not null
        order by finished_at desc, id desc limit 1) a`.execute(tx.db);
    const bases = new Map(rows.map((row) => [row.versionId, toPublishedBase(row)]));
    return versionIds.map((id) => bases.get(id));
  },
);

interface BaseRow extends Pick<PublishedBase, 'versionId' | 'engineVersion' | 'snapshot' | 'sets'> {
  readonly coverage: unknown;
  readonly profiles: unknown;
  readonly documents: unknown;
  readonly findingIds: readonly string[] | null;
}

function toPublishedBase({ documents, findingIds, ...base }: BaseRow): PublishedBase {
  return {
    ...base,
    coverage: StoredCoverage.parse(base.coverage),
    profiles: StoredProfiles.parse(base.profiles) ?? [],
    notUploaded: { documents: StoredUnseenDocuments.parse(documents) ?? [], findingIds: findingIds ?? [] },
  };
}

/** Returns every component of these packages (without version) in the sets of both sides. */
export async function listVersionsInSets(
  tx: OrgTx,
  packages: readonly string[],
  { before, now }: { readonly before: readonly Buffer[]; readonly now: readonly Buffer[] },
): Promise<ComparedComponent[]> {
  return await listComparedComponents(tx, { packages, before, now });
}

interface Compared {
  readonly packages: readonly string[];
  readonly before: readonly Buffer[];
  readonly now: readonly Buffer[];
}

const listComparedComponents = merged(async (tx: OrgTx, compared: readonly Compared[]) => {
  // After an update of advisories both sides have the same sets; each is looked up once.
  const sets = distinct(compared.flatMap(({ before, now }) => [...before, ...now]));
  const packages = new Set(compared.flatMap((each) => each.packages));
  // They are read as a whole (`offset 0`), because a component may be in thousands of others, with one hashed lookup per place.
  const { rows } = await sql<Omit<ComparedComponent, 'before' | 'now'> & { readonly sets: readonly string[] }>`
    with place as materialized (
      select s.component_id, s.sha256
      from (select component_id, sha256 from component_set
        where org_id = ${tx.orgId} and sha256 = any(${sets}::bytea[]) offset 0) s
      where (s.component_id in (select id from component
        where org_id = ${tx.orgId} and unversioned = any(${[...packages]}::text[]))) is true
    )
    select c.id as "componentId", c.unversioned as package, c.version, array_agg(encode(s.sha256, 'hex')) as sets
    from place s join component c on c.org_id = ${tx.orgId} and c.id = s.component_id
    group by c.id, c.unversioned, c.version`.execute(tx.db);
  const ofPackage = Map.groupBy(rows, (row) => row.package);
  return compared.map(({ packages: asked, before, now }): ComparedComponent[] => {
    const [earlier, later] = [new Set(before.map(toHex)), new Set(now.map(toHex))];
    return [...new Set(asked)].flatMap((name) =>
      (ofPackage.get(name) ?? []).flatMap(({ sets: holding, ...row }) => {
        const side = { before: holding.some((set) => earlier.has(set)), now: holding.some((set) => later.has(set)) };
        return side.before || side.now ? [{ ...row, ...side }] : [];
      }),
    );
  });
});

function toHex(set: Buffer): string {
  return set.toString('hex');
}

function distinct(sets: readonly Buffer[]): Buffer[] {
  return [...new Map(sets.map((set) => [set.toString('base64'), set])).values()];
}

/** Returns by finding the records that it was published with and those that report it now, including those that deny it. */
export async function listRecordIds(
  tx: OrgTx,
  rows: readonly { readonly id: string; readonly findingId: string }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (rows.length === 0) return new Map();
  const answer = await sql<{ findingId: string; recordId: string }>`
    select distinct r.finding_id as "findingId", e->>'recordId' as "recordId"
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ findingId }) => findingId)}::uuid[]) r(id, finding_id)
    join version_finding v on v.org_id = ${tx.orgId} and v.id = r.id
    ${FACTS_OF_ROW}
    left join component_match m on m.org_id = ${tx.orgId} and m.component_id = v.component_id and m.group_id = v.group_id
    cross join lateral jsonb_array_elements((d.detail->'match'->'evidence') || coalesce(m.match->'evidence', '[]')) e
    order by 1, 2`.execute(tx.db);
  const byFinding = Map.groupBy(answer.rows, ({ findingId }) => findingId);
  return new Map([...byFinding].map(([id, records]) => [id, records.map(({ recordId }) => recordId)]));
}

/** Returns the given findings that the version once had and lost. */
export async function listPreviouslyLost(
  tx: OrgTx,
  versionId: string,
  findingIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return findingIds.length === 0 ? new Set() : await listLost(tx, { versionId, findingIds });
}

const listLost = merged(
  async (tx: OrgTx, asked: readonly { readonly versionId: string; readonly findingIds: readonly string[] }[]) => {
    const findingIds = [...new Set(asked.flatMap((each) => each.findingIds))];
    const { rows } = await sql<{ versionId: string; id: string }>`
      select distinct v.version_id as "versionId", coalesce(f.merged_into, f.id) as id
      from finding f join version_finding v on v.org_id = f.org_id and v.finding_id = f.id
      where f.org_id = ${tx.orgId} and (f.id = any(${findingIds}::uuid[]) or f.merged_into = any(${findingIds}::uuid[]))
        and v.version_id = any(${asked.map(({ versionId }) => versionId)}::uuid[]) and v.ended_as is not null`.execute(
      tx.db,
    );
    const ofVersion = Map.groupBy(rows, ({ versionId }) => versionId);
    return asked.map(({ versionId }) => new Set((ofVersion.get(versionId) ?? []).map(({ id }) => id)));
  },
);

/** Returns the given findings that are in some of the documents, in the versions that uploaded them. */
export async function listFindingsOfDocuments(
  tx: OrgTx,
  findingIds: readonly string[],
  documents: readonly MissingDocument[],
): Promise<ReadonlySet<string>> {
  if (findingIds.length === 0 || documents.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(f.merged_into, f.id) as id
    from version_finding v join finding f on f.org_id = v.org_id and f.id = v.finding_id
    where v.org_id = ${tx.orgId} and v.version_id = any(${versionsOf(documents)}::uuid[]) and v.known_to is null
      and v.sbom_ids && array(select b.id from (${namedDocuments(tx, documents)}) b)
      and coalesce(f.merged_into, f.id) = any(${findingIds}::uuid[])`.execute(tx.db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the component sets of documents of other versions. */
export async function listSetsOfDocuments(tx: OrgTx, documents: readonly MissingDocument[]): Promise<Buffer[]> {
  if (documents.length === 0) return [];
  const { rows } = await sql<{ set: Buffer }>`
    select distinct b.set_sha256 as set from (${namedDocuments(tx, documents)}) b
    where b.set_sha256 is not null and b.superseded_by is null and b.deleted_at is null`.execute(tx.db);
  return rows.map(({ set }) => set);
}

/** Includes the documents that they replaced. */
function namedDocuments(tx: OrgTx, documents: readonly MissingDocument[]): RawBuilder<unknown> {
  return sql`select b.* from unnest(${documents.map(({ versionId }) => versionId)}::uuid[], ${documents.map(({ slot }) => slot)}::text[])
    e(version_id, slot) join sbom b on b.org_id = ${tx.orgId} and b.version_id = e.version_id and b.slot = e.slot`;
}

function versionsOf(documents: readonly MissingDocument[]): string[] {
  return [...new Set(documents.map(({ versionId }) => versionId))];
}

/** Returns by finding a document of these rows that was deleted since. */
export async function listDeletedDocuments(
  tx: OrgTx,
  rows: readonly { readonly id: string; readonly findingId: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map();
  const answer = await sql<{ findingId: string; sbomId: string }>`
    select r.finding_id as "findingId", b.id as "sbomId"
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ findingId }) => findingId)}::uuid[]) r(id, finding_id)
    join version_finding v on v.org_id = ${tx.orgId} and v.id = r.id
    join sbom b on b.org_id = v.org_id and b.id = any(v.sbom_ids) and b.deleted_at is not null
    order by 1, b.deleted_at`.execute(tx.db);
  return new Map(answer.rows.map(({ findingId, sbomId }) => [findingId, sbomId]));
}

/** Both are null in rows that were written before opinions existed. */
interface JudgedRow {
  readonly basis: Verdict['basis'] | null;
  readonly reasons: readonly StoredOpinion[] | null;
}

/** Returns the deciding reasons by row id. Read only for findings whose relevance has changed, because details are large. */
export async function listDecidingReasons(
  tx: OrgTx,
  rowIds: readonly string[],
): Promise<ReadonlyMap<string, DecidingOpinion>> {
  const { rows } = await sql<JudgedRow & { id: string }>`
    select v.id, d.detail #>> '{relevance,basis}' as basis, d.detail->'reasons' as reasons from version_finding v ${FACTS_OF_ROW}
    where v.org_id = ${tx.orgId} and v.id = any(${rowIds}::uuid[])`.execute(tx.db);
  return new Map(
    rows.map(({ id, basis, reasons }) => [id, toDecidingOpinion(toOpinions(reasons), basis ?? 'default')]),
  );
}

/** Returns by fingerprint the findings of the version that are hidden by a person, VEX, a profile or an analysis of calls, with the reason. */
export async function listHidingReasons(
  tx: OrgTx,
  versionId: string,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, HidingReason>> {
  if (fingerprints.length === 0) return new Map();
  const { rows } = await sql<JudgedRow & { fingerprint: string }>`
    select encode(o.fingerprint, 'hex') as fingerprint, d.detail #>> '{relevance,basis}' as basis, d.detail->'reasons' as reasons
    from finding o join finding f on f.org_id = o.org_id and (f.id = o.id or f.merged_into = o.id)
    join version_finding v on v.org_id = f.org_id and v.finding_id = f.id and v.version_id = ${versionId}
    ${FACTS_OF_ROW}
    where o.org_id = ${tx.orgId} and o.fingerprint = any(${fingerprints.map((each) => Buffer.from(each, 'hex'))}::bytea[])
      and v.known_to is null and v.relevance = 'not_relevant'
    order by v.id`.execute(tx.db);
  return new Map(
    rows.flatMap(({ fingerprint, basis, reasons }): [string, HidingReason][] => {
      const opinions = toOpinions(reasons);
      const word = toDecidingOpinion(opinions, basis ?? 'default');
      const [deciding] = opinions;
      const cause = deciding && findHidingCause(deciding, word);
      if (deciding === undefined || cause === undefined) return [];
      const { actor, code, text } = deciding;
      return [[fingerprint, { cause, by: actor, code, text }]];
    }),
  );
}

function findHidingCause({ evidence }: Opinion, word: DecidingOpinion): HidingReason['cause'] | undefined {
  if (word.basis === 'human' || word.basis === 'vex') return 'decision';
  if (evidence.some(({ type }) => type === 'reachability')) return 'reachability';
  return word.isProfileBased ? 'profile' : undefined;
}

export type PublishedAssessment = Pick<
  Opinion,
  'code' | 'actor' | 'effect' | 'text' | 'justification' | 'applies' | 'guards'
>;

export interface AssessedRow extends Pick<PublishedFinding, 'componentId' | 'groupId' | 'findingId'> {
  /** Null if none was published. */
  readonly assessment: PublishedAssessment | null;
}

/** Returns the published AI assessments of a version's findings, to check whether a new assessment differs. */
export async function listPublishedAssessments(tx: OrgTx, versionId: string): Promise<AssessedRow[]> {
  const { rows } = await sql<AssessedRow>`
    select v.component_id as "componentId", v.group_id as "groupId", coalesce(f.merged_into, f.id) as "findingId",
      jsonb_path_query_first(d.detail->'reasons', '$[*] ? (@.kind == "ai")') as assessment
    from version_finding v ${FACTS_OF_ROW} join finding f on f.org_id = v.org_id and f.id = v.finding_id
    where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and v.known_to is null`.execute(tx.db);
  return rows;
}
