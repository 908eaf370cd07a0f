/**
 * Runs once a minute: retries AI assessments that are due, including those whose job was lost, and records the calls of processes
 * that have died, so that their possible cost counts.
 */
import { listDueAssessments } from '../../store/ai/awaited-readings.ts';
import { recordLostCalls } from '../../store/ai/budget.ts';
import type { PipelineDeps } from '../deps.ts';

const ASSESSMENTS_PER_SWEEP = 1_000;

export async function enqueueDueAssessments(deps: PipelineDeps, orgId: string): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await deps.database.inOrg(orgId, async (tx) => {
    await recordLostCalls(tx, { at });
    const due = deps.ai === undefined ? [] : await listDueAssessments(tx, at, ASSESSMENTS_PER_SWEEP);
    if (due.length === 0) return;
    const versionIds = due.map(({ versionId }) => versionId);
    const served = await deps.queue.listVersionsWithJob(tx, 'read-with-ai', versionIds);
    for (const { versionId, analysisId, freshSince } of due) {
      if (served.has(versionId)) continue;
      const job = { orgId, versionId, analysisId };
      await deps.queue.enqueue(tx, 'read-with-ai', { ...job, ...(freshSince !== null && { freshSince }) });
    }
  });
}
