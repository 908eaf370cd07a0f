/**
 * Publishing is a function of the tables: matches are read now, judged now, and written as the difference to what was published
 * before, with events, in the transaction that completes the analysis. A newer upload wins; a late worker changes nothing.
 */
import type { AssayError } from '../core/errors.ts';
import { toVersionFindings, type ComponentInVersion } from '../core/history/version-findings.ts';
import { insertEvents, type NewEvent } from '../store/delivery/events.ts';
import { endOvertakenAnalyses, finishAnalysis, isRunning } from '../store/findings/analyses.ts';
import { measureCoverage } from '../store/findings/measure-coverage.ts';
import { listAffectedComponents, listLiveSboms } from '../store/findings/published-inputs.ts';
import { publishVersionFindings, type PublishedDifference } from '../store/findings/version-findings.ts';
import { lockVersion, setAnalyzedGeneration, type LockedVersion } from '../store/portfolio/change-versions.ts';
import { setStatusOfLiveSboms } from '../store/portfolio/sboms.ts';
import type { PipelineDeps } from './deps.ts';
import { NO_DOCUMENT_READABLE } from './errors.ts';
import { readOccurrences } from './read-occurrences.ts';
import { readVulnerabilities } from './read-vulnerabilities.ts';
import { settleOwners } from './settle-owners.ts';
import type { StageLog } from './stage-log.ts';

export interface StartedAnalysis {
  readonly analysisId: string;
  readonly generation: number;
}

export async function publishFindings(
  deps: PipelineDeps,
  job: { readonly orgId: string; readonly versionId: string },
  started: StartedAnalysis,
  run: {
    readonly stages: StageLog;
    readonly failures: number;
    /** Of the advisory data, read before anything was matched: what came later has not been looked at. */
    readonly snapshot: number;
  },
): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await deps.database.inOrg(job.orgId, async (tx) => {
    const version = await lockVersion(tx, job.versionId);
    // A newer upload has a job of its own, and ends this analysis with its own.
    if (version === undefined || version.generation !== started.generation) return;
    // Somebody else has run the same analysis to its end: there is nothing left to say.
    if (!(await isRunning(tx, started.analysisId))) return;
    const sboms = await listLiveSboms(tx, version.id);
    const sets = sboms.flatMap((sbom) => (sbom.setSha256 === null ? [] : [sbom.setSha256]));
    const affected = await settleOwners(tx, await listAffectedComponents(tx, sets), at);
    const occurrences = await readOccurrences(tx, sboms, affected);
    const components: ComponentInVersion[] = affected.map((component) => ({
      ...component,
      occurrences: occurrences.get(component.id) ?? [],
    }));
    const matches = components.flatMap((component) => component.matches);
    const findings = toVersionFindings(components, await readVulnerabilities(tx, matches));
    const difference = await publishVersionFindings(tx, version, findings, { at, newId: deps.newId });
    const isFailed = run.failures > 0 && sets.length === 0;
    finishStages(run.stages, findings.length);
    await finishAnalysis(tx, started.analysisId, {
      status: statusOf(isFailed, run.failures > 0 || sboms.some((sbom) => sbom.hasWarnings)),
      stages: run.stages.toStages(),
      finishedAt: at,
      coverage: await measureCoverage(tx, sets, at),
      snapshot: run.snapshot,
      delta: {
        introduced: difference.introduced.length,
        resolved: difference.resolved.length,
        unchanged: difference.unchanged,
      },
      ...(isFailed && {
        failure: toFailure(NO_DOCUMENT_READABLE()),
      }),
    });
    await endOvertakenAnalyses(tx, version.id, started.analysisId, { stages: run.stages.toStages(), finishedAt: at });
    await setStatusOfLiveSboms(tx, version.id, { from: ['queued', 'analyzing'], to: 'analyzed' });
    await setAnalyzedGeneration(tx, version.id, started.generation);
    await insertEvents(tx, eventsOf(deps, version, started, difference, at));
    deps.crashPoint('findings-written');
  });
}

function toFailure({ code, message }: AssayError): { readonly code: string; readonly message: string } {
  return { code, message };
}

function statusOf(isFailed: boolean, hasWarnings: boolean): 'completed' | 'completed_with_warnings' | 'failed' {
  if (isFailed) return 'failed';
  return hasWarnings ? 'completed_with_warnings' : 'completed';
}

function finishStages(stages: StageLog, findings: number): void {
  stages.finish('history', `${findings} findings`);
  stages.skip('relevance', 'Only what distributions say is considered so far.');
  stages.skip('remediation', 'Assay does not have this stage yet.');
  stages.skip('ai', 'AI is off.');
}

function eventsOf(
  deps: PipelineDeps,
  version: LockedVersion,
  started: StartedAnalysis,
  difference: PublishedDifference,
  at: string,
): NewEvent[] {
  const subject = { at, serviceId: version.serviceId, versionId: version.id, analysisId: started.analysisId };
  const changes = [
    ...difference.introduced.map((finding) => ({ type: 'finding.introduced' as const, finding })),
    ...difference.resolved.map((finding) => ({ type: 'finding.resolved' as const, finding })),
  ];
  const { introduced, resolved, unchanged } = difference;
  return [
    ...changes.map(({ type, finding }) => ({
      ...subject,
      id: deps.newId(),
      type,
      findingId: finding.findingId,
      detail: { vulnerability: finding.canonicalId, package: finding.packageName },
    })),
    {
      ...subject,
      id: deps.newId(),
      type: 'analysis.completed',
      detail: { introduced: introduced.length, resolved: resolved.length, unchanged },
    },
  ];
}
