/**
 * Of which releases the loaded advisories list what is not fixed as well, so that their silence about a vulnerability means
 * something. That is a property of what is loaded, not of the distribution: its records per CVE have to be there, and the newest
 * of them still have to speak of the release. The starter set is never more than a few examples.
 */
import { sql } from 'kysely';
import { perCvePrefixesOf } from '../../core/advisory/records-per-cve.ts';
import type { Release } from '../../core/identity/distro/end-of-life.ts';
import { toKeyPrefix } from '../../core/identity/package-key.ts';
import type { ReferenceTx } from '../database.ts';

const NEWEST_RECORDS = 200;
// Debian 10 was in 13 of 17,000 records half a year after its end, a release that is looked after in most of them.
const SHARE_MIN = 0.1;

/** Of those that are asked for, by `toKeyPrefix`. */
export async function readComprehensiveReleases(
  tx: ReferenceTx,
  releases: Iterable<Release>,
): Promise<ReadonlySet<string>> {
  const asked = [...releases].filter(({ family }) => perCvePrefixesOf(family).length > 0);
  const comprehensive = new Set<string>();
  for (const family of new Set(asked.map((release) => release.family))) {
    const spokenOf = await listSpokenOf(tx, family);
    for (const each of asked) {
      if (each.family === family && spokenOf.has(each.release)) comprehensive.add(toKeyPrefix(each));
    }
  }
  return comprehensive;
}

/** Releases in enough of the newest records per CVE; ids rise with the years. */
async function listSpokenOf(tx: ReferenceTx, family: string): Promise<ReadonlySet<string>> {
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
