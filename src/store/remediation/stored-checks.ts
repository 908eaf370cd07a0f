/** The results of the previous plan for a version, compressed, with the recommendations in the form that was checked. */
import type { OrgTx } from '../database.ts';

export interface StoredCheck {
  /** The version whose plan was checked. */
  readonly previous: { readonly id: string; readonly name: string };
  readonly contentSha256: Buffer;
  readonly packed: Buffer;
}

/** Returns undefined also for another format, or if the previous version was deleted. */
export async function findStoredCheck(
  tx: OrgTx,
  versionId: string,
  formatVersion: number,
): Promise<StoredCheck | undefined> {
  const row = await tx.db
    .selectFrom('remediation_check as c')
    .innerJoin('service_version as v', (join) =>
      join.onRef('v.org_id', '=', 'c.org_id').onRef('v.id', '=', 'c.previous_id').on('v.deleted_at', 'is', null),
    )
    .select(['c.previous_id as id', 'v.name', 'c.content_sha256 as contentSha256', 'c.packed'])
    .where('c.org_id', '=', tx.orgId)
    .where('c.version_id', '=', versionId)
    .where('c.format_version', '=', formatVersion)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, name, ...check } = row;
  return { ...check, previous: { id, name } };
}

/** Replaces the previous check. The caller must hold the lock on the version. */
export async function saveCheck(
  tx: OrgTx,
  versionId: string,
  check: Omit<StoredCheck, 'previous'> & {
    readonly previousId: string;
    readonly analysisId: string;
    readonly at: string;
    readonly formatVersion: number;
  },
): Promise<void> {
  const about = {
    previous_id: check.previousId,
    analysis_id: check.analysisId,
    at: check.at,
    format_version: check.formatVersion,
    content_sha256: check.contentSha256,
    packed: check.packed,
  };
  await tx.db
    .insertInto('remediation_check')
    .values({ org_id: tx.orgId, version_id: versionId, ...about })
    .onConflict((conflict) => conflict.columns(['org_id', 'version_id']).doUpdateSet(about))
    .execute();
}

/** Called when there is no plan to check any more. The caller must hold the lock on the version. */
export async function removeCheck(tx: OrgTx, versionId: string): Promise<void> {
  await tx.db
    .deleteFrom('remediation_check')
    .where('org_id', '=', tx.orgId)
    .where('version_id', '=', versionId)
    .execute();
}
