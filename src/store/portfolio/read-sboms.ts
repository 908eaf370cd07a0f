/** Documents on their way from bytes to components. */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';
import type { SbomFailure, SbomWarning } from './sboms.ts';

export interface UnreadSbom {
  readonly id: string;
  readonly sha256: Buffer;
  readonly format: 'cyclonedx' | 'spdx';
  readonly specVersion: string;
  readonly wrapped: boolean;
  readonly distro: string | null;
  readonly warnings: readonly SbomWarning[];
}

/** Live documents of a version whose components are not known yet, failed ones included: what failed may work now. */
export async function listUnreadSboms(tx: OrgTx, versionId: string): Promise<UnreadSbom[]> {
  const { rows } = await sql<{
    id: string;
    sha256: Buffer;
    format: 'cyclonedx' | 'spdx';
    spec_version: string;
    wrapped: boolean;
    distro: string | null;
    warnings: SbomWarning[];
  }>`
    select id, sha256, format, spec_version, wrapped, distro, warnings from sbom
    where org_id = ${tx.orgId} and version_id = ${versionId} and superseded_by is null and deleted_at is null and set_sha256 is null
    order by id`.execute(tx.db);
  return rows.map(({ spec_version: specVersion, ...row }) => ({ ...row, specVersion }));
}

export async function markSbomRead(
  tx: OrgTx,
  id: string,
  facts: {
    readonly setSha256: Buffer;
    readonly graph: Buffer;
    readonly warnings: readonly SbomWarning[];
    readonly tool: string | null;
  },
): Promise<void> {
  await tx.db
    .updateTable('sbom')
    .set({
      set_sha256: facts.setSha256,
      graph: facts.graph,
      warnings: JSON.stringify(facts.warnings),
      tool: facts.tool,
      failure: null,
    })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .where('set_sha256', 'is', null)
    .execute();
}

export async function markSbomFailed(tx: OrgTx, id: string, failure: SbomFailure): Promise<void> {
  await tx.db
    .updateTable('sbom')
    .set({ status: 'failed', failure: JSON.stringify(failure) })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .execute();
}
