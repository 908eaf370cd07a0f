/**
 * Assembles a question. The data is JSON on one line between two lines with a random word, so that no text in it can end it. The
 * ids are random, so that no text can name them; the hash is computed with fixed ids instead.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '../core/limits.ts';
import { JSON_SCHEMAS, SCHEMA_NAMES } from './answer-schemas.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { PROMPT_VERSION, type Purpose, type Question, type QuestionIds } from './question.ts';

/** Returns an unpredictable word; tests use their own. */
export type RandomWord = () => string;

type IdName = keyof QuestionIds;

export interface QuestionParts<Name extends IdName> {
  readonly purpose: Purpose;
  readonly instructions: keyof typeof INSTRUCTIONS;
  readonly idNames: readonly Name[];
  /** Called twice; the results may differ only in the ids. */
  readonly toData: (ids: Readonly<Record<Name, string>>) => object;
}

export function makeQuestion<Name extends IdName>(parts: QuestionParts<Name>, randomWord: RandomWord): Question {
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

export function newRandomWord(): string {
  return randomBytes(16).toString('hex');
}
