/**
 * Publishes the findings of a version as a function of the tables: matches are read and evaluated now, and written with events as
 * the difference to the last publication, in the transaction that completes the analysis. A newer upload wins; a late worker
 * changes nothing.
 */
import type { Coverage } from '../../core/history/coverage.ts';
import type { VersionFinding } from '../../core/history/findings/version-findings.ts';
import type { VersionKey } from '../../queue/jobs.ts';
import type { OrgTx } from '../../store/database.ts';
import { insertEvents, type NewEvent } from '../../store/delivery/events.ts';
import {
  endSupersededAnalyses,
  findRunningTrigger,
  finishAnalysis,
  clearUnseenContent,
  type UnseenContent,
} from '../../store/findings/analyses/analyses.ts';
import type { FindingIdentity } from '../../store/findings/publication/finding-identities.ts';
import { measureCoverage } from '../../store/findings/coverage.ts';
import { updateNewestFindings } from '../../store/findings/publication/newest-findings.ts';
import { hasChangedSince } from '../../store/findings/publication/outdated-versions.ts';
import { listEffectiveSboms, toSets } from '../../store/findings/publication/published-inputs.ts';
import { saveVersionFindings, type WantedFinding } from '../../store/findings/publication/version-findings.ts';
import { lockAppliedSnapshot } from '../../store/people/applied-snapshots.ts';
import { lockVersion, recordPublication, type LockedVersion } from '../../store/portfolio/versions/change-versions.ts';
import { countOpinionChanges, hasOpinionChange } from '../../store/relevance/opinion-changes.ts';
import { saveVersionQuestions } from '../../store/relevance/questions.ts';
import { setStatusOfLiveSboms } from '../../store/portfolio/sboms.ts';
import { collectYielding } from '../../store/yielding.ts';
import { pipelined } from '../../store/pipelined.ts';
import { getAiAvailability } from '../ai/ai-settings.ts';
import { enqueueAssessment } from '../ai/request-assessment.ts';
import { requestAnalysis, isBackground } from '../request-analysis.ts';
import { nowOf, type PipelineDeps } from '../deps.ts';
import { NO_DOCUMENT_READABLE } from '../errors.ts';
import {
  explainChanges,
  type ExplainedChanges,
  explainExistingFindings,
  NO_EXISTING_CHANGES,
  type ExistingFindingChanges,
  type ExplainedEscalation,
  type ExplainedRelevance,
} from './explain-changes.ts';
import { failAnalysis, type StageLog } from './stage-log.ts';
import { identifyFindings, evaluateVersion, type EvaluatedVersion } from './evaluate-version.ts';
import { loadMatchedVersion } from '../evaluation/matched-version.ts';
import { keyOf } from '../evaluation/opinion-subject.ts';
import { listNotUploaded, loadPublicationBase, type PublicationBase } from './publication-base.ts';
import type { UsedData } from '../advisories/data-state.ts';
import { type Delta, versionsOf, type PresentFinding } from '../../core/history/changes/compare-findings.ts';
import { VERSIONS_SHOWN_MAX } from '../../core/history/changes/explain-change.ts';
import type { AnalysisTrigger } from '../../core/vocabulary/analysis.ts';

export interface StartedAnalysis {
  readonly analysisId: string;
  readonly generation: number;
  /** Number of findings at the last publication. */
  readonly findings: number;
}

export async function publishFindings(
  deps: PipelineDeps,
  job: VersionKey,
  started: StartedAnalysis,
  run: {
    readonly stages: StageLog;
    readonly failures: number;
    /** Read before matching, so that later data does not count as used. */
    readonly data: UsedData;
    readonly findingsMax: number;
  },
): Promise<void> {
  const at = nowOf(deps);
  const publish = async (tx: OrgTx): Promise<void> => {
    const version = await lockVersion(tx, job.versionId);
    // A newer upload has its own job, which also ends this analysis.
    if (version === undefined || version.generation !== started.generation) return;
    const [trigger, sboms, opinionChanges] = await pipelined([
      findRunningTrigger(tx, started.analysisId),
      listEffectiveSboms(tx, version.id),
      countOpinionChanges(tx, version.serviceId),
    ]);
    // Another worker has completed the same analysis.
    if (trigger === undefined) return;
    const sets = toSets(sboms);
    if (run.failures > 0 && sboms.every(({ setSha256, standsIn }) => setSha256 === null || standsIn)) {
      await failAnalysis(deps, tx, version, {
        id: started.analysisId,
        stages: run.stages,
        failedAt: 'parse',
        failure: NO_DOCUMENT_READABLE(),
      });
      return;
    }
    const matched = await loadMatchedVersion(tx, sboms, { at, findingsMax: run.findingsMax });
    const identities = await identifyFindings(tx, version, matched, { at, newId: deps.newId });
    const [before, availability, coverage] = await pipelined([
      loadPublicationBase(tx, version.id, sboms),
      getAiAvailability(deps.ai, tx, version.serviceId),
      measureCoverage(tx, sets, at),
    ]);
    const ai = { parts: deps.ai, ...availability };
    const judged = await evaluateVersion(tx, version, matched, { at, sboms, identities, before: before.announced, ai });
    const { findings } = judged;
    const written = await writeDifference(deps, tx, version, { judged, identities, before, sets, at });
    const { delta, changes, baseVersionId, notUploaded } = written;
    finishStages(run.stages, { findings, delta, coverage, aiOff: ai.off });
    const hasWarnings = run.failures > 0 || sboms.some((sbom) => sbom.hasWarnings);
    const stages = run.stages.toStages();
    const subject = { at, serviceId: version.serviceId, versionId: version.id, analysisId: started.analysisId };
    const hasSameCoverage = isEqual(before.published?.coverage, coverage);
    if (!before.isOwn || !hasSameCoverage) updateNewestFindings(tx, version.id, true);
    const isSame = written.rows === 0 && changes.length === 0 && hasSameCoverage;
    // No user waits for the analysis and nothing has changed, so there are no events.
    const isSilent = isBackground(trigger) && isSame;
    if (before.isOwn && before.published?.notUploaded.findingIds.length) await clearUnseenContent(tx, version.id);
    // Both are locked until the end of the transaction.
    const [applied, isOvertaken] = await pipelined([
      lockAppliedSnapshot(tx),
      hasOpinionChange(tx, version.serviceId, opinionChanges),
      finishAnalysis(tx, started.analysisId, {
        status: hasWarnings ? 'completed_with_warnings' : 'completed',
        stages,
        finishedAt: at,
        coverage,
        snapshot: run.data.snapshot,
        sources: run.data.sources,
        delta,
        sets,
        baseVersionId,
        notUploaded,
        profiles: judged.profiles,
      }),
      endSupersededAnalyses(tx, version.id, started.analysisId, { stages, finishedAt: at }),
      setStatusOfLiveSboms(tx, version.id, { from: ['queued', 'analyzing'], to: 'analyzed' }),
      recordPublication(tx, { versionId: version.id, generation: started.generation, snapshot: run.data.snapshot }),
      saveVersionQuestions(tx, version, judged.questions),
      insertEvents(tx, isSilent ? [] : toPublicationEvents(deps.newId, subject, trigger, written)),
      deps.queue.enqueue(tx, 'plan-version', job),
    ]);
    // The search of the change for affected versions could not see this publication. Background work stays in the background.
    if (isOvertaken) await requestAnalysis(deps, tx, version, isBackground(trigger) ? trigger : 'decision');
    else if (applied > run.data.snapshot) await requestAnalysisOfNewData(deps, tx, version, run.data.snapshot);
    if (ai.off === null)
      await enqueueAssessment(deps, tx, {
        versionId: version.id,
        analysisId: started.analysisId,
        isContinued: trigger === 'ai',
      });
    deps.crashPoint('findings-written');
  };
  await deps.database.inOrg(job.orgId, publish, { rows: started.findings });
}

function isEqual(before: Coverage | null | undefined, now: Coverage): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}

/** New data was applied to the organization meanwhile, and the search for outdated versions could not see this publication. */
async function requestAnalysisOfNewData(
  deps: PipelineDeps,
  tx: OrgTx,
  version: LockedVersion,
  snapshot: number,
): Promise<void> {
  if (await hasChangedSince(tx, version.id, snapshot)) await requestAnalysis(deps, tx, version, 'advisories');
}

type Written = ExplainedChanges &
  ExistingFindingChanges & {
    /** Number of rows that were ended or written. */
    readonly rows: number;
    readonly baseVersionId: string | null;
    readonly notUploaded: UnseenContent;
    /** Number of relevant findings in `notUploaded`. */
    readonly notUploadedShown: number;
  };

function* toWantedFindings(
  findings: readonly VersionFinding[],
  identities: ReadonlyMap<string, FindingIdentity>,
): Generator<WantedFinding> {
  for (const finding of findings) {
    const identity = identities.get(keyOf(finding));
    if (identity === undefined) continue;
    const { detail, ...keys } = finding;
    const exploitation = detail.vulnerability.ssvc?.exploitation ?? null;
    const componentVersion = detail.component.version;
    yield { ...keys, findingId: identity.id, componentVersion, exploitation, identity, finding };
  }
}

async function writeDifference(
  deps: PipelineDeps,
  tx: OrgTx,
  version: LockedVersion,
  publication: {
    readonly judged: EvaluatedVersion;
    readonly identities: ReadonlyMap<string, FindingIdentity>;
    readonly before: PublicationBase;
    readonly sets: readonly Buffer[];
    readonly at: string;
  },
): Promise<Written> {
  const { judged, identities, before, sets, at } = publication;
  const { newId } = deps;
  const { published, current, isOwn } = before;
  const wanted = await collectYielding(toWantedFindings(judged.findings, identities));
  const notUploaded = await listNotUploaded(tx, before, wanted);
  const base = before.announced.filter(({ findingId }) => !notUploaded.has(findingId));
  const explained = await explainChanges(tx, wanted, { published, rows: base, unseenSets: before.unseenSets }, sets);
  const stayed =
    isOwn && published !== undefined
      ? await explainExistingFindings(tx, wanted, { published, rows: current, profiles: judged.profiles })
      : NO_EXISTING_CHANGES;
  const { changes } = explained;
  const rows = await saveVersionFindings(tx, { versionId: version.id, at, newId, wanted, current, base, changes });
  const shown = before.announced.filter(
    ({ findingId, relevance }) => notUploaded.has(findingId) && relevance !== 'not_relevant',
  );
  return {
    ...explained,
    ...stayed,
    rows,
    baseVersionId: isOwn || published === undefined ? null : published.versionId,
    notUploaded: { documents: before.unseen, findingIds: [...notUploaded].toSorted() },
    notUploadedShown: new Set(shown.map(({ findingId }) => findingId)).size,
  };
}

// Completes the stages of an analysis after its findings are published: the number of findings, and the reasons that hid or
// lowered them.
function finishStages(
  stages: StageLog,
  result: {
    readonly findings: readonly VersionFinding[];
    readonly delta: Delta;
    readonly coverage: Coverage;
    /** Why no model is asked; null if one is asked after the publication. */
    readonly aiOff: string | null;
  },
): void {
  const { findings, delta, coverage, aiOff } = result;
  const count = (status: VersionFinding['relevance']): number =>
    findings.filter(({ relevance }) => relevance === status).length;
  stages.finish('identify', { components: coverage.components, checked: coverage.checked });
  stages.finish('relevance', {
    relevant: count('relevant'),
    deprioritized: count('deprioritized'),
    notRelevant: count('not_relevant'),
    suggested: findings.filter(({ detail }) => detail.relevance.suggestion !== null).length,
    ...countByReason(findings),
  });
  stages.finish('history', { findings: findings.length, ...delta }, `${findings.length} findings`);
  if (aiOff !== null) stages.skip('ai', aiOff);
}

/** Counts hidden or lowered findings by the deciding reason. */
function countByReason(findings: readonly VersionFinding[]): Readonly<Record<string, number>> {
  const codes = findings.flatMap(({ relevance, detail }) =>
    relevance === 'relevant' ? [] : (detail.reasons[0]?.code ?? []),
  );
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, { length }]) => [code, length]));
}

/** One for each relevant finding that was introduced, resolved or became worse, for each change of relevance, and for the whole. */
function toPublicationEvents(
  newId: () => string,
  subject: Required<Pick<NewEvent, 'at' | 'serviceId' | 'versionId' | 'analysisId'>>,
  trigger: AnalysisTrigger,
  { delta, notUploadedShown: notUploaded, changes, escalations, relevance }: Written,
): NewEvent[] {
  const shown = changes.filter(({ finding }) => finding.isShown);
  const toStayed = (
    type: 'finding.escalated' | 'relevance.changed',
    { finding, cause, detail }: ExplainedEscalation | ExplainedRelevance,
  ): NewEvent => ({
    ...subject,
    id: newId(),
    type,
    findingId: finding.findingId,
    cause,
    ...(typeof detail['snapshot'] === 'number' && { snapshot: detail['snapshot'] }),
    detail: { ...nameOf(finding), ...detail },
  });
  return [
    ...shown.map(({ kind, cause, detail, finding }): NewEvent => {
      return {
        ...subject,
        id: newId(),
        type: `finding.${kind}`,
        findingId: finding.findingId,
        cause,
        ...('snapshot' in detail && detail.snapshot !== null && { snapshot: detail.snapshot }),
        detail: { ...nameOf(finding), ...detail },
      };
    }),
    ...escalations.map((each) => toStayed('finding.escalated', each)),
    ...relevance.map((each) => toStayed('relevance.changed', each)),
    {
      ...subject,
      id: newId(),
      type: 'analysis.completed',
      detail: { trigger, ...delta, escalated: escalations.length, notUploaded },
    },
  ];
}

function nameOf(finding: PresentFinding): Readonly<Record<'vulnerability' | 'package' | 'version', string>> {
  const [{ canonicalId, packageName }] = finding.places;
  return {
    vulnerability: canonicalId,
    package: packageName,
    version: versionsOf(finding).slice(0, VERSIONS_SHOWN_MAX).join(', '),
  };
}
