/** What is known about a vulnerability: all records of its alias group. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { CvssRating, Severity } from '../../core/advisory/advisory.ts';
import type { ReferenceTx } from '../database.ts';

export interface VulnerabilityRecord {
  readonly source: string;
  readonly id: string;
  readonly groupIds: readonly string[];
  readonly aliases: readonly string[];
  readonly title: string;
  readonly severity: Severity;
  readonly cvss: readonly CvssRating[];
  readonly cwes: readonly string[];
  readonly references: readonly string[];
  readonly publishedAt: string | null;
  readonly modifiedAt: string;
  readonly withdrawnAt: string | null;
}

export async function readVulnerabilityRecords(
  tx: ReferenceTx,
  groupIds: readonly string[],
): Promise<VulnerabilityRecord[]> {
  const { rows } = await sql<{
    source: string;
    id: string;
    group_ids: string[];
    aliases: string[];
    title: string;
    severity: Severity;
    cvss: unknown;
    cwes: string[];
    references: string[];
    published: Date | null;
    modified: Date;
    withdrawn: Date | null;
  }>`
    select source, id, group_ids, aliases, title, severity, cvss, cwes, "references", published, modified, withdrawn
    from advisory_record where group_ids && ${groupIds}::text[]
    order by id, source, directory`.execute(tx.db);
  return rows.map((row) => ({
    source: row.source,
    id: row.id,
    groupIds: row.group_ids,
    aliases: row.aliases,
    title: row.title,
    severity: row.severity,
    cvss: Ratings.parse(row.cvss),
    cwes: row.cwes,
    references: row.references,
    publishedAt: row.published?.toISOString() ?? null,
    modifiedAt: row.modified.toISOString(),
    withdrawnAt: row.withdrawn?.toISOString() ?? null,
  }));
}

const Ratings = z.array(
  z.object({ version: z.enum(['2.0', '3.0', '3.1', '4.0']), vector: z.string(), score: z.number() }),
);
