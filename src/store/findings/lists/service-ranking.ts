/** The open findings of the newest versions by service: the totals of an organization, and its services by urgency. */
import { sql } from 'kysely';
import type { OpenTotals } from '../../../core/history/trend.ts';
import { BANDS, type Band } from '../../../core/vocabulary/priority.ts';
import type { ServiceSort } from '../../../core/vocabulary/service.ts';
import { SEVERITIES } from '../../../core/vocabulary/severity.ts';
import type { OrgTx } from '../../database.ts';
import type { ServiceScope } from '../../portfolio/services.ts';
import { isListed, newestRows, versionsOf } from './collect-findings.ts';
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
 * Reads the counts of every service, for the totals and for the order of the services. By urgency, bands are compared one by one: a sum
 * would hide one urgent finding behind many others.
 */
export async function rankServices(
  tx: OrgTx,
  scope: ServiceScope,
  { sort, limit, now, dueBefore }: Ranking,
): Promise<RankedServices> {
  const order = sql.join(ORDERS[sort].map((name) => sql`coalesce(${sql.ref(`n.${name}`)}, 0) desc`));
  const { rows } = await sql<PlaceRow & { counts: Partial<Numbers>; totals: Partial<Numbers> }>`
    with chosen as materialized (${versionsOf(tx, { newestOf: scope }, {})}),
    counted as materialized (
      select v.*, ${sql.join(
        SEVERITIES.map((severity) => sql.ref(`v.${severity}`)),
        sql` + `,
      )} as findings
      from open_finding_count v where ${isListed(tx, scope)}
    ),
    ranked as materialized (
      select c.version_id, row_number() over (order by ${order}, s.name, s.id) as place, n as counts from chosen c
      join service s on s.org_id = ${tx.orgId} and s.id = c.service_id
      left join counted n on n.service_id = c.service_id
      order by place limit ${limit}
    )
    select ${PLACE_COLUMNS}, coalesce(to_jsonb(c.counts), '{}') as counts, (
      select to_jsonb(t) from (select ${sql.join(NUMBERS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))} from counted) t
    ) as totals
    from ranked c
    join service_version v on v.org_id = ${tx.orgId} and v.id = c.version_id
    join service s on s.org_id = v.org_id and s.id = v.service_id
    order by c.place`.execute(tx.db);
  return {
    totals: { ...toCounts(rows[0]?.totals ?? {}), ...(await countDue(tx, scope, { now, dueBefore })) },
    services: rows.map(({ counts, service, versionId, versionName, versionAt }) => ({
      ...withPlace({ service, versionId, versionName, versionAt }),
      ...toCounts(counts),
    })),
  };
}

/** Deadlines pass without a publication, so these are counted when they are shown. */
async function countDue(
  tx: OrgTx,
  scope: ServiceScope,
  { now, dueBefore }: Pick<Ranking, 'now' | 'dueBefore'>,
): Promise<Pick<RankedServices['totals'], 'overdue' | 'dueSoon'>> {
  const { rows } = await sql<{ overdue: number; dueSoon: number }>`
    select (count(*) filter (where v.due_at < ${now}::timestamptz))::int as overdue, count(*)::int as "dueSoon"
    from ${newestRows(tx, scope)} and v.relevance <> 'not_relevant' and v.due_at < ${dueBefore}::timestamptz`.execute(
    tx.db,
  );
  return rows[0] ?? { overdue: 0, dueSoon: 0 };
}

const NUMBERS = [...BANDS, ...SEVERITIES, 'findings', 'exploited', 'hidden', 'risk'] as const;
type Numbers = Readonly<Record<(typeof NUMBERS)[number], number | null>>;

/** Findings of one urgency are compared before those of the next. */
const ORDERS: Readonly<Record<ServiceSort, readonly (typeof NUMBERS)[number][]>> = {
  urgency: BANDS,
  risk: ['risk'],
  findings: ['findings'],
  exploited: ['exploited', ...BANDS],
};

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
