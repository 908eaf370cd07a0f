/** ENTRY. Builds the three questions about a finding. Each covers one vulnerability and no other data of the customer. */
import type { ProfileView } from '../core/profile/profile-view.ts';
import { toProfilePlaces } from '../core/relevance/readings/read-matter.ts';
import type { AdvisoryAssessment, Precondition, PreconditionType } from '../core/relevance/readings/reading.ts';
import { toControlPreconditions } from './control-item.ts';
import type { FindingInput } from './finding-input.ts';
import { makeQuestion, newRandomWord, type RandomWord } from './make-question.ts';
import type { Question } from './question.ts';
import { toSharedAdvisory, toSharedPreconditions } from './shared-advisory.ts';
import { toSharedComponent } from './shared-component.ts';
import { toSharedEnforcement } from './shared-enforcement.ts';
import { toSharedProfile, type SharedProfile } from './shared-profile.ts';

/** A. Which preconditions does the advisory name? The question is the same for every customer. */
export function buildFactsQuestion(
  finding: Pick<FindingInput, 'subject' | 'texts'>,
  randomWord: RandomWord = newRandomWord,
): Question {
  const data = { advisory: toSharedAdvisory(finding) };
  return makeQuestion({ purpose: 'facts', instructions: 'facts', idNames: [], toData: () => data }, randomWord);
}

/** B. Does this profile rule the finding out? Includes a control item. Not used with `advisory-only`, which shares no profile. */
export function buildProfileQuestion(
  finding: FindingInput,
  profile: ProfileView,
  facts: AdvisoryAssessment,
  randomWord: RandomWord = newRandomWord,
): Question {
  const shared = shareProfile(finding, profile, facts);
  const component = toSharedComponent(finding);
  const preconditions = toSharedPreconditions(facts.preconditions);
  const ofControl = toSharedPreconditions(toControlPreconditions(shared));
  return makeQuestion(
    {
      purpose: 'profile',
      instructions: 'profile',
      idNames: ['finding', 'control'],
      // Sorted by random ids, so that the position reveals nothing.
      toData: ({ finding: id, control }) => ({
        component,
        profile: shared.fields,
        ...(shared.notes !== undefined && { notes: shared.notes }),
        items: [
          { id, preconditions },
          { id: control, preconditions: ofControl },
        ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      }),
    },
    randomWord,
  );
}

/** C. The opposite task, about all profiles at once, or based on the advisory alone. */
export function buildSecondQuestion(
  finding: FindingInput,
  facts: AdvisoryAssessment,
  randomWord: RandomWord = newRandomWord,
): Question {
  const idNames = ['finding'] as const;
  if (finding.sharing === 'advisory-only') {
    const advisory = toSharedAdvisory(finding);
    const preconditions = toSharedPreconditions(selectDismissing(facts.preconditions));
    const toData = ({ finding: id }: { readonly finding: string }): object => ({
      advisory,
      item: { id, preconditions },
    });
    return makeQuestion({ purpose: 'second', instructions: 'second-from-advisory', idNames, toData }, randomWord);
  }
  const profiles = toProfilePlaces(finding.subject).map(({ profile }) => shareProfile(finding, profile, facts));
  const component = toSharedComponent(finding);
  const preconditions = toSharedPreconditions(facts.preconditions);
  const toData = ({ finding: id }: { readonly finding: string }): object => ({
    component,
    profiles,
    item: { id, preconditions },
  });
  return makeQuestion({ purpose: 'second', instructions: 'second', idNames, toData }, randomWord);
}

function shareProfile(finding: FindingInput, profile: ProfileView, facts: AdvisoryAssessment): SharedProfile {
  const shared = toSharedProfile(profile, finding);
  return { ...shared, fields: { ...shared.fields, ...toSharedEnforcement(finding.subject, profile, facts) } };
}

const DISMISSING: ReadonlySet<PreconditionType> = new Set([
  ...(['os', 'arch', 'language_runtime_version', 'requires_feature', 'requires_config'] as const),
  ...(['requires_untrusted_input', 'requires_process_exec'] as const),
]);

/** Whether any other precondition is necessary would change nothing, and a doubt about it would block a certain dismissal. */
function selectDismissing(preconditions: readonly Precondition[]): readonly Precondition[] {
  const dismissing = preconditions.filter(({ type, necessary }) => necessary && DISMISSING.has(type));
  return dismissing.length > 0 ? dismissing : preconditions;
}
