/**
 * Requests a new publication of many versions after a change to a service or a decision about vulnerabilities, in the same
 * transaction as the change. Above a limit, versions are only marked as behind, and the repair sweep requests them within a
 * minute, so that no transaction stays open for thousands of jobs.
 */
import type { AnalysisTrigger } from '../../core/vocabulary/analysis.ts';
import type { OrgTx } from '../../store/database.ts';
import { bumpGeneration, lockVersion } from '../../store/portfolio/versions/change-versions.ts';
import { bumpGenerations } from '../../store/relevance/versions-to-reanalyze.ts';
import { createAnalysisRequest } from './request-analysis.ts';
import type { PipelineDeps } from '../deps.ts';

const REQUESTED_AT_ONCE_MAX = 100;

/** Maximum number of versions that one change can affect; the others are updated by their next publication. */
export const AFFECTED_VERSIONS_MAX = 10_000;

/** Returns how many versions will be published again. Frozen versions are not changed. */
export async function requestAnalyses(
  deps: PipelineDeps,
  tx: OrgTx,
  versionIds: readonly string[],
  trigger: AnalysisTrigger,
): Promise<number> {
  // Always lock in the same order to prevent deadlocks.
  const ids = [...new Set(versionIds)].toSorted();
  const requests: (() => Promise<void>)[] = [];
  for (const id of ids.slice(0, REQUESTED_AT_ONCE_MAX)) {
    const version = await lockVersion(tx, id);
    if (version === undefined || version.frozen) continue;
    await bumpGeneration(tx, id);
    requests.push((await createAnalysisRequest(deps, tx, id, trigger)).enqueue);
  }
  const later = ids.slice(REQUESTED_AT_ONCE_MAX);
  await bumpGenerations(tx, later);
  for (const enqueue of requests) await enqueue();
  return requests.length + later.length;
}
