/**
 * Finds the guards of an AI assessment: all guards of heuristics, and reasons to doubt the assessment itself. These are an
 * advisory that says too little or is too new to be complete, a text that addresses the model, and a model that misread the canary.
 */
import { kindOf, PROFILE_PATHS } from '../../../profile/profile-fields.ts';
import { addDays, isBefore } from '../../calendar.ts';
import { findGuards, type GuardThresholds } from '../../opinions/guards.ts';
import type { Subject } from '../../subject/subject.ts';
import { foldText } from '../text/clean-text.ts';
import { isMalware } from '../restated-weakness.ts';
import { isLikelyInjection } from '../text/prompt-injection.ts';
import type { AdvisoryText, Assessment } from '../assessment.ts';
import type { Guard } from '../../../vocabulary/relevance.ts';
import type { ProfileView } from '../../../profile/profile-view.ts';
import type { SharingMode } from '../../../vocabulary/ai.ts';

const DETAILS_CHARACTERS_MIN = 80;
const DAYS_MIN = 7;

interface GuardContext {
  readonly guards?: GuardThresholds | undefined;
  /** ISO 8601. */
  readonly now: string;
  readonly notes?: readonly string[] | undefined;
  readonly assessment?: Pick<Assessment, 'isDoubtful'> | undefined;
}

/** Returns the guards G1 to G9, in this order. */
export function findAssessmentGuards(
  subject: Subject,
  texts: readonly AdvisoryText[],
  { guards, now, notes = [], assessment }: GuardContext,
): readonly Guard[] {
  const found = findGuards(subject, guards);
  const isMade = isMalware(
    subject.vulnerability.cwes,
    texts.map(({ title, details }) => `${title}\n${details}`),
  );
  if (isMade && !found.includes('malicious')) found.push('malicious');
  if (texts.every(({ details }) => foldText(details).length < DETAILS_CHARACTERS_MIN)) found.push('thin-advisory');
  if (isFresh(subject.vulnerability.publishedAt, now)) found.push('fresh-advisory');
  if ([...notes, ...listModelTexts(subject, texts)].some(isLikelyInjection)) found.push('injection');
  if (assessment?.isDoubtful === true) found.push('canary');
  return found;
}

/** An advisory without a valid date may be from today. */
function isFresh(publishedAt: string | null, now: string): boolean {
  const settled = publishedAt === null ? undefined : addDays(publishedAt, DAYS_MIN);
  return settled === undefined || addDays(now, 0) === undefined || isBefore(now, settled);
}

/** Returns all free text that the model may have received: advisory texts, component names, profile fields. */
function listModelTexts({ component, profiles }: Subject, texts: readonly AdvisoryText[]): readonly string[] {
  return [
    ...texts.flatMap(({ title, details }) => [title, details]),
    component.name,
    component.version ?? '',
    ...profiles.flatMap(({ known }) => FREE_TEXT_PATHS.map((path) => JSON.stringify(known(path)?.value) ?? '')),
  ];
}

/** Fields whose values are not from a fixed list. */
const FREE_TEXT_PATHS = PROFILE_PATHS.filter((path) => !['enum', 'enum-list'].includes(kindOf(path).type));

/** Returns the profile notes that were sent to the model. They are never evidence, but they count for the injection guard. */
export function listSharedNotes({
  subject,
  sharing,
  notesOf,
}: {
  readonly subject: Pick<Subject, 'profiles'>;
  readonly sharing: SharingMode;
  readonly notesOf?: ((profile: ProfileView) => string | undefined) | undefined;
}): readonly string[] {
  if (sharing !== 'full-profile') return [];
  return subject.profiles.flatMap((profile) => notesOf?.(profile) ?? []);
}
