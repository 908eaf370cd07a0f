/** How much of what some sets hold was checked, at a time and on the data that is loaded then. */
import { sql } from 'kysely';
import { toCoverage, type Coverage } from '../../core/history/coverage.ts';
import { countReasons } from '../../core/history/why-not-checked.ts';
import { readLoadedReleases } from '../advisories/loaded-releases.ts';
import type { OrgTx } from '../database.ts';
import { MATCHED_COLUMNS, releasesOf, toMatched, type MatchedRow } from '../portfolio/checked-reason.ts';

/** Each distinct component counts once, however many of the sets hold it. */
export async function measureCoverage(tx: OrgTx, sets: readonly Buffer[], at: string): Promise<Coverage> {
  const { rows } = await sql<MatchedRow & { count: number }>`
    select f.reason, f.family, f.release, f.channel, f.is_affected, count(*)::int as count
    from (
      select ${MATCHED_COLUMNS}
      from (select distinct component_id from component_set where org_id = ${tx.orgId} and sha256 = any(${sets})) s
      join component c on c.org_id = ${tx.orgId} and c.id = s.component_id
      left join component_memo m on m.org_id = ${tx.orgId} and m.component_id = s.component_id
    ) f
    group by 1, 2, 3, 4, 5`.execute(tx.db);
  const groups = rows.map((row) => ({ ...toMatched(row), count: row.count }));
  return toCoverage(countReasons(groups, await readLoadedReleases(tx, releasesOf(groups)), at));
}
