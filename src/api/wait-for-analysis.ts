/**
 * `wait=`: holds an answer until the analysis has ended or the time is up. The upload is durable by then, so a full house of
 * waiting requests is answered at once, and a fault while waiting changes nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Coverage } from '../core/history/coverage.ts';
import type { Caller } from '../pipeline/deps.ts';
import type { Receipt } from '../pipeline/receive-sbom.ts';
import type { AnalysisStatus } from '../store/findings/analyses.ts';
import { findAnalysis } from '../store/findings/read-analyses.ts';
import { countFindings } from '../store/findings/count-findings.ts';
import { findSbom, type SbomStatus, type SbomWarning } from '../store/portfolio/sboms.ts';
import type { ApiDeps } from './api-deps.ts';
import { toBySeverity, type BySeverity } from './by-severity.ts';
import { WAITING_ROOM } from './wait-for-events.ts';

export interface EndedAnalysis {
  readonly analysisStatus: AnalysisStatus;
  readonly sbomStatus: SbomStatus;
  /** Those of reading the document as well. */
  readonly warnings: readonly SbomWarning[];
  readonly findings: { readonly total: number; readonly hidden: number; readonly bySeverity: BySeverity };
  readonly coverage: Coverage | null;
}

const FIRST_LOOK_MS = 25;
const LOOK_EVERY_MS_MAX = 500;

export function createAnalysisWaiter(
  deps: ApiDeps,
): (caller: Caller, receipt: Receipt, waitSeconds: number) => Promise<EndedAnalysis | undefined> {
  return async (caller, receipt, waitSeconds) => {
    if (waitSeconds === 0 || !deps.waiting.enter(WAITING_ROOM)) return undefined;
    try {
      return await poll(deps, caller, receipt, deps.now() + waitSeconds * 1000);
    } catch (error) {
      deps.log.warn({ err: error }, 'waiting for an analysis failed');
      return undefined;
    } finally {
      deps.waiting.leave(WAITING_ROOM);
    }
  };
}

async function poll(
  deps: ApiDeps,
  caller: Caller,
  receipt: Receipt,
  untilMs: number,
): Promise<EndedAnalysis | undefined> {
  for (let pauseMs = FIRST_LOOK_MS; deps.now() < untilMs; pauseMs = Math.min(pauseMs * 2, LOOK_EVERY_MS_MAX)) {
    await delay(Math.min(pauseMs, Math.max(0, untilMs - deps.now())));
    const ended = await look(deps, caller, receipt);
    if (ended !== undefined) return ended;
  }
  return undefined;
}

async function look(deps: ApiDeps, caller: Caller, receipt: Receipt): Promise<EndedAnalysis | undefined> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const analysis = receipt.analysisId === null ? undefined : await findAnalysis(tx, receipt.analysisId, 'all');
    if (analysis === undefined || analysis.finishedAt === null) return undefined;
    const sbom = await findSbom(tx, receipt.id, 'all');
    if (sbom === undefined) return undefined;
    const { total, hidden, bySeverityRank } = await countFindings(tx, { versionId: receipt.versionId }, {});
    return {
      analysisStatus: analysis.status,
      sbomStatus: sbom.status,
      warnings: sbom.warnings,
      findings: { total, hidden, bySeverity: toBySeverity(bySeverityRank) },
      coverage: analysis.coverage,
    };
  });
}
