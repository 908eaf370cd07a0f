/**
 * Exploit data by CVE id (KEV, EPSS, SSVC). A new file of a source replaces the previous one: only differences are written, and
 * values that are no longer in the file are set to null. The row stays, with the snapshot that changed it.
 */
import { sql, type RawBuilder } from 'kysely';
import type {
  Enrichment,
  EpssFacts,
  KevFacts,
  SsvcFacts,
  ExploitFacts,
} from '../../../core/advisory/enrichment/enrichment.ts';
import { toEpssStep } from '../../../core/advisory/enrichment/epss.ts';
import type { EnrichmentPart } from '../../../core/vocabulary/source.ts';
import type { ReferenceTx } from '../../database.ts';
import { merged } from '../../shared-transactions.ts';
import { raiseGroupsOfCves } from './group-revisions.ts';

export interface EnrichmentMerge {
  readonly rows: number;
  /** Includes new rows. */
  readonly changed: number;
  readonly removed: number;
  /** Undefined when nothing has changed. */
  readonly snapshot: number | undefined;
}

const COLUMNS: Readonly<Record<EnrichmentPart, readonly [string, ...string[]]>> = {
  kev: ['kev'],
  epss: ['epss_score', 'epss_percentile', 'epss_step'],
  ssvc: ['ssvc'],
};

const SNAPSHOTS: Readonly<Record<EnrichmentPart, RawBuilder<unknown>>> = {
  kev: sql`kev_snapshot`,
  epss: sql`epss_snapshot`,
  ssvc: sql`ssvc_snapshot`,
};

/** Merges a whole file in one transaction; an error in the middle changes nothing. */
export async function mergeEnrichment(
  tx: ReferenceTx,
  part: EnrichmentPart,
  batches: AsyncIterable<readonly Enrichment[]>,
  takeSnapshot: (changed: number) => Promise<number>,
): Promise<EnrichmentMerge> {
  // Not by COPY, which does not work on connections that pipeline statements.
  await sql`
    create temporary table incoming_enrichment
      (cve text primary key, kev jsonb, epss_score real, epss_percentile real, epss_step real, ssvc jsonb) on commit drop`.execute(
    tx.db,
  );
  for await (const batch of batches) await insertIncoming(tx, part, batch);
  await sql`analyze incoming_enrichment`.execute(tx.db);
  const counts = await countDifferences(tx, part);
  const total = counts.changed + counts.removed;
  if (total === 0) return { ...counts, snapshot: undefined };
  const snapshot = await takeSnapshot(total);
  await raiseVulnerabilities(tx, part, snapshot);
  await writeChanged(tx, part, snapshot);
  await clearRemoved(tx, part, snapshot);
  return { ...counts, snapshot };
}

async function insertIncoming(tx: ReferenceTx, part: EnrichmentPart, batch: readonly Enrichment[]): Promise<void> {
  const cves = batch.map(({ cve }) => cve);
  const values = part === 'epss' ? toEpssArrays(batch) : sql`${batch.map((row) => toJson(row, part))}::jsonb[]`;
  // Of two rows for one id, the first is used.
  await sql`
    insert into incoming_enrichment (cve, ${columnsOf(part)})
    select * from unnest(${cves}::text[], ${values}) on conflict do nothing`.execute(tx.db);
}

function toEpssArrays(batch: readonly Enrichment[]): RawBuilder<unknown> {
  const facts = batch.map((row) => ('epss' in row ? row.epss : undefined));
  const scores = facts.map((epss) => epss?.score ?? null);
  const percentiles = facts.map((epss) => epss?.percentile ?? null);
  const steps = scores.map((score) => score && toEpssStep(score));
  return sql`${scores}::real[], ${percentiles}::real[], ${steps}::real[]`;
}

function toJson(row: Enrichment, part: EnrichmentPart): string | null {
  if (part === 'kev') return 'kev' in row ? JSON.stringify(row.kev) : null;
  return 'ssvc' in row ? JSON.stringify(row.ssvc) : null;
}

async function countDifferences(tx: ReferenceTx, part: EnrichmentPart): Promise<Omit<EnrichmentMerge, 'snapshot'>> {
  const { rows } = await sql<{ rows: number; changed: number; removed: number }>`
    select (select count(*)::int from incoming_enrichment) as rows,
      count(n.cve)::int as changed, (count(*) - count(n.cve))::int as removed
    from incoming_enrichment n
    full join (select * from enrichment where ${presentIn('enrichment', part)}) o on o.cve = n.cve
    where (${columnsOf(part, 'n')}) is distinct from (${columnsOf(part, 'o')})`.execute(tx.db);
  return rows[0] ?? { rows: 0, changed: 0, removed: 0 };
}

/** Raises the revision of the vulnerabilities whose findings change. A score that stays on its step changes no finding. */
async function raiseVulnerabilities(tx: ReferenceTx, part: EnrichmentPart, snapshot: number): Promise<void> {
  const column = sql.ref(part === 'epss' ? 'epss_step' : part);
  await sql`
    create temporary table changed_cve on commit drop as
    select coalesce(n.cve, o.cve) as cve from incoming_enrichment n
    full join (select * from enrichment where ${presentIn('enrichment', part)}) o on o.cve = n.cve
    where n.${column} is distinct from o.${column}`.execute(tx.db);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from changed_cve`.execute(tx.db);
  await sql`analyze changed_cve`.execute(tx.db);
  await raiseGroupsOfCves(tx, rows[0]?.count ?? 0, snapshot);
}

async function writeChanged(tx: ReferenceTx, part: EnrichmentPart, snapshot: number): Promise<void> {
  const assignments = COLUMNS[part].map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  await sql`
    insert into enrichment (cve, ${columnsOf(part)}, ${SNAPSHOTS[part]})
    select n.cve, ${columnsOf(part, 'n')}, ${snapshot}::bigint
    from incoming_enrichment n left join enrichment o on o.cve = n.cve
    where (${columnsOf(part, 'n')}) is distinct from (${columnsOf(part, 'o')})
    on conflict (cve) do update set ${sql.join(assignments)}, ${SNAPSHOTS[part]} = excluded.${SNAPSHOTS[part]}`.execute(
    tx.db,
  );
}

async function clearRemoved(tx: ReferenceTx, part: EnrichmentPart, snapshot: number): Promise<void> {
  const assignments = COLUMNS[part].map((name) => sql`${sql.ref(name)} = null`);
  await sql`
    update enrichment set ${sql.join(assignments)}, ${SNAPSHOTS[part]} = ${snapshot}
    where cve in (
      select o.cve from enrichment o left join (select cve from incoming_enrichment) n on n.cve = o.cve
      where ${presentIn('o', part)} and n.cve is null)`.execute(tx.db);
}

function columnsOf(part: EnrichmentPart, table?: string): RawBuilder<unknown> {
  return sql.join(COLUMNS[part].map((name) => sql.ref(table === undefined ? name : `${table}.${name}`)));
}

function presentIn(table: string, part: EnrichmentPart): RawBuilder<unknown> {
  return sql`${sql.ref(`${table}.${COLUMNS[part][0]}`)} is not null`;
}

export type EnrichmentFacts = ExploitFacts<EpssFacts & { readonly asOf: string | null }>;

/** Returns the facts by CVE id; an id without facts is absent. All scores are of the day of the last file. */
export const listEnrichment = merged(async (tx: ReferenceTx, asked: readonly (readonly string[])[]) => {
  const { rows } = await sql<{
    cve: string;
    kev: KevFacts | null;
    score: number | null;
    percentile: number | null;
    ssvc: SsvcFacts | null;
    asOf: Date | null;
  }>`
    select e.cve, e.kev, e.epss_score as score, e.epss_percentile as percentile, e.ssvc, s.newest_record_at as "asOf"
    from enrichment e left join advisory_source s on s.name = 'epss'
    where e.cve = any(${[...new Set(asked.flat())]}::text[]) and (e.kev is not null or e.epss_score is not null or e.ssvc is not null)`.execute(
    tx.db,
  );
  const known = new Map<string, EnrichmentFacts>(
    rows.map(({ cve, kev, score, percentile, ssvc, asOf }) => [
      cve,
      { kev, epss: score === null ? null : { score, percentile, asOf: asOf?.toISOString() ?? null }, ssvc },
    ]),
  );
  return asked.map((): ReadonlyMap<string, EnrichmentFacts> => known);
});
