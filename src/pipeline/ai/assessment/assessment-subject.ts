/**
 * Describes a finding as input for the questions to a model. It must be identical when the question is asked and whenever the
 * version is published, because a stored answer is found only by its question.
 */
import type { FindingInput } from '../../../ai/questions/finding-input.ts';
import { listFindingSubjects } from '../../../core/history/findings/finding-subjects.ts';
import type { AdvisoryText } from '../../../core/relevance/assessments/assessment.ts';
import type { Subject } from '../../../core/relevance/subject/subject.ts';
import type { SharingMode } from '../../../core/vocabulary/ai.ts';
import { listAdvisoryTexts } from '../../../store/advisories/vulnerabilities/advisory-texts.ts';
import type { AssessedFinding } from '../../../store/ai/model-answers.ts';
import type { ReferenceTx } from '../../../store/database.ts';
import type { MatchedVersion } from '../../evaluation/matched-version.ts';
import { keyOf, type VersionContext } from '../../evaluation/opinion-subject.ts';

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
  { places, profiles }: Pick<VersionContext, 'places' | 'profiles'>,
): Generator<AssessmentSubject> {
  const context = {
    placesOf: (id: string) => places.get(id),
    profilesOf: profiles.profilesOf,
    appliesTo: profiles.appliesTo,
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
