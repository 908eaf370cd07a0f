/** ENTRY. Builds the three questions about a finding. Each covers one vulnerability and no other data of the customer. */
import type { ProfileView } from '../../core/profile/profile-view.ts';
import { toProfilePlaces } from '../../core/relevance/assessments/verification/verification-context.ts';
import { CONTRADICTIONS } from '../../core/relevance/assessments/contradictions/all-contradictions.ts';
import type { AdvisoryAssessment, Precondition } from '../../core/relevance/assessments/assessment.ts';
import {
  type FindingInput,
  toSharedProfile,
  type SharedProfile,
  toSharedAdvisory,
  toSharedPreconditions,
  toSharedComponent,
  toSharedEnforcement,
} from './shared-data.ts';
import { type Question, PROMPT_VERSION, type QuestionIds } from './question.ts';
import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '../../core/limits.ts';
import type { QuestionPurpose } from '../../core/vocabulary/ai.ts';
import { JSON_SCHEMAS, SCHEMA_NAMES } from './answer-schemas.ts';
import { INSTRUCTIONS } from './instructions.ts';

// The control item: an item in every question about a profile that this profile certainly does not rule out. A model that
// dismisses it was manipulated by the data, or does not understand the question.

/** The first known field makes the control item resemble a finding; without one it has no precondition. */
const TEMPLATES: readonly (readonly [path: string, type: Precondition['type'], text: (value: string) => string])[] = [
  ['runtime.os', 'os', (value) => `The flaw can be used wherever the component runs on ${value}.`],
  ['runtime.arch', 'arch', (value) => `The flaw can be used wherever the component runs on ${value}.`],
  ['input.acceptsUntrusted', 'input_kind', (value) => `The flaw can be used by anybody who can hand in ${value}.`],
];

function toControlPreconditions({ fields }: SharedProfile): readonly Precondition[] {
  for (const [path, type, text] of TEMPLATES) {
    const value = firstOf(fields[path]?.value);
    if (value !== undefined) return [{ type, value, quote: text(value), necessary: true }];
  }
  return [];
}

/** `none` is the entry for an empty list. */
function firstOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== 'none' ? first : undefined;
}

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

const DISMISSING: ReadonlySet<string> = new Set(
  CONTRADICTIONS.filter(({ effect }) => effect === 'dismiss').map(({ type }) => type),
);

/** Whether any other precondition is necessary would change nothing, and a doubt about it would block a certain dismissal. */
function selectDismissing(preconditions: readonly Precondition[]): readonly Precondition[] {
  const dismissing = preconditions.filter(({ type, necessary }) => necessary && DISMISSING.has(type));
  return dismissing.length > 0 ? dismissing : preconditions;
}

// Assembles a question. The data is JSON on one line between two lines with a random word, so that no text in it can end it.
// The ids are random, so that no text can name them; the hash is computed with fixed ids instead.

/** Returns an unpredictable word; tests use their own. */
type RandomWord = () => string;

type IdName = keyof QuestionIds;

interface QuestionParts<Name extends IdName> {
  readonly purpose: QuestionPurpose;
  readonly instructions: keyof typeof INSTRUCTIONS;
  readonly idNames: readonly Name[];
  /** Called twice; the results may differ only in the ids. */
  readonly toData: (ids: Readonly<Record<Name, string>>) => object;
}

function makeQuestion<Name extends IdName>(parts: QuestionParts<Name>, randomWord: RandomWord): Question {
  const { purpose, idNames, toData } = parts;
  const system = INSTRUCTIONS[parts.instructions];
  const jsonSchema = JSON_SCHEMAS[purpose];
  const ids = toIds(idNames, randomWord);
  const asked = [PROMPT_VERSION, purpose, system, toData(toIds(idNames, (name) => name)), jsonSchema];
  const word = randomWord();
  return {
    purpose,
    promptVersion: PROMPT_VERSION,
    system,
    data: `START OF DATA ${word}\n${JSON.stringify(toData(ids))}\nEND OF DATA ${word}`,
    schemaName: SCHEMA_NAMES[purpose],
    jsonSchema,
    outputTokensMax: LIMITS.aiOutputTokensMax,
    hash: createHash('sha256').update(JSON.stringify(asked)).digest('hex'),
    ids,
  };
}

function toIds<Name extends IdName>(names: readonly Name[], toId: (name: Name) => string): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, toId(name)])) as Record<Name, string>;
}

function newRandomWord(): string {
  return randomBytes(16).toString('hex');
}
