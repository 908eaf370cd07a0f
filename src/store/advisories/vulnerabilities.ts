/** What is known about a vulnerability: all records of its alias group. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Severity } from '../../core/advisory/advisory.ts';
import type { RecordFacts } from '../../core/advisory/vulnerability.ts';
import type { ReferenceTx } from '../database.ts';

export interface VulnerabilityRecord extends RecordFacts {
  readonly source: string;
  readonly groupIds: readonly string[];
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
