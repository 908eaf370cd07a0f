/** The advisory data that an analysis is based on: its snapshot number, and the age of every source in it at that time. */
import { listSources } from '../../store/advisories/sources/sources.ts';
import { getSnapshot } from '../../store/advisories/snapshots.ts';
import type { ReferenceTx } from '../../store/database.ts';
import type { UsedSource } from '../../store/findings/analyses/analyses.ts';
import { pipelined } from '../../store/pipelined.ts';

export interface UsedData {
  readonly snapshot: number;
  readonly sources: readonly UsedSource[];
}

/** Read before matching, so that later data does not count as used. */
export async function getUsedData(tx: ReferenceTx): Promise<UsedData> {
  const [snapshot, sources] = await pipelined([getSnapshot(tx), listSources(tx)]);
  return {
    snapshot,
    sources: sources
      .filter(({ records }) => records > 0)
      .map(({ name, records, newestRecordAt, lastGoodAt }) => ({ name, records, newestRecordAt, lastGoodAt })),
  };
}
