/** Counts the open findings of the newest versions by service: the totals of an organization, and its services by urgency. */
import { sql, type RawBuilder } from 'kysely';
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import type { OpenTotals } from '../../../core/history/trend.ts';
import { BANDS, type Band } from '../../../core/vocabulary/priority.ts';
import type { ServiceSort } from '../../../core/vocabulary/service.ts';
import { SEVERITIES } from '../../../core/vocabulary/severity.ts';
import type { OrgTx } from '../../database.ts';
import type { ServiceScope } from '../../portfolio/services.ts';
import { newestRows, versionsOf } from './collect-findings.ts';
import { PLACE_COLUMNS, withPlace, type Place, type PlaceRow } from './place.ts';

interface Counts extends OpenTotals {
  readonly byBand: Readonly<Record<Band, number>>;
  readonly exploited: number;
  readonly hidden: number;
}

export interface RankedService extends Place, Counts {}

interface RankedServices {
  readonly totals: Counts & {
    readonly overdue: number;
    /** Including overdue findings. */
    readonly dueSoon: number;
  };
  readonly services: readonly RankedService[];
}

interface Ranking {
  readonly sort: ServiceSort;
  readonly limit: number;
  readonly now: string;
  readonly dueBefore: string;
}

/**
 * Reads the rows once, for the totals and for the order of the services. By urgency, bands are compared one by one: a sum would hide
 * one urgent finding behind many others.
 */
export async function rankServices(
  tx: OrgTx,
  scope: ServiceScope,
  { sort, limit, now, dueBefore }: Ranking,
): Promise<RankedServices> {
  const isShown = sql`v.relevance <> 'not_relevant'`;
  const columns = [
    ...BANDS.map((band) => toCount(band, sql`${isShown} and v.band = ${band}`)),
    ...SEVERITIES.map((severity) => toCount(severity, sql`${isShown} and v.severity_rank = ${rankOf(severity)}`)),
    toCount('findings', isShown),
    toCount('exploited', sql`${isShown} and v.kev`),
    toCount('hidden', sql`not ${isShown}`),
    toCount('overdue', sql`${isShown} and v.due_at < ${now}::timestamptz`),
    toCount('dueSoon', sql`${isShown} and v.due_at < ${dueBefore}::timestamptz`),
    sql`sum(v.risk) filter (where ${isShown})::float8 as risk`,
  ];
  const order = sql.join(ORDERS[sort].map((name) => sql`coalesce(${sql.ref(`n.${name}`)}, 0) desc`));
  const { rows } = await sql<PlaceRow & { counts: Partial<Numbers>; totals: Partial<Numbers> }>`
    with counted as materialized (
      select v.service_id, ${sql.join(columns)} from ${newestRows(tx, scope)} group by v.service_id
    ), chosen as materialized (${versionsOf(tx, { newestOf: scope }, {})}),
    ranked as materialized (
      select c.version_id, row_number() over (order by ${order}, s.name, s.id) as place, to_jsonb(n) as counts from chosen c
      join service s on s.org_id = ${tx.orgId} and s.id = c.service_id
      left join counted n on n.service_id = c.service_id
      order by place limit ${limit}
    )
    select ${PLACE_COLUMNS}, coalesce(c.counts, '{}') as counts, (
      select to_jsonb(t) from (select ${sql.join(NUMBERS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))} from counted) t
    ) as totals
    from ranked c
    join service_version v on v.org_id = ${tx.orgId} and v.id = c.version_id
    join service s on s.org_id = v.org_id and s.id = v.service_id
    order by c.place`.execute(tx.db);
  const totals = rows[0]?.totals ?? {};
  return {
    totals: { ...toCounts(totals), overdue: totals.overdue ?? 0, dueSoon: totals.dueSoon ?? 0 },
    services: rows.map(({ counts, service, versionId, versionName, versionAt }) => ({
      ...withPlace({ service, versionId, versionName, versionAt }),
      ...toCounts(counts),
    })),
  };
}

const NUMBERS = [...BANDS, ...SEVERITIES, 'findings', 'exploited', 'hidden', 'overdue', 'dueSoon', 'risk'] as const;
type Numbers = Readonly<Record<(typeof NUMBERS)[number], number | null>>;

/** Findings of one urgency are compared before those of the next. */
const ORDERS: Readonly<Record<ServiceSort, readonly (typeof NUMBERS)[number][]>> = {
  urgency: BANDS,
  risk: ['risk'],
  findings: ['findings'],
  exploited: ['exploited', ...BANDS],
};

function toCount(name: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`count(*) filter (where ${condition}) as ${sql.ref(name)}`;
}

function toCounts(numbers: Partial<Numbers>): Counts {
  const pick = <Name extends keyof Numbers>(names: readonly Name[]): Record<Name, number> =>
    Object.fromEntries(names.map((name) => [name, numbers[name] ?? 0])) as Record<Name, number>;
  return {
    byBand: pick(BANDS),
    bySeverity: pick(SEVERITIES),
    exploited: numbers.exploited ?? 0,
    hidden: numbers.hidden ?? 0,
    risk: numbers.risk ?? 0,
  };
}
