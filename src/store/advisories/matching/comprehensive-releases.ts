/**
 * Finds the releases whose loaded advisories also list unfixed vulnerabilities, so that the absence of an entry means "not
 * affected". This depends on the loaded data, not on the distribution: its per-CVE records must be loaded, and the newest of them
 * must still mention the release. The starter set contains only examples and never counts.
 */
import { sql } from 'kysely';
import { perCvePrefixesOf } from '../../../core/advisory/records-per-cve.ts';
import type { Release } from '../../../core/identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../../../core/identity/package-key.ts';
import type { ReferenceTx } from '../../database.ts';

const NEWEST_RECORDS = 200;
// Half a year after its end of life, Debian 10 was in 13 of 17,000 records; a supported release is in most of them.
const SHARE_MIN = 0.1;

/** Returns the comprehensive ones of the requested releases, by `toKeyPrefix`. */
export async function listComprehensiveReleases(
  tx: ReferenceTx,
  releases: Iterable<Release>,
): Promise<ReadonlySet<string>> {
  const asked = [...releases].filter(({ family }) => perCvePrefixesOf(family).length > 0);
  const comprehensive = new Set<string>();
  for (const family of new Set(asked.map((release) => release.family))) {
    const spokenOf = await listMentionedReleases(tx, family);
    for (const each of asked) {
      if (each.family === family && spokenOf.has(each.release)) comprehensive.add(toKeyPrefix(each));
    }
  }
  return comprehensive;
}

/** Returns the releases in enough of the newest per-CVE records. Their ids ascend with the years. */
async function listMentionedReleases(tx: ReferenceTx, family: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ release: string }>`
    with newest as materialized (
      select r.source, r.directory, r.id from advisory_source s
      cross join lateral (
        select source, directory, id from advisory_record
        where source = s.name and directory = ${family}
          and exists (select from unnest(${perCvePrefixesOf(family)}::text[]) p(prefix) where starts_with(id, p.prefix))
        order by id desc limit ${NEWEST_RECORDS}) r
      where s.name <> 'starter')
    select split_part(e.package_key, e'\\x1f', 2) as release
    from newest n
    join affected_entry e on e.source = n.source and e.directory = n.directory and e.record_id = n.id
    where split_part(e.package_key, e'\\x1f', 1) = ${family}
    group by 1
    having count(distinct e.record_id) >= ${SHARE_MIN}::float8 * (select count(*) from newest)`.execute(tx.db);
  return new Set(rows.map(({ release }) => release));
}
