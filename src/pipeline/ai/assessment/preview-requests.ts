/**
 * Shows exactly what would be sent about a finding, built by the same code and without sending it. A question that depends on an
 * earlier answer includes that answer if there is one, and is marked as incomplete otherwise.
 */
import type { Question } from '../../../ai/questions/question.ts';
import type { DescribedRequest } from '../../../ai/client/to-request.ts';
import { isAssessable } from '../../../core/relevance/assessments/select-for-assessment.ts';
import type { AdvisoryAssessment } from '../../../core/relevance/assessments/assessment.ts';
import { addStructuredPreconditions } from '../../../core/relevance/assessments/structured-preconditions.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { QuestionPurpose } from '../../../core/vocabulary/ai.ts';
import { getAiSettings } from '../../../store/ai/ai-settings.ts';
import { findAnswer } from '../../../store/ai/model-answers.ts';
import type { OrgTx } from '../../../store/database.ts';
import { findFinding } from '../../../store/findings/lists/listed-finding.ts';
import { listPublishedAssessments } from '../../../store/findings/publication/published-base.ts';
import { listEffectiveSboms } from '../../../store/findings/publication/published-inputs.ts';
import { nowOf, type Caller, type PipelineDeps, type AiDeps } from '../../deps.ts';
import { FINDING_UNKNOWN } from '../../errors.ts';
import { gatherOpinions } from '../../evaluation/gather-opinions.ts';
import { loadMatchedVersion } from '../../evaluation/matched-version.ts';
import { keyOf } from '../../evaluation/opinion-subject.ts';
import type { AiServices } from '../ai-deps.ts';
import { requireComplete, type CompleteAiSettings } from '../ai-settings.ts';
import { toModelSettings } from '../model/open-model.ts';
import { loadSubjectTexts, toFindingInput, toAssessmentSubjects } from './assessment-subject.ts';

export interface PreviewedRequest extends DescribedRequest {
  readonly purpose: QuestionPurpose;
  readonly profile: string | null;
  readonly isComplete: boolean;
  readonly tokens: number;
}

export interface RequestPreview {
  readonly settings: CompleteAiSettings;
  readonly requests: readonly PreviewedRequest[];
}

/** Accepts the id of any row of the finding. */
export async function previewRequests(deps: AiDeps, caller: Caller, rowId: string): Promise<RequestPreview> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const settings = await getAiSettings(tx);
    requireComplete(settings);
    const input = await getFindingInput(deps, tx, caller, rowId, settings);
    // The model is not asked about a service whose profile has no known core field.
    if (!isAssessable(input.subject)) return { settings, requests: [] };
    const { questions } = deps.ai;
    const facts = questions.facts(input);
    const known = await findFacts(deps.ai, tx, settings, facts);
    const read = addStructuredPreconditions(input.subject, known ?? NO_FACTS);
    const isComplete = known !== undefined;
    const show = (question: Question, more: Pick<PreviewedRequest, 'profile' | 'isComplete'>): PreviewedRequest => {
      const { tokensIn, tokensOut } = deps.ai.estimateTokens(question, toModelSettings(settings));
      const described = deps.ai.describeRequest(question, toModelSettings(settings));
      return { ...described, purpose: question.purpose, tokens: tokensIn + tokensOut, ...more };
    };
    const profiles = settings.sharing === 'advisory-only' ? [] : input.subject.profiles;
    return {
      settings,
      requests: [
        show(facts, { profile: null, isComplete: true }),
        ...profiles.map((profile) =>
          show(questions.profile(input, profile, read), { profile: profile.name, isComplete }),
        ),
        show(questions.second(input, read), { profile: null, isComplete }),
      ],
    };
  });
}

const NO_FACTS: AdvisoryAssessment = { preconditions: [] };

async function findFacts(
  ai: AiServices,
  tx: OrgTx,
  { model }: CompleteAiSettings,
  question: Question,
): Promise<AdvisoryAssessment | undefined> {
  const answer = await findAnswer(tx, model, question);
  return answer?.outcome === 'answered' ? ai.readFacts(answer.value) : undefined;
}

async function getFindingInput(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  rowId: string,
  { sharing }: CompleteAiSettings,
) {
  const finding = await findFinding(tx, rowId, caller.services);
  if (finding === undefined) throw FINDING_UNKNOWN();
  const version = { id: finding.version.id, serviceId: finding.service.id };
  const at = nowOf(deps);
  const sboms = await listEffectiveSboms(tx, version.id);
  const matched = await loadMatchedVersion(tx, sboms, { at, findingsMax: LIMITS.findingsPerVersionMax });
  const gathered = await gatherOpinions(tx, version, { at, sboms, matched });
  const rows = await listPublishedAssessments(tx, version.id);
  const keys = new Set(rows.filter(({ findingId }) => findingId === finding.findingId).map(keyOf));
  const subject = [...toAssessmentSubjects(matched, gathered)].find(({ key }) => keys.has(key));
  // The finding existed once, but the model would not be asked about it today.
  if (subject === undefined) throw FINDING_UNKNOWN();
  const textsOf = await loadSubjectTexts(tx, [subject]);
  return toFindingInput(subject, textsOf(subject), { sharing, notes: gathered.notes });
}
