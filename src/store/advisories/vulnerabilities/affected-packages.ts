/** The packages that the records of a vulnerability list as affected. */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { ReferenceTx } from '../../database.ts';

/** The packages that the records of a vulnerability name, each once, with the affected versions from all records. */
export interface AffectedPackage {
  readonly family: string;
  /** Empty for a family without releases. */
  readonly release: string;
  readonly name: string;
  readonly statements: readonly z.infer<typeof Statement>[];
}

/** The affected versions of one record, with only the first of the versions that are listed individually. */
const Statement = z.object({
  windows: z.array(
    z.object({
      introduced: z.string().optional(),
      fixed: z.string().optional(),
      lastAffected: z.string().optional(),
    }),
  ),
  versions: z.array(z.string()),
  versionCount: z.int(),
});
const Statements = z.array(Statement);

const PACKAGES_MAX = 1_000;

/**
 * Returns the first thousand packages in the order of their keys. Ignores withdrawn records, and entries that repeat a package by
 * a part of its name.
 */
export async function listAffectedPackages(
  tx: ReferenceTx,
  about: { readonly groupIds: readonly string[] } | { readonly recordId: string },
  asOf: string,
): Promise<{ readonly items: readonly AffectedPackage[]; readonly total: number }> {
  const from = sql`
    from advisory_record r
    join affected_entry e on e.source = r.source and e.directory = r.directory and e.record_id = r.id and e.active
    where ${whereOf(about)} and split_part(e.package_key, e'\x1f', 3) not like ':%' and (r.withdrawn is null or r.withdrawn > ${asOf})`;
  const count = await sql<{ total: number }>`select count(distinct e.package_key)::int as total ${from}`.execute(tx.db);
  const { rows } = await sql<{ key: string; statements: unknown }>`
    select e.package_key as key, jsonb_agg(jsonb_build_object(
        'windows', jsonb_path_query_array(e.entry, '$.windows[0 to 99]'),
        'versions', jsonb_path_query_array(coalesce(e.listed, e.entry->'versions'), '$[0 to 99]'),
        'versionCount', jsonb_array_length(coalesce(e.listed, e.entry->'versions'))
      ) order by r.id, r.source, r.directory, e.n) as statements
    ${from} group by e.package_key order by e.package_key collate "C" limit ${PACKAGES_MAX}`.execute(tx.db);
  const items = rows.map(({ key, statements }) => {
    const [family = '', release = '', name = ''] = key.split('\u001F');
    return { family, release, name, statements: Statements.parse(statements) };
  });
  return { items, total: count.rows[0]?.total ?? 0 };
}

function whereOf(about: Parameters<typeof listAffectedPackages>[1]): RawBuilder<unknown> {
  return 'recordId' in about ? sql`r.id = ${about.recordId}` : sql`r.group_ids && ${about.groupIds}::text[]`;
}
