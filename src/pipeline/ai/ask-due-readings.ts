/**
 * Once a minute: what a model could not be asked is asked again when its time has come, and so is what was lost with its job. Calls of
 * processes that have died come on record here, so that what they may have cost counts.
 */
import { listDueReadings } from '../../store/ai/awaited-readings.ts';
import { recordLostCalls } from '../../store/ai/budget.ts';
import type { PipelineDeps } from '../deps.ts';

const READINGS_PER_SWEEP = 1_000;

export async function askDueReadings(deps: PipelineDeps, orgId: string): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await deps.database.inOrg(orgId, async (tx) => {
    await recordLostCalls(tx, { at });
    const due = deps.ai === undefined ? [] : await listDueReadings(tx, at, READINGS_PER_SWEEP);
    if (due.length === 0) return;
    const versionIds = due.map(({ versionId }) => versionId);
    const served = await deps.queue.findVersionsServed(tx, 'read-with-ai', versionIds);
    for (const { versionId, analysisId, freshSince } of due) {
      if (served.has(versionId)) continue;
      const job = { orgId, versionId, analysisId };
      await deps.queue.enqueue(tx, 'read-with-ai', { ...job, ...(freshSince !== null && { freshSince }) });
    }
  });
}
