/**
 * Quota usage of an organization, and the only place that enforces quotas. Large tables have a counter each in
 * `organization_usage`: store functions that add or remove rows call `addUsage`, and the differences are applied as the last
 * statement of the transaction, because all uploads of an organization need that row. Small tables are counted.
 */
import { sql, type RawBuilder } from 'kysely';
import { QUOTA_NAMES, QUOTA_VARIABLES, type QuotaName } from '../../core/limits.ts';
import type { OrgTx } from '../database.ts';
import { QUOTA_EXCEEDED } from '../errors.ts';

const COUNTERS = ['services', 'versions', 'sboms', 'storedBytes', 'findings'] as const satisfies readonly QuotaName[];
type Counter = (typeof COUNTERS)[number];
type Counters = Readonly<Record<Counter, number>>;

const changesOf = new WeakMap<OrgTx, Map<QuotaName, number>>();

/** The transaction fails at its end if an increase exceeds a quota. A decrease is always possible. */
export function addUsage(tx: OrgTx, quota: QuotaName, difference: number): void {
  if (difference === 0) return;
  const changes = changesOf.get(tx) ?? new Map<QuotaName, number>();
  changes.set(quota, (changes.get(quota) ?? 0) + difference);
  if (changesOf.has(tx)) return;
  changesOf.set(tx, changes);
  tx.beforeCommit(async () => await applyChanges(tx, changes));
}

/** Transactions of an organization wait for each other here, so that each sees the usage of the earlier ones. */
async function applyChanges(tx: OrgTx, changes: ReadonlyMap<QuotaName, number>): Promise<void> {
  const after = await addToCounters(tx, Object.fromEntries(changes));
  for (const [quota, need] of toNeeds(Object.fromEntries(changes))) {
    const count = isCounter(quota) ? after.counters[quota] : await countRows(tx, quota);
    requireWithinLimit(quota, { used: count - (changes.get(quota) ?? 0), need, limit: after.limitOf(quota) });
  }
}

/** Reads without a lock, to reject early what the end of the transaction would reject. */
export async function requireQuota(tx: OrgTx, changes: Partial<Counters>): Promise<void> {
  (await readQuota(tx))(changes);
}

/** Returns `requireQuota` for the usage that was read, for callers that know their changes only later. */
export async function readQuota(tx: OrgTx): Promise<(changes: Partial<Counters>) => void> {
  const { rows } = await sql<CounterRow>`
    select ${COUNTER_COLUMNS}, quotas from organization_usage where org_id = ${tx.orgId}`.execute(tx.db);
  const { counters, limitOf } = toCounters(tx, rows[0]);
  return (changes) => {
    for (const [quota, need] of toNeeds(changes))
      requireWithinLimit(quota, { used: counters[quota], need, limit: limitOf(quota) });
  };
}

/** The quota for findings never cuts an analysis short. Instead a new SBOM needs room for at least one finding. */
function toNeeds<Name extends QuotaName>(changes: Partial<Record<Name, number>>): [Name | 'findings', number][] {
  const needs: Partial<Record<QuotaName, number>> = changes;
  const all = { ...needs, findings: (needs.sboms ?? 0) > 0 ? 1 : 0 };
  return QUOTA_NAMES.flatMap((name) => ((all[name] ?? 0) > 0 ? [[name as Name, all[name] ?? 0]] : []));
}

function requireWithinLimit(
  quota: QuotaName,
  { used, need, limit }: { readonly used: number; readonly need: number; readonly limit: number },
): void {
  if (limit === 0 || used + need <= limit) return;
  const { noun, cure } = QUOTA_LABELS[quota];
  const what = quota === 'storedBytes' ? `${noun} and this document needs ${COUNT.format(need)} more` : noun;
  const variable = QUOTA_VARIABLES[quota];
  throw QUOTA_EXCEEDED({ used: COUNT.format(used), limit: COUNT.format(limit), what, cure, variable });
}

const COUNT = new Intl.NumberFormat('en-US');

/** The noun of each quota, and how to get below the limit. */
const QUOTA_LABELS: Readonly<Record<QuotaName, { readonly noun: string; readonly cure: string }>> = {
  services: { noun: 'services', cure: 'Delete services' },
  versions: { noun: 'versions', cure: 'Delete versions' },
  sboms: { noun: 'SBOMs', cure: 'Delete SBOMs or versions, turn on retention' },
  storedBytes: { noun: 'stored bytes', cure: 'Delete versions, turn on retention' },
  findings: { noun: 'findings', cure: 'Delete versions' },
  tokens: { noun: 'active tokens', cure: 'Revoke tokens' },
  webhooks: { noun: 'webhooks and notification rules', cure: 'Delete webhooks or notification rules' },
  invitations: { noun: 'open invitations', cure: 'Revoke invitations' },
  savedFilters: { noun: 'saved filters', cure: 'Delete saved filters' },
};

export interface QuotaUsage {
  readonly quota: QuotaName;
  readonly used: number;
  /** 0 for unlimited. */
  readonly limit: number;
}

export interface Usage {
  readonly quotas: readonly QuotaUsage[];
  /** Quotas for which a warning was sent. */
  readonly warned: readonly string[];
}

export async function getUsage(tx: OrgTx): Promise<Usage> {
  const { rows } = await sql<CounterRow & { warned: string[] | null }>`
    select ${COUNTER_COLUMNS}, quotas, warned from (select) one
    left join organization_usage on org_id = ${tx.orgId}`.execute(tx.db);
  const { counters, limitOf } = toCounters(tx, rows[0]);
  const quotas: QuotaUsage[] = [];
  for (const quota of QUOTA_NAMES) {
    const used = isCounter(quota) ? Math.max(0, counters[quota]) : await countRows(tx, quota);
    quotas.push({ quota, used, limit: limitOf(quota) });
  }
  return { quotas, warned: rows[0]?.warned ?? [] };
}

/** Returns false if another process has changed the list in the meantime. */
export async function setWarnedQuotas(
  tx: OrgTx,
  before: readonly string[],
  after: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into organization_usage as u (org_id, warned) values (${tx.orgId}, ${[...after]}::text[])
    on conflict (org_id) do update set warned = excluded.warned where u.warned = ${[...before]}::text[]
    returning org_id`.execute(tx.db);
  return rows.length > 0;
}

/** Without a limit, the quota of the installation applies again. */
export async function setQuota(tx: OrgTx, quota: QuotaName, limit: number | undefined): Promise<void> {
  const own = JSON.stringify(limit === undefined ? {} : { [quota]: limit });
  await sql`
    insert into organization_usage as u (org_id, quotas) values (${tx.orgId}, ${own}::jsonb)
    on conflict (org_id) do update set quotas = (u.quotas - ${quota}::text) || excluded.quotas`.execute(tx.db);
}

/**
 * Corrects counters that differ from the tables. Both change in the same transactions and are read by one statement, so the
 * difference is exact while others write, and no row is locked while rows are counted.
 */
export async function correctUsage(tx: OrgTx): Promise<void> {
  const { rows } = await sql<CounterRow>`
    select
      (select count(*) from service where org_id = ${tx.orgId} and deleted_at is null) - coalesce(u.services, 0) as services,
      (select count(*) from service_version where org_id = ${tx.orgId} and deleted_at is null) - coalesce(u.versions, 0) as versions,
      (select count(*) from sbom where org_id = ${tx.orgId} and deleted_at is null and raw_removed_at is null)
        - coalesce(u.sboms, 0) as sboms,
      (select coalesce(sum(stored_bytes), 0) from blob where org_id = ${tx.orgId}) - coalesce(u.stored_bytes, 0) as "storedBytes",
      (select count(*) from version_finding where org_id = ${tx.orgId} and known_to is null) - coalesce(u.findings, 0) as findings
    from (select) one left join organization_usage u on u.org_id = ${tx.orgId}`.execute(tx.db);
  const { counters } = toCounters(tx, rows[0]);
  if (COUNTERS.some((counter) => counters[counter] !== 0)) await addToCounters(tx, counters);
}

type CounterRow = Record<Counter, string | null> & { quotas?: unknown };

const COUNTER_COLUMNS = sql`services, versions, sboms, stored_bytes as "storedBytes", findings`;

async function addToCounters(tx: OrgTx, differences: Partial<Counters>): Promise<ReturnType<typeof toCounters>> {
  const values = COUNTERS.map((counter) => sql`${differences[counter] ?? 0}`);
  const { rows } = await sql<CounterRow>`
    insert into organization_usage as u (org_id, services, versions, sboms, stored_bytes, findings)
    values (${tx.orgId}, ${sql.join(values)})
    on conflict (org_id) do update set services = u.services + excluded.services, versions = u.versions + excluded.versions,
      sboms = u.sboms + excluded.sboms, stored_bytes = u.stored_bytes + excluded.stored_bytes, findings = u.findings + excluded.findings
    returning ${COUNTER_COLUMNS}, quotas`.execute(tx.db);
  return toCounters(tx, rows[0]);
}

/** An organization without a row uses nothing. */
function toCounters(
  tx: OrgTx,
  row: CounterRow | undefined,
): { readonly counters: Counters; readonly limitOf: (quota: QuotaName) => number } {
  const number = (counter: Counter): number => Number(row?.[counter] ?? 0);
  const own = (row?.quotas ?? {}) as Partial<Record<QuotaName, number>>;
  return {
    counters: {
      services: number('services'),
      versions: number('versions'),
      sboms: number('sboms'),
      storedBytes: number('storedBytes'),
      findings: number('findings'),
    },
    limitOf: (quota) => own[quota] ?? tx.quotas[quota],
  };
}

function isCounter(quota: QuotaName): quota is Counter {
  return COUNTERS.some((counter) => counter === quota);
}

// Tokens and invitations also expire, which a counter would not notice.
const SMALL_TABLES: Readonly<Record<Exclude<QuotaName, Counter>, RawBuilder<unknown>>> = {
  tokens: sql`token where revoked_at is null and (expires_at is null or expires_at > now())`,
  webhooks: sql`webhook where true`,
  invitations: sql`invitation where accepted_at is null and revoked_at is null and expires_at > now()`,
  savedFilters: sql`saved_filter where true`,
};

async function countRows(tx: OrgTx, quota: Exclude<QuotaName, Counter>): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${SMALL_TABLES[quota]} and org_id = ${tx.orgId}`.execute(tx.db);
  return Number(rows[0]?.count ?? 0);
}
