/** ENTRY. Builds the two questions about a finding. Each covers one vulnerability and no other data of the customer. */
import type { AdvisoryText, Precondition } from '../../core/relevance/assessments/assessment.ts';
import type { ProfileClaim } from '../../core/relevance/assessments/verification/verification-steps.ts';
import {
  type FindingInput,
  toSharedAdvisory,
  toSharedPreconditions,
  toSharedComponent,
  toSharedFacts,
} from './shared-data.ts';
import { type Question, PROMPT_VERSION } from './question.ts';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { LIMITS } from '../../core/limits.ts';
import type { QuestionPurpose } from '../../core/vocabulary/ai.ts';
import { ITEM_IDS, JSON_SCHEMAS, SCHEMA_NAMES } from './answer-schemas.ts';
import { INSTRUCTIONS } from './instructions.ts';

/** A. Which preconditions does the advisory name? The question depends on the advisory alone: it is the same for every service. */
export function buildFactsQuestion(texts: readonly AdvisoryText[], random: Random = RANDOM): Question {
  const data = { advisory: toSharedAdvisory(texts) };
  return makeQuestion('facts', random, () => data);
}

/**
 * C. The opposite task, about a finding that code would dismiss: the advisory, the quotes and, depending on the sharing mode, the
 * component and the facts that contradict them.
 */
export function buildSecondQuestion(
  finding: FindingInput,
  claims: readonly ProfileClaim[],
  random: Random = RANDOM,
): Question {
  const advisory = toSharedAdvisory(finding.texts);
  const preconditions = toSharedPreconditions(listClaimed(claims));
  const service =
    finding.sharing === 'advisory-only'
      ? {}
      : { component: toSharedComponent(finding), facts: toSharedFacts(finding, claims) };
  return makeQuestion('second', random, (id) => ({ advisory, ...service, item: { id, preconditions } }));
}

function listClaimed(claims: readonly ProfileClaim[]): readonly Precondition[] {
  const claimed = claims.flatMap(({ pairs }) => pairs.map(({ precondition }) => precondition));
  return [...new Map(claimed.map((each) => [JSON.stringify(each), each])).values()];
}

// Assembles a question. The data is JSON on one line between two lines with a random word, so that no text in it can end it.
// The id is random, so that no text can name it; the hash is computed with a fixed id instead.

/** Unpredictable parts of a request; tests use their own. */
interface Random {
  readonly word: () => string;
  readonly id: () => string;
}

const RANDOM: Random = {
  word: () => randomBytes(16).toString('hex'),
  id: () => ITEM_IDS[randomInt(ITEM_IDS.length)] ?? ITEM_IDS[0],
};

/** `toData` is called twice; the results may differ only in the id. */
function makeQuestion(purpose: QuestionPurpose, random: Random, toData: (id: string) => object): Question {
  const system = INSTRUCTIONS[purpose];
  const jsonSchema = JSON_SCHEMAS[purpose];
  const asked = [PROMPT_VERSION, purpose, system, toData('id'), jsonSchema];
  const word = random.word();
  const id = random.id();
  return {
    purpose,
    promptVersion: PROMPT_VERSION,
    system,
    data: `START OF DATA ${word}\n${JSON.stringify(toData(id))}\nEND OF DATA ${word}`,
    schemaName: SCHEMA_NAMES[purpose],
    jsonSchema,
    outputTokensMax: LIMITS.aiOutputTokensMax,
    hash: createHash('sha256').update(JSON.stringify(asked)).digest('hex'),
    ids: purpose === 'second' ? { finding: id } : {},
  };
}
