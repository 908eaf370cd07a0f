/** What decided about findings as they were published: read only of those whose relevance has changed, because details are large. */
import { sql } from 'kysely';
import { z } from 'zod';
import { toDecidingWord, type DecidingWord } from '../../core/history/relevance-cause.ts';
import type { OrgTx } from '../database.ts';

const PREMISE_CHANGES = [
  'expired',
  'severity-raised',
  'known-exploited',
  'exploitation-active',
  'profile-changed',
  'advisory-changed',
  'major-version-changed',
] as const;

/** Of rows that were written before anybody could decide nothing is known. */
const Reasons = z.array(
  z.object({
    kind: z.enum(['human', 'vex', 'rule', 'ai']).default('rule'),
    sourceId: z.string().nullable().default(null),
    evidence: z
      .array(
        z.object({
          type: z.enum(['advisory', 'profile', 'runtime', 'sbom', 'vex', 'intel']),
          path: z.string(),
          value: z.string().nullable(),
        }),
      )
      .default([]),
    applies: z.boolean().default(true),
    changedSince: z.array(z.enum(PREMISE_CHANGES)).default([]),
  }),
);
const Basis = z.enum(['default', 'human', 'vex', 'rule', 'ai']).nullable();

/** By the id of the row. */
export async function readDecidingWords(
  tx: OrgTx,
  rowIds: readonly string[],
): Promise<ReadonlyMap<string, DecidingWord>> {
  const { rows } = await sql<{ id: string; basis: unknown; reasons: unknown }>`
    select v.id, v.detail #>> '{relevance,basis}' as basis, v.detail->'reasons' as reasons from version_finding v
    where v.org_id = ${tx.orgId} and v.id = any(${rowIds}::uuid[])`.execute(tx.db);
  return new Map(
    rows.map(({ id, basis, reasons }) => [
      id,
      toDecidingWord(Reasons.parse(reasons ?? []), Basis.parse(basis) ?? 'default'),
    ]),
  );
}
