/** Security profiles of services, each with its current version. Versions are only ever added. */
import { sql } from 'kysely';
import { LIMITS } from '../../core/limits.ts';
import type { ProfileContent } from '../../core/profile/security-profile.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';
import { isUniqueViolation } from '../failures.ts';
import type { ServiceScope } from '../portfolio/services.ts';

export interface StoredProfile extends ProfileContent {
  readonly id: string;
  readonly version: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

export interface StoredProfileVersion extends Pick<
  StoredProfile,
  'version' | 'sha256' | 'appliesTo' | 'fields' | 'documentRefs' | 'createdAt'
> {
  readonly createdBy: string;
}

const CONTENT = sql`v.version, encode(v.sha256, 'hex') as sha256, v.applies_to as "appliesTo", v.fields, v.documents as "documentRefs"`;

/** Sorted by name. */
export async function listProfiles(tx: OrgTx, serviceId: string): Promise<StoredProfile[]> {
  const { rows } = await sql<DatedRow<StoredProfile, 'createdAt' | 'updatedAt'>>`
    select p.id, p.name, p.is_default as "isDefault", p.created_at as "createdAt", ${CONTENT}, v.created_at as "updatedAt",
      v.created_by as "updatedBy"
    from profile p join profile_version v on v.org_id = p.org_id and v.profile_id = p.id and v.version = p.version
    where p.org_id = ${tx.orgId} and p.service_id = ${serviceId} and p.deleted_at is null
    order by p.name collate "C" limit ${LIMITS.profilesPerServiceMax}`.execute(tx.db);
  return rows.map(toIsoTimes);
}

/** Counts services with a profile that is not empty. */
export async function countProfiledServices(tx: OrgTx, scope: ServiceScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct p.service_id)::int as count
    from profile p
    join profile_version v on v.org_id = p.org_id and v.profile_id = p.id and v.version = p.version
    join service s on s.org_id = p.org_id and s.id = p.service_id
    where p.org_id = ${tx.orgId} and p.deleted_at is null and s.deleted_at is null
      ${scope === 'all' ? sql`` : sql`and p.service_id = any(${scope}::uuid[])`}
      and (v.fields <> '{}'::jsonb or v.documents <> '[]'::jsonb)`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

/** Like `listProfiles`, but locks the profiles, so that concurrent changes see each other. */
export async function lockProfiles(tx: OrgTx, serviceId: string): Promise<StoredProfile[]> {
  await sql`
    select id from profile where org_id = ${tx.orgId} and service_id = ${serviceId} and deleted_at is null
    order by id for update`.execute(tx.db);
  return await listProfiles(tx, serviceId);
}

/** Returns the newest first. */
export async function listProfileVersions(
  tx: OrgTx,
  profileId: string,
  page: PageRequest,
): Promise<Page<StoredProfileVersion>> {
  const { rows } = await sql<DatedRow<StoredProfileVersion, 'createdAt'> & { total: number }>`
    select ${CONTENT}, v.created_at as "createdAt", v.created_by as "createdBy", count(*) over ()::int as total from profile_version v
    where v.org_id = ${tx.orgId} and v.profile_id = ${profileId}
    order by v.version desc limit ${page.limit} offset ${page.offset}`.execute(tx.db);
  return toPage(rows, toIsoTimes);
}

export interface NewProfileVersion {
  readonly profileId: string;
  readonly version: number;
  readonly sha256: Buffer;
  readonly content: ProfileContent;
  readonly at: string;
  readonly by: string;
}

/** Two first profiles of a service that are created at the same time may both be the default; the transaction is then aborted. */
export async function insertProfile(
  tx: OrgTx,
  serviceId: string,
  first: NewProfileVersion,
): Promise<'inserted' | 'name taken' | 'default taken'> {
  try {
    return (await insertNamed(tx, serviceId, first)) ? 'inserted' : 'name taken';
  } catch (error) {
    if (isUniqueViolation(error, 'profile_default')) return 'default taken';
    throw error;
  }
}

async function insertNamed(tx: OrgTx, serviceId: string, first: NewProfileVersion): Promise<boolean> {
  const { profileId, version, content, at } = first;
  const row = await tx.db
    .insertInto('profile')
    .values({
      org_id: tx.orgId,
      id: profileId,
      service_id: serviceId,
      name: content.name,
      is_default: content.isDefault,
      version,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'service_id', 'name']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  await insertVersion(tx, first);
  return true;
}

/** The caller must hold the lock on the profile. */
export async function addProfileVersion(tx: OrgTx, next: NewProfileVersion): Promise<void> {
  await insertVersion(tx, next);
  await tx.db
    .updateTable('profile')
    .set({ version: next.version, is_default: next.content.isDefault })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', next.profileId)
    .execute();
}

export async function markProfileDeleted(tx: OrgTx, profileId: string, at: string): Promise<void> {
  await tx.db
    .updateTable('profile')
    .set({ deleted_at: at })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', profileId)
    .execute();
}

async function insertVersion(
  tx: OrgTx,
  { profileId, version, sha256, content, at, by }: NewProfileVersion,
): Promise<void> {
  await tx.db
    .insertInto('profile_version')
    .values({
      org_id: tx.orgId,
      profile_id: profileId,
      version,
      sha256,
      created_at: at,
      created_by: by,
      applies_to: JSON.stringify(content.appliesTo),
      fields: JSON.stringify(content.fields),
      documents: JSON.stringify(content.documentRefs),
    })
    .execute();
}
