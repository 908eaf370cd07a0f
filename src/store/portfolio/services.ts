/** Services of one organization. A name is unique within its organization, compared after NFC normalization. */
import { sql } from 'kysely';
import { isUuid } from '../../core/naming/uuid.ts';
import { toIsoTimes } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import { addUsage } from '../people/usage.ts';
import { isUniqueViolation } from '../failures.ts';
import { DEFAULT_SETTINGS } from '../people/settings.ts';

export interface Service {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly versionCount: number;
  /** No data of the service is sent to a model. */
  readonly aiOptOut: boolean;
}

/** The services that a caller may access: all, or those that its token is bound to. */
export type ServiceScope = readonly string[] | 'all';

/** Finds by id if the reference is a UUID, otherwise by name. Returns undefined for a service outside of the caller's scope. */
export async function findService(tx: OrgTx, reference: string, scope: ServiceScope): Promise<Service | undefined> {
  const row = await tx.db
    .selectFrom('service')
    .select(COLUMNS)
    .where('org_id', '=', tx.orgId)
    .where(isUuid(reference) ? 'id' : 'name', '=', isUuid(reference) ? reference : reference.normalize('NFC'))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined && isInScope(row.id, scope) ? toIsoTimes(row) : undefined;
}

export function isInScope(serviceId: string, scope: ServiceScope): boolean {
  return scope === 'all' || scope.includes(serviceId);
}

/**
 * Returns the service, locked against deletion until the transaction ends, and the id of its version with that name or alias,
 * which may be deleted at any time unless it is locked.
 */
export async function lockService(
  tx: OrgTx,
  reference: string,
  versionName: string,
): Promise<{ readonly id: string; readonly versionId: string | undefined } | undefined> {
  const service = isUuid(reference) ? sql`s.id = ${reference}` : sql`s.name = ${reference}`;
  const { rows } = await sql<{ id: string; versionId: string | null }>`
    select s.id, (select n.version_id from version_name n
      where n.org_id = ${tx.orgId} and n.service_id = s.id and n.name = ${versionName}) as "versionId"
    from service s where s.org_id = ${tx.orgId} and ${service} and s.deleted_at is null for key share of s`.execute(
    tx.db,
  );
  const row = rows[0];
  return row && { id: row.id, versionId: row.versionId ?? undefined };
}

/** Returns undefined when the name is taken; concurrent creations wait for each other here. */
export async function insertService(
  tx: OrgTx,
  service: { readonly id: string; readonly name: string; readonly createdAt: string },
): Promise<Service | undefined> {
  const row = await tx.db
    .insertInto('service')
    .values({ org_id: tx.orgId, id: service.id, name: service.name, created_at: service.createdAt })
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).where('deleted_at', 'is', null).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  addUsage(tx, 'services', 1);
  return toIsoTimes(row);
}

/** Returns false when another service has the name. */
export async function renameService(tx: OrgTx, id: string, name: string): Promise<boolean> {
  const taken = await tx.db
    .selectFrom('service')
    .select('id')
    .where('org_id', '=', tx.orgId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (taken !== undefined) return taken.id === id;
  try {
    await tx.db.updateTable('service').set({ name }).where('org_id', '=', tx.orgId).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (isUniqueViolation(error, 'service_name')) return false;
    throw error;
  }
}

export async function setAiOptOut(tx: OrgTx, id: string, aiOptOut: boolean): Promise<void> {
  await tx.db
    .updateTable('service')
    .set({ ai_opt_out: aiOptOut })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .execute();
}

export async function isOptedOut(tx: OrgTx, id: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('service')
    .select('ai_opt_out')
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.ai_opt_out ?? true;
}

/** The service disappears with the commit; its content is removed in the background. */
export async function markServiceDeleted(tx: OrgTx, id: string, at: string): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('service')
    .set({ deleted_at: at })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  addUsage(tx, 'services', -Number(numUpdatedRows));
}

/**
 * Call it last in a transaction: the row stays locked until the commit, and every creation of a version needs it. The listed
 * findings stay only if they are still those of the newest version.
 */
export async function addToVersionCount(tx: OrgTx, serviceId: string, difference: 1 | -1): Promise<void> {
  // A statement of its own: on Citus, an update that reads another table waits for all writes to it.
  const { rows } = await sql<{ id: string }>`
    select v.id from service_version v where v.org_id = ${tx.orgId} and v.service_id = ${serviceId} and v.deleted_at is null
    order by v.created_at desc, v.id desc limit 1`.execute(tx.db);
  await sql`
    update service set version_count = version_count + ${difference}::int,
      listed_version_id = case when listed_version_id = ${rows[0]?.id ?? null}::uuid then listed_version_id end
    where org_id = ${tx.orgId} and id = ${serviceId}`.execute(tx.db);
}

const COLUMNS = [
  'id',
  'name',
  'created_at as createdAt',
  'version_count as versionCount',
  'ai_opt_out as aiOptOut',
] as const;

/** Reads what is known about the target of an upload before its body is read, in one statement. */
export interface Admission {
  readonly serviceId: string | undefined;
  readonly autoCreateServices: boolean;
  readonly versionExists: boolean;
  readonly queueFull: boolean;
}

export async function getAdmission(
  tx: OrgTx,
  target: { readonly service: string; readonly version: string },
  unfinishedMax: number,
): Promise<Admission> {
  const byServiceId = isUuid(target.service);
  const service = byServiceId ? sql`s.id = ${target.service}` : sql`s.name = ${target.service}`;
  const version = isUuid(target.version)
    ? sql`exists (select 1 from service_version v join service s on s.org_id = v.org_id and s.id = v.service_id
        where v.org_id = ${tx.orgId} and v.id = ${target.version} and v.deleted_at is null and ${service} and s.deleted_at is null)`
    : sql`exists (select 1 from version_name n join service s on s.org_id = n.org_id and s.id = n.service_id
        where n.org_id = ${tx.orgId} and n.name = ${target.version} and ${service} and s.deleted_at is null)`;
  const { rows } = await sql<{
    service_id: string | null;
    auto_create: unknown;
    version_exists: boolean;
    full: boolean;
  }>`
    select
      (select s.id from service s where s.org_id = ${tx.orgId} and ${service} and s.deleted_at is null) as service_id,
      (select value from setting where org_id = ${tx.orgId} and name = 'autoCreateServices') as auto_create,
      ${version} as version_exists,
      exists (select 1 from analysis where org_id = ${tx.orgId} and status in ('queued', 'running')
        offset ${unfinishedMax - 1} limit 1) as full`.execute(tx.db);
  const row = rows[0];
  return {
    serviceId: row?.service_id ?? undefined,
    autoCreateServices: typeof row?.auto_create === 'boolean' ? row.auto_create : DEFAULT_SETTINGS.autoCreateServices,
    versionExists: row?.version_exists ?? false,
    queueFull: row?.full ?? false,
  };
}
