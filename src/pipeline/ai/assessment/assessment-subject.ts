/**
 * Describes a finding as input for the questions to a model. It must be identical when the question is asked and whenever the
 * version is published, because a stored answer is found only by its question.
 */
import type { FindingInput } from '../../../ai/questions/shared-data.ts';
import { listFindingSubjects } from '../../../core/history/findings/finding-subjects.ts';
import type { AdvisoryText, Assessment } from '../../../core/relevance/assessments/assessment.ts';
import type { Subject } from '../../../core/relevance/subject/subject.ts';
import type { SharingMode } from '../../../core/vocabulary/ai.ts';
import { listAdvisoryTexts } from '../../../store/advisories/vulnerabilities/vulnerability-records.ts';
import type { AssessedFinding } from '../../../store/ai/model-answers.ts';
import type { ReferenceTx } from '../../../store/database.ts';
import type { MatchedVersion } from '../../evaluation/matched-version.ts';
import { keyOf, type VersionContext } from '../../evaluation/opinion-subject.ts';
import type { Ask } from '../../../ai/model-answer.ts';
import { listSharedNotes } from '../../../core/relevance/assessments/verification/assessment-guards.ts';
import {
  verifyAssessment,
  type VerifiedAssessment,
} from '../../../core/relevance/assessments/verification/verify-assessment.ts';
import type { AiSettings } from '../../../store/ai/ai-settings.ts';
import type { AiServices } from '../ai-deps.ts';

export interface AssessmentSubject {
  /** Key of the row in the version, from `keyOf`. */
  readonly key: string;
  readonly finding: AssessedFinding;
  readonly subject: Subject;
  /** Records that matched the component. */
  readonly recordIds: readonly string[];
  readonly pathLength: number | null;
}

/** In the order of the findings. */
export function* toAssessmentSubjects(
  { components, vulnerabilities }: MatchedVersion,
  { places, profiles, reachabilityOf }: Pick<VersionContext, 'places' | 'profiles' | 'reachabilityOf'>,
): Generator<AssessmentSubject> {
  const context = {
    placesOf: (id: string) => places.get(id),
    profilesOf: profiles.profilesOf,
    appliesTo: profiles.appliesTo,
    reachabilityOf,
  };
  for (const { component, match, subject } of listFindingSubjects(components, vulnerabilities, context)) {
    yield {
      key: keyOf({ componentId: component.id, groupId: match.groupId }),
      finding: {
        package: component.unversioned,
        componentVersion: component.version ?? '',
        groupId: match.groupId,
      },
      subject,
      recordIds: match.evidence.flatMap(({ recordId, outcome }) => (outcome === 'affected' ? [recordId] : [])),
      pathLength: component.direct === true ? 1 : null,
    };
  }
}

/** Returns, for each subject, the texts of its records in the order of their ids. */
export async function loadSubjectTexts(
  tx: ReferenceTx,
  subjects: readonly AssessmentSubject[],
): Promise<(subject: AssessmentSubject) => readonly AdvisoryText[]> {
  const texts = await listAdvisoryTexts(
    tx,
    subjects.flatMap(({ recordIds }) => recordIds),
  );
  return ({ recordIds }) => [...new Set(recordIds)].toSorted().flatMap((id) => texts.get(id) ?? []);
}

export function toFindingInput(
  { subject, pathLength }: AssessmentSubject,
  texts: readonly AdvisoryText[],
  { sharing, notes = NO_NOTES }: { readonly sharing: SharingMode; readonly notes?: VersionContext['notes'] },
): FindingInput {
  return { subject, texts, sharing, pathLength, notesOf: ({ name }) => notes.get(name) };
}

const NO_NOTES: ReadonlyMap<string, string> = new Map();

// Asks a model about one finding and verifies the result. The caller decides where answers come from: from the model, or only
// from stored answers. The verifying code does not depend on that.

/** An answer with its time. */
export type DatedAsk = (...asked: Parameters<Ask>) => Promise<{
  readonly answer: Awaited<ReturnType<Ask>>;
  /** Null if there is no answer. */
  readonly at: string | null;
}>;

interface FindingAssessment extends VerifiedAssessment {
  /** Hashes of the answered questions. */
  readonly questions: readonly string[];
  /** With the time of the newest answer. */
  readonly assessment: Assessment;
  /** Notes of users that were sent to the model. */
  readonly notes: readonly string[];
}

export async function evaluateFinding(
  ai: Pick<AiServices, 'gatherAssessment'>,
  ask: DatedAsk,
  finding: FindingInput,
  { settings, now }: { readonly settings: AiSettings; readonly now: string },
): Promise<FindingAssessment> {
  const { guards, model } = settings;
  const judged = { guards, now };
  const questions: string[] = [];
  let at = '';
  const noted: Ask = async (question, options) => {
    const asked = await ask(question, options);
    if (asked.at !== null) {
      questions.push(question.hash);
      if (asked.at > at) at = asked.at;
    }
    return asked.answer;
  };
  const assessment = await ai.gatherAssessment(noted, { ...finding, model: model ?? '', settings: judged });
  // The time of the answer, not of this call: looking at a finding again must not change it.
  const dated = { ...assessment, at: at === '' ? now : at };
  const { subject, texts } = finding;
  const notes = listSharedNotes(finding);
  const verified = verifyAssessment({ subject, texts, notes, assessment: dated, settings: judged });
  return { ...verified, questions, assessment: dated, notes };
}
