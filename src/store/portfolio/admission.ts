/** Reads what is known about the target of an upload before its body is read, in one statement. */
import { sql } from 'kysely';
import { isUuid } from '../../core/naming/uuid.ts';
import type { OrgTx } from '../database.ts';
import { DEFAULT_SETTINGS } from '../people/settings.ts';

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
