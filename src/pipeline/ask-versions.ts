/**
 * Many versions are published again because somebody has said something: about a service, or about vulnerabilities. All of it in
 * the transaction of what was said, so that neither is without the other. Beyond a number the versions are only marked as behind,
 * and the repair sweep asks for them within a minute: nobody holds a transaction open for thousands of jobs.
 */
import type { OrgTx } from '../store/database.ts';
import type { AnalysisTrigger } from '../store/findings/analyses.ts';
import { bumpGeneration, lockVersion } from '../store/portfolio/change-versions.ts';
import { leaveBehind } from '../store/relevance/concerned-versions.ts';
import { wishAnalysis } from './ask-analysis.ts';
import type { PipelineDeps } from './deps.ts';

const ASKED_AT_ONCE_MAX = 100;

/** How many versions one word may concern; more are reached by whatever is published next. */
export const CONCERNED_VERSIONS_MAX = 10_000;

/** How many will be published again. Frozen ones keep what they have. */
export async function askVersions(
  deps: PipelineDeps,
  tx: OrgTx,
  versionIds: readonly string[],
  trigger: AnalysisTrigger,
): Promise<number> {
  // Always in this order: who locks several never waits for somebody who waits for them.
  const ids = [...new Set(versionIds)].toSorted();
  const wishes: (() => Promise<void>)[] = [];
  for (const id of ids.slice(0, ASKED_AT_ONCE_MAX)) {
    const version = await lockVersion(tx, id);
    if (version === undefined || version.frozen) continue;
    await bumpGeneration(tx, id);
    wishes.push((await wishAnalysis(deps, tx, id, trigger)).enqueue);
  }
  const later = ids.slice(ASKED_AT_ONCE_MAX);
  await leaveBehind(tx, later);
  for (const enqueue of wishes) await enqueue();
  return wishes.length + later.length;
}
