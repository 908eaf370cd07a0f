/** A server that takes no schema reads it instead. What comes back is held against it either way. */
import type { Question } from '../question.ts';
import type { Abilities } from './abilities.ts';

export function toSystemText({ system, jsonSchema }: Question, { format }: Abilities): string {
  if (format === 'schema') return system;
  return `${system}\n\nThe answer has to satisfy this JSON Schema:\n${JSON.stringify(jsonSchema)}`;
}
