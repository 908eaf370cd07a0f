/**
 * Selects the findings of a version to ask a model about, from the same data as publishing, and checks whether the model may be
 * asked at all.
 */
import { toVersionFindings } from '../../../core/history/findings/version-findings.ts';
import { LIMITS } from '../../../core/limits.ts';
import { selectForAssessment } from '../../../core/relevance/assessments/select-for-assessment.ts';
import type { OrgTx } from '../../../store/database.ts';
import { listPublishedAssessments, type AssessedRow } from '../../../store/findings/publication/published-base.ts';
import { listEffectiveSboms } from '../../../store/findings/publication/published-inputs.ts';
import { listCurrentFindings } from '../../../store/findings/publication/version-findings.ts';
import { collectYielding } from '../../../store/yielding.ts';
import { nowOf, type AiDeps } from '../../deps.ts';
import { gatherOpinions } from '../../evaluation/gather-opinions.ts';
import { loadMatchedVersion } from '../../evaluation/matched-version.ts';
import {
  keyOf,
  toSubjectContext,
  type PublishedVersion,
  type VersionContext,
} from '../../evaluation/opinion-subject.ts';
import { requireComplete, type CompleteAiSettings, getAiAvailability } from '../ai-settings.ts';
import { toAssessmentSubjects, type AssessmentSubject } from './assessment-subject.ts';

export interface PreparedAssessment {
  readonly serviceId: string;
  readonly settings: CompleteAiSettings;
  /** Most urgent first. */
  readonly selected: readonly AssessmentSubject[];
  readonly notes: VersionContext['notes'];
  readonly publishedOf: (key: string) => AssessedRow | undefined;
}

export interface SkippedAssessment {
  readonly skipped: 'ai_disabled' | 'opt_out' | 'no_candidates';
}

export async function prepareAssessment(
  deps: AiDeps,
  orgId: string,
  version: PublishedVersion,
): Promise<PreparedAssessment | SkippedAssessment> {
  const at = nowOf(deps);
  return await deps.database.inOrg(orgId, async (tx) => {
    const { settings, off } = await getAiAvailability(deps.ai, tx, version.serviceId);
    if (off !== null) return { skipped: off };
    requireComplete(settings);
    const { findings, notes } = await evaluateFindings(tx, version, at);
    const selected = selectForAssessment(findings);
    if (selected.length === 0) return { skipped: 'no_candidates' };
    const rows = new Map((await listPublishedAssessments(tx, version.id)).map((row) => [keyOf(row), row]));
    return {
      serviceId: version.serviceId,
      settings,
      notes,
      selected: selected.map(({ candidate }) => candidate),
      publishedOf: (key) => rows.get(key),
    };
  });
}

/** Ignores earlier answers of the model: it is asked about findings that rules and decisions leave open. */
async function evaluateFindings(tx: OrgTx, version: PublishedVersion, at: string) {
  const sboms = await listEffectiveSboms(tx, version.id);
  const matched = await loadMatchedVersion(tx, sboms, { at, findingsMax: LIMITS.findingsPerVersionMax });
  const { components, vulnerabilities } = matched;
  const present = await listCurrentFindings(tx, version.id);
  const ids = new Map(present.map((row) => [keyOf(row), row.findingId]));
  const gathered = await gatherOpinions(tx, version, {
    at,
    sboms,
    matched,
    idOf: (key) => ids.get(keyOf(key)) ?? null,
  });
  const { opinionsOf, notes } = gathered;
  const judged = toVersionFindings(components, vulnerabilities, { ...toSubjectContext(gathered), opinionsOf });
  const subjects = await collectYielding(toAssessmentSubjects(matched, gathered));
  const byKey = new Map(subjects.map((candidate) => [candidate.key, candidate]));
  const findings = (await collectYielding(judged)).flatMap((finding) => {
    const candidate = byKey.get(keyOf(finding));
    if (candidate === undefined) return [];
    const { relevance: status, risk, detail } = finding;
    const verdict = { status, basis: detail.relevance.basis };
    return [{ id: candidate.key, verdict, risk, subject: candidate.subject, candidate }];
  });
  return { findings, notes };
}
