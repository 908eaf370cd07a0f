/** What is known about a vulnerability: all records of its alias group. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Severity } from '../../core/advisory/advisory.ts';
import type { RecordFacts } from '../../core/advisory/vulnerability.ts';
import type { ReferenceTx } from '../database.ts';

export interface VulnerabilityRecord extends RecordFacts {
  readonly source: string;
  readonly directory: string;
  readonly class: 'vulnerability' | 'malicious' | 'informational';
  readonly groupIds: readonly string[];
}

export async function readVulnerabilityRecords(
  tx: ReferenceTx,
  groupIds: readonly string[],
): Promise<VulnerabilityRecord[]> {
  return await readRecords(tx, sql`group_ids && ${groupIds}::text[]`);
}

/** Under their own id, whatever they are filed under: the notices of a distribution. */
export async function readRecordsById(tx: ReferenceTx, id: string): Promise<VulnerabilityRecord[]> {
  return await readRecords(tx, sql`id = ${id}`);
}

async function readRecords(tx: ReferenceTx, where: RawBuilder<unknown>): Promise<VulnerabilityRecord[]> {
  const { rows } = await sql<{
    source: string;
    directory: string;
    id: string;
    class: VulnerabilityRecord['class'];
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
    select source, directory, id, class, group_ids, aliases, title, severity, cvss, cwes, "references", published, modified, withdrawn
    from advisory_record where ${where}
    order by id, source, directory`.execute(tx.db);
  return rows.map((row) => ({
    source: row.source,
    directory: row.directory,
    id: row.id,
    class: row.class,
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
