/** The records of a vulnerability: all records of its alias group. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Severity } from '../../core/advisory/advisory.ts';
import type { RecordFacts } from '../../core/advisory/vulnerability.ts';
import { LIMITS } from '../../core/limits.ts';
import type { ReferenceTx } from '../database.ts';

export interface VulnerabilityRecord extends RecordFacts {
  readonly class: 'vulnerability' | 'malicious' | 'informational';
  readonly groupIds: readonly string[];
  /** Terms of a fixed list that occur in its text. */
  readonly mentions: readonly string[];
}

/**
 * Uses one index lookup per group: for `group_ids && array[..]` with thousands of groups the planner scans all records and
 * compares each with each group, which takes half a minute for the findings of one image.
 */
export async function listVulnerabilityRecords(
  tx: ReferenceTx,
  groupIds: readonly string[],
): Promise<VulnerabilityRecord[]> {
  const ofGroups = sql`(
    select distinct on (a.source, a.directory, a.id) a.*
    from unnest(${groupIds}::text[]) g(id)
    cross join lateral (select * from advisory_record where group_ids @> array[g.id]) a)`;
  return await listRecords(tx, sql`${ofGroups} r`);
}

/** Returns records by their own id, in any group: the notices of a distribution. */
export async function listRecordsById(tx: ReferenceTx, id: string): Promise<VulnerabilityRecord[]> {
  return await listRecords(tx, sql`advisory_record where id = ${id}`);
}

async function listRecords(tx: ReferenceTx, from: RawBuilder<unknown>): Promise<VulnerabilityRecord[]> {
  const { rows } = await sql<{
    source: string;
    directory: string;
    id: string;
    class: VulnerabilityRecord['class'];
    group_ids: string[];
    aliases: string[];
    title: string;
    opening: string;
    severity: Severity;
    cvss: unknown;
    cwes: string[];
    references: string[];
    published: Date | null;
    modified: Date;
    withdrawn: Date | null;
    mentions: string[];
  }>`
    select source, directory, id, class, group_ids, aliases, title,
      case when title = '' then left(details, ${LIMITS.advisoryOpeningCharactersMax}::int) else '' end as opening,
      severity, cvss, cwes, "references", published, modified, withdrawn, mentions
    from ${from}
    order by id, source, directory`.execute(tx.db);
  return rows.map((row) => ({
    source: row.source,
    directory: row.directory,
    id: row.id,
    class: row.class,
    groupIds: row.group_ids,
    aliases: row.aliases,
    title: row.title,
    opening: row.opening,
    severity: row.severity,
    cvss: Ratings.parse(row.cvss),
    cwes: row.cwes,
    references: row.references,
    publishedAt: row.published?.toISOString() ?? null,
    modifiedAt: row.modified.toISOString(),
    withdrawnAt: row.withdrawn?.toISOString() ?? null,
    mentions: row.mentions,
  }));
}

const Ratings = z.array(
  z.object({ version: z.enum(['2.0', '3.0', '3.1', '4.0']), vector: z.string(), score: z.number() }),
);
