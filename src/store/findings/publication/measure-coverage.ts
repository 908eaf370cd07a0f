/** Measures how many components of some sets were checked, on the currently loaded data. */
import { sql } from 'kysely';
import { toCoverage, type Coverage } from '../../../core/history/coverage.ts';
import { findReleaseProblem } from '../../../core/history/unchecked-reason.ts';
import { listLoadedReleases } from '../../advisories/matching/loaded-releases.ts';
import type { OrgTx } from '../../database.ts';
import { MATCHED_COLUMNS, releasesOf, toMatched, type MatchedRow } from '../../portfolio/components/checked-reason.ts';
import { countSetGroups, type ComponentGroup } from '../../portfolio/components/set-groups.ts';

/**
 * Each distinct component counts once, however many sets contain it. Whether a component is affected is read only where the
 * absence of advisories would mean nothing, because that lookup costs more than the rest.
 */
export async function measureCoverage(tx: OrgTx, sets: readonly Buffer[], at: string): Promise<Coverage> {
  const [set, ...others] = sets;
  const groups =
    set !== undefined && others.length === 0
      ? await countSetGroups(tx, set)
      : await countByColumns(tx, sets, sql`f.reason, f.family, f.release, f.channel, false as is_affected`);
  const loaded = await listLoadedReleases(tx, releasesOf(groups));
  const isDoubtful = groups.some(
    ({ release }) => release !== null && findReleaseProblem(release, loaded, at) !== undefined,
  );
  const known = isDoubtful ? await countByColumns(tx, sets, sql`f.*`) : groups;
  return toCoverage(known, loaded, at);
}

async function countByColumns(
  tx: OrgTx,
  sets: readonly Buffer[],
  columns: ReturnType<typeof sql>,
): Promise<ComponentGroup[]> {
  const { rows } = await sql<MatchedRow & { count: number }>`
    select g.*, count(*)::int as count from (
      select ${columns} from (
        select ${MATCHED_COLUMNS}
        from (select distinct component_id from component_set where org_id = ${tx.orgId} and sha256 = any(${sets})) s
        join component c on c.org_id = ${tx.orgId} and c.id = s.component_id
        left join component_memo m on m.org_id = ${tx.orgId} and m.component_id = s.component_id
      ) f
    ) g
    group by 1, 2, 3, 4, 5`.execute(tx.db);
  return rows.map((row) => ({ ...toMatched(row), count: row.count }));
}
