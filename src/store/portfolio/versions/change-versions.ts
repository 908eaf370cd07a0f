/** Creates, locks, renames and deletes versions, and moves their aliases. */
import { sql, type UpdateObject } from 'kysely';
import { LIMITS } from '../../../core/limits.ts';
import type { OrgTx } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { addUsage } from '../../people/usage.ts';
import { isUniqueViolation } from '../../failures.ts';
import { merged, mergedWrite } from '../../shared-transactions.ts';
import type { GitFacts } from './versions.ts';

interface NewVersion {
  readonly id: string;
  readonly serviceId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly tags: readonly string[];
  readonly git: GitFacts;
}

/**
 * Creates a version in its first generation. Returns false when the name is taken; waits for another transaction that is creating
 * a version with that name.
 */
export async function insertVersion(tx: OrgTx, version: NewVersion): Promise<boolean> {
  const { id, serviceId, name, createdAt, git } = version;
  const { rows } = await sql`
    with named as (
      insert into version_name (org_id, service_id, name, version_id, kind, created_at)
      values (${tx.orgId}, ${serviceId}, ${name}, ${id}, 'name', ${createdAt})
      on conflict (org_id, service_id, name) do nothing
      returning org_id, version_id, service_id, name, created_at
    )
    insert into service_version
      (org_id, id, service_id, name, created_at, generation, tags, git_branch, git_commit_sha, git_origin)
    select org_id, version_id, service_id, name, created_at, 1, ${[...version.tags]}::text[],
      ${git.branch}::text, ${git.commitSha}::text, ${git.origin}::text
    from named
    returning id`.execute(tx.db);
  addUsage(tx, 'versions', rows.length);
  return rows.length > 0;
}

export interface LockedVersion {
  readonly id: string;
  readonly serviceId: string;
  readonly name: string;
  readonly generation: number;
  readonly analyzedGeneration: number;
  /** Retention has removed its documents, and its result no longer changes. */
  readonly frozen: boolean;
  /** The advisory snapshot of its result; 0 before the first one. */
  readonly publishedSnapshot: number;
}

/** Every change to the content or the result of a version takes this lock. */
export const lockVersion: (tx: OrgTx, versionId: string) => Promise<LockedVersion | undefined> = merged(
  async (tx: OrgTx, versionIds: readonly string[]) => {
    const locked = new Map((await lockVersions(tx, versionIds)).map((version) => [version.id, version]));
    return versionIds.map((id) => locked.get(id));
  },
);

/** Without a lock: a version never moves to another service. */
export const findServiceOfVersion: (tx: OrgTx, versionId: string) => Promise<string | undefined> = merged(
  async (tx: OrgTx, versionIds: readonly string[]) => {
    const { rows } = await sql<{ id: string; serviceId: string }>`
      select id, service_id as "serviceId" from service_version
      where org_id = ${tx.orgId} and id = any(${versionIds}::uuid[])`.execute(tx.db);
    const found = new Map(rows.map(({ id, serviceId }) => [id, serviceId]));
    return versionIds.map((id) => found.get(id));
  },
);

/** Locks in order of id, as everywhere, to prevent deadlocks. */
export async function lockVersions(tx: OrgTx, versionIds: readonly string[]): Promise<LockedVersion[]> {
  return await selectToLock(tx)
    .where('id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .orderBy('id')
    .execute();
}

/** FOR UPDATE would also make transactions wait that only add rows which refer to the version, and so cause deadlocks. */
function selectToLock(tx: OrgTx) {
  return tx.db
    .selectFrom('service_version')
    .select(['id', 'service_id as serviceId', 'name', 'generation', 'analyzed_generation as analyzedGeneration'])
    .select([
      sql<boolean>`frozen_at is not null`.as('frozen'),
      sql<number>`coalesce(published_snapshot, 0)::float8`.as('publishedSnapshot'),
    ])
    .where('org_id', '=', tx.orgId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate();
}

async function updateVersion(
  tx: OrgTx,
  versionId: string,
  values: UpdateObject<Tables, 'service_version'>,
): Promise<void> {
  await tx.db
    .updateTable('service_version')
    .set(values)
    .where('org_id', '=', tx.orgId)
    .where('id', '=', versionId)
    .execute();
}

/** The caller must hold the lock on the version. */
export async function watchVersion(tx: OrgTx, versionId: string): Promise<void> {
  await updateVersion(tx, versionId, { watched: true });
}

/** Marks the version as behind, because its content has changed. */
export async function bumpGeneration(tx: OrgTx, versionId: string): Promise<void> {
  await updateVersion(tx, versionId, { generation: sql`generation + 1` });
}

/** A late result on older data does not move the snapshot back. */
export const recordPublication = mergedWrite(async (tx: OrgTx, published: readonly PublishedGeneration[]) => {
  await sql`
    update service_version v set analyzed_generation = p.generation,
      published_snapshot = greatest(coalesce(v.published_snapshot, 0), p.snapshot)
    from unnest(${published.map(({ versionId }) => versionId)}::uuid[], ${published.map(({ generation }) => generation)}::int[],
      ${published.map(({ snapshot }) => snapshot)}::bigint[]) p(id, generation, snapshot)
    where v.org_id = ${tx.orgId} and v.id = p.id`.execute(tx.db);
});

interface PublishedGeneration {
  readonly versionId: string;
  readonly generation: number;
  readonly snapshot: number;
}

export async function setAnalyzedGeneration(tx: OrgTx, versionId: string, generation: number): Promise<void> {
  await updateVersion(tx, versionId, { analyzed_generation: generation });
}

/** Git facts of a later upload fill in missing values; existing values are not overwritten. */
export async function completeGitFacts(tx: OrgTx, versionId: string, git: GitFacts): Promise<void> {
  if (git.branch === null && git.commitSha === null && git.origin === null) return;
  await updateVersion(tx, versionId, {
    git_branch: sql`coalesce(git_branch, ${git.branch})`,
    git_commit_sha: sql`coalesce(git_commit_sha, ${git.commitSha})`,
    git_origin: sql`coalesce(git_origin, ${git.origin})`,
  });
}

export async function setTags(tx: OrgTx, versionId: string, tags: readonly string[]): Promise<void> {
  await updateVersion(tx, versionId, { tags: [...tags] });
}

/** Returns false when another version or an alias has the name. The caller must hold the lock on the version. */
export async function renameVersion(tx: OrgTx, version: LockedVersion, name: string): Promise<boolean> {
  if (name === version.name) return true;
  try {
    await tx.db
      .updateTable('version_name')
      .set({ name })
      .where('org_id', '=', tx.orgId)
      .where('service_id', '=', version.serviceId)
      .where('version_id', '=', version.id)
      .where('kind', '=', 'name')
      .execute();
  } catch (error) {
    if (isUniqueViolation(error, 'version_name_pkey')) return false;
    throw error;
  }
  await updateVersion(tx, version.id, { name });
  return true;
}

type AliasOutcome =
  | { readonly kind: 'kept' }
  | { readonly kind: 'moved'; readonly from: string | null }
  | { readonly kind: 'taken' }
  | { readonly kind: 'full' };

/** Assigns an alias to a version and takes it from the version that had it. A version's own name cannot be moved. */
export async function putAlias(tx: OrgTx, version: LockedVersion, alias: string, at: string): Promise<AliasOutcome> {
  const current = await tx.db
    .selectFrom('version_name')
    .select(['version_id', 'kind'])
    .where('org_id', '=', tx.orgId)
    .where('service_id', '=', version.serviceId)
    .where('name', '=', alias)
    .forUpdate()
    .executeTakeFirst();
  if (current?.kind === 'name') return { kind: 'taken' };
  if (current?.version_id === version.id) return { kind: 'kept' };
  if ((await countAliases(tx, version.id)) >= LIMITS.aliasesPerVersionMax) return { kind: 'full' };

  const { rows } = await sql<{ kind: string }>`
    insert into version_name (org_id, service_id, name, version_id, kind, created_at)
    values (${tx.orgId}, ${version.serviceId}, ${alias}, ${version.id}, 'alias', ${at})
    on conflict (org_id, service_id, name) do update set version_id = excluded.version_id, created_at = excluded.created_at
      where version_name.kind = 'alias'
    returning kind`.execute(tx.db);
  // No row: a version with that name was created in the meantime.
  return rows.length === 0 ? { kind: 'taken' } : { kind: 'moved', from: current?.version_id ?? null };
}

async function countAliases(tx: OrgTx, versionId: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('version_name')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .where('kind', '=', 'alias')
    .executeTakeFirstOrThrow();
  return count;
}

export async function removeAlias(tx: OrgTx, version: LockedVersion, alias: string): Promise<boolean> {
  const result = await tx.db
    .deleteFrom('version_name')
    .where('org_id', '=', tx.orgId)
    .where('service_id', '=', version.serviceId)
    .where('version_id', '=', version.id)
    .where('name', '=', alias)
    .where('kind', '=', 'alias')
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The version disappears with the commit and its names become free; its rows are removed in the background. */
export async function markVersionDeleted(tx: OrgTx, version: LockedVersion, at: string): Promise<void> {
  await tx.db.deleteFrom('version_name').where('org_id', '=', tx.orgId).where('version_id', '=', version.id).execute();
  await updateVersion(tx, version.id, { deleted_at: at });
  addUsage(tx, 'versions', -1);
}
