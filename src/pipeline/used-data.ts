/** On which advisory data an analysis stands: its number, and every source that is in it, as old as it was then. */
import { listSources } from '../store/advisories/sources.ts';
import { readSnapshot } from '../store/advisories/snapshots.ts';
import type { ReferenceTx } from '../store/database.ts';
import type { UsedSource } from '../store/findings/analyses.ts';
import { together } from '../store/together.ts';

export interface UsedData {
  readonly snapshot: number;
  readonly sources: readonly UsedSource[];
}

/** Read before anything is matched: what came later has not been looked at. */
export async function readUsedData(tx: ReferenceTx): Promise<UsedData> {
  const [snapshot, sources] = await together([readSnapshot(tx), listSources(tx)]);
  return {
    snapshot,
    sources: sources
      .filter(({ records }) => records > 0)
      .map(({ name, records, newestRecordAt, lastGoodAt }) => ({ name, records, newestRecordAt, lastGoodAt })),
  };
}
