/** Adds the schema to the prompt for a server that does not accept a schema. The answer is validated in both cases. */
import type { Question } from '../questions/question.ts';
import type { Abilities } from './abilities.ts';

export function toSystemText({ system, jsonSchema }: Question, { format }: Abilities): string {
  if (format === 'schema') return system;
  return `${system}\n\nThe answer has to satisfy this JSON Schema:\n${JSON.stringify(jsonSchema)}`;
}
