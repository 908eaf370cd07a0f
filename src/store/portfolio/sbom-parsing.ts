/** Documents that are being parsed into components. */
import { sql } from 'kysely';
import type { SbomQuality } from '../../core/sbom/quality.ts';
import type { DocumentTraits } from '../../core/profile/documents/describe-document.ts';
import type { GraphState, SbomFormat } from '../../core/vocabulary/sbom.ts';
import type { OrgTx } from '../database.ts';
import { merged } from '../shared-transactions.ts';
import { recordUnusedSets } from './components/unused-components.ts';
import { updateSbom, type SbomFailure, type SbomWarning } from './sboms.ts';

export interface UnparsedSbom {
  readonly id: string;
  readonly sha256: Buffer;
  readonly format: SbomFormat;
  readonly specVersion: string;
  readonly path: string;
  readonly distro: string | null;
  readonly image: string | null;
  /** Warnings from the upload. */
  readonly warnings: readonly SbomWarning[];
}

/**
 * Returns current documents of a version that were not parsed yet or by an older parser, including failed ones, because they may
 * succeed now. Warnings of an older parser are dropped.
 */
export async function listUnparsedSboms(tx: OrgTx, versionId: string, readerVersion: number): Promise<UnparsedSbom[]> {
  return await listUnparsed(tx, { versionId, readerVersion });
}

const listUnparsed = merged(async (tx: OrgTx, asked: readonly { versionId: string; readerVersion: number }[]) => {
  const { rows } = await sql<UnparsedSbom & { readonly versionId: string }>`
    select version_id as "versionId", id, sha256, format, spec_version as "specVersion", document_path as path, distro, image,
      (select coalesce(jsonb_agg(w), '[]'::jsonb) from jsonb_array_elements(warnings) w where not w ? 'paths') as warnings
    from sbom
    where org_id = ${tx.orgId} and version_id = any(${asked.map(({ versionId }) => versionId)}::uuid[])
      and superseded_by is null and deleted_at is null and reader_version <> ${asked[0]?.readerVersion ?? 0}
    order by id`.execute(tx.db);
  const ofVersion = Map.groupBy(rows, ({ versionId }) => versionId);
  return asked.map(({ versionId }) => ofVersion.get(versionId) ?? []);
});

interface ParsedFacts {
  readonly readerVersion: number;
  readonly setSha256: Buffer;
  readonly packed: Uint8Array;
  readonly graph: GraphState;
  readonly serviceCount: number;
  readonly claimCount: number;
  /** Warnings from the upload have no paths; those from parsing have paths. */
  readonly warnings: readonly SbomWarning[];
  readonly tool: string | null;
  readonly traits: DocumentTraits;
  readonly quality: SbomQuality;
  readonly readAt: string;
}

/** Returns false if the document was removed while it was parsed. */
export async function markSbomParsed(tx: OrgTx, id: string, facts: ParsedFacts): Promise<boolean> {
  // Two statements instead of a self-join, which the planner runs as a nested loop when it has no statistics.
  const { rows } = await sql<{ before: Buffer | null }>`
    select set_sha256 as before from sbom where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db);
  const [found] = rows;
  if (found === undefined) return false;
  await sql`
    update sbom set reader_version = ${facts.readerVersion}, set_sha256 = ${facts.setSha256},
      packed = ${Buffer.from(facts.packed.buffer, facts.packed.byteOffset, facts.packed.byteLength)},
      graph_state = ${facts.graph}, service_count = ${facts.serviceCount}, claim_count = ${facts.claimCount},
      warnings = ${JSON.stringify(facts.warnings)}::jsonb, tool = ${facts.tool}, failure = null,
      traits = ${JSON.stringify(facts.traits)}::jsonb, quality = ${JSON.stringify(facts.quality)}::jsonb
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db);
  const { before } = found;
  if (before !== null && !before.equals(facts.setSha256)) await recordUnusedSets(tx, [before], facts.readAt);
  return true;
}

export async function markSbomFailed(tx: OrgTx, id: string, failure: SbomFailure): Promise<void> {
  await updateSbom(tx, id, { status: 'failed', failure: JSON.stringify(failure) });
}
