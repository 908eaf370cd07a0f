/**
 * Shows exactly what would be sent about a finding, built by the same code and without sending it. A question that depends on an
 * earlier answer includes that answer if there is one, and is marked as incomplete otherwise.
 */
import type { Question } from '../../../ai/questions/question.ts';
import type { DescribedRequest } from '../../../ai/client/to-request.ts';
import type { FindingInput } from '../../../ai/questions/shared-data.ts';
import { isWorthReading } from '../../../core/relevance/assessments/select-for-assessment.ts';
import { listSharedNotes } from '../../../core/relevance/assessments/verification/assessment-guards.ts';
import { toProfilePlaces } from '../../../core/relevance/assessments/verification/verification-context.ts';
import { verifyAssessment } from '../../../core/relevance/assessments/verification/verify-assessment.ts';
import type { AdvisoryAssessment } from '../../../core/relevance/assessments/assessment.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { QuestionPurpose } from '../../../core/vocabulary/ai.ts';
import { getAiSettings, type AiSettings } from '../../../store/ai/ai-settings.ts';
import { toExampleFinding } from './example-finding.ts';
import { findAnswer } from '../../../store/ai/model-answers.ts';
import type { OrgTx } from '../../../store/database.ts';
import { listPublishedAssessments } from '../../../store/findings/publication/published-base.ts';
import { listEffectiveSboms } from '../../../store/findings/publication/published-inputs.ts';
import { nowOf, type Caller, type PipelineDeps, type AiDeps } from '../../deps.ts';
import { FINDING_UNKNOWN } from '../../errors.ts';
import { gatherOpinions } from '../../evaluation/gather-opinions.ts';
import { loadMatchedVersion } from '../../evaluation/matched-version.ts';
import { keyOf } from '../../evaluation/opinion-subject.ts';
import { getFinding } from '../../queries/get-finding.ts';
import type { AiServices } from '../ai-deps.ts';
import { requireComplete, type CompleteAiSettings } from '../ai-settings.ts';
import { toModelSettings } from '../model/open-model.ts';
import { loadSubjectTexts, toFindingInput, toAssessmentSubjects } from './assessment-subject.ts';

export interface PreviewedRequest extends DescribedRequest {
  readonly purpose: QuestionPurpose;
  readonly isComplete: boolean;
  readonly tokens: number;
}

export interface RequestPreview {
  readonly settings: CompleteAiSettings;
  readonly requests: readonly PreviewedRequest[];
}

/** A built-in example, which works before any model, finding or profile exists. */
export async function previewExample(deps: AiDeps, caller: Caller): Promise<RequestPreview> {
  const settings = toExampleSettings(await deps.database.inOrg(caller.orgId, getAiSettings));
  const { finding, claims } = toExampleFinding(settings.sharing);
  const { facts, second } = deps.ai.questions;
  const requests = [facts(finding.texts), second(finding, claims)];
  return { settings, requests: requests.map((question) => showRequest(deps.ai, settings, question)) };
}

/** Fills in what is not configured yet. */
export function toExampleSettings(settings: AiSettings): CompleteAiSettings {
  const { baseUrl, model } = settings;
  return { ...settings, baseUrl: baseUrl ?? 'https://api.example.com/v1', model: model ?? 'your-model' };
}

/** Accepts the id of any row of the finding. */
export async function previewRequests(deps: AiDeps, caller: Caller, rowId: string): Promise<RequestPreview> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const settings = await getAiSettings(tx);
    requireComplete(settings);
    const input = await getFindingInput(deps, tx, caller, rowId, settings);
    if (!isWorthReading(input.subject, input.texts)) return { settings, requests: [] };
    const question = deps.ai.questions.facts(input.texts);
    const facts = await findFacts(deps.ai, tx, settings, question);
    const second = toSecondRequest(deps, input, { settings, facts });
    return { settings, requests: [showRequest(deps.ai, settings, question), ...second] };
  });
}

/** Empty if the advisory was read and nothing contradicts it: then there is no second request. */
function toSecondRequest(
  deps: AiDeps,
  input: FindingInput,
  { settings, facts }: { readonly settings: CompleteAiSettings; readonly facts: AdvisoryAssessment | undefined },
): readonly PreviewedRequest[] {
  const { questions } = deps.ai;
  if (facts === undefined) {
    const claims = toProfilePlaces(input.subject).map((ground) => ({ ground, pairs: [] }));
    return [showRequest(deps.ai, settings, questions.second(input, claims), false)];
  }
  const now = nowOf(deps);
  const { guards, sharing, model } = settings;
  const assessment = { facts, sharing, model, promptVersion: '', at: now };
  const notes = listSharedNotes(input);
  const { candidate } = verifyAssessment({ ...input, notes, assessment, settings: { guards, now } });
  return candidate === undefined ? [] : [showRequest(deps.ai, settings, questions.second(input, candidate))];
}

function showRequest(
  ai: AiServices,
  settings: CompleteAiSettings,
  question: Question,
  isComplete = true,
): PreviewedRequest {
  const { tokensIn, tokensOut } = ai.estimateTokens(question, toModelSettings(settings));
  const described = ai.describeRequest(question, toModelSettings(settings));
  return { ...described, purpose: question.purpose, tokens: tokensIn + tokensOut, isComplete };
}

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
  const finding = await getFinding(tx, caller, rowId);
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
