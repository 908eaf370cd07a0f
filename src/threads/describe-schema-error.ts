/**
 * Converts Ajv errors into details for the sender of the document: the path, and what is expected there. They quote only one kind
 * of text from the document: the names of unknown members, escaped and shortened.
 */
import type { ErrorObject } from 'ajv';
import { quote, type ErrorDetail } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export function describeSchemaErrors(errors: readonly ErrorObject[], pathPrefix: string): readonly ErrorDetail[] {
  const details = new Map<string, ErrorDetail>();
  for (const error of errors) {
    if (details.size === LIMITS.schemaErrorsMax) break;
    if (REPORTED_ELSEWHERE.has(error.keyword)) continue;
    const path = `${pathPrefix}${error.instancePath}`;
    const message = describe(error);
    details.set(`${path} ${message}`, { path, message });
  }
  return [...details.values()];
}

/** If a `then` fails, its own errors are already reported. */
const REPORTED_ELSEWHERE = new Set(['if']);

const CHOICES_SHOWN_MAX = 8;
const PATTERN_CHARACTERS_SHOWN_MAX = 120;

type Describe = (params: Readonly<Record<string, unknown>>) => string;

/** Parameters as in https://ajv.js.org/api.html#error-parameters; `uniqueItems` is a custom keyword. */
const MESSAGES: Readonly<Record<string, Describe>> = {
  required: ({ missingProperty }) => `must have the member ${JSON.stringify(missingProperty)}`,
  additionalProperties: ({ additionalProperty }) => `has the unknown member ${quote(String(additionalProperty))}`,
  type: ({ type }) => `must be of type ${Array.isArray(type) ? type.join(' or ') : String(type)}`,
  enum: ({ allowedValues }) => describeChoices(Array.isArray(allowedValues) ? allowedValues : []),
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  pattern: ({ pattern }) => `must match the pattern ${String(pattern).slice(0, PATTERN_CHARACTERS_SHOWN_MAX)}`,
  format: ({ format }) => `must be a valid ${String(format)}`,
  uniqueItems: ({ first, second }) => `must not hold equal items: ${String(first)} and ${String(second)} are equal`,
  contains: () => 'must hold an item of the expected form',
  anyOf: () => 'must have one of the allowed forms',
  oneOf: ({ passingSchemas }) =>
    passingSchemas === null ? 'must have one of the allowed forms' : 'must have only one of the allowed forms',
  not: () => 'must not have this form',
};

function describe({ keyword, params, message }: ErrorObject): string {
  const known = Object.hasOwn(MESSAGES, keyword) ? MESSAGES[keyword] : undefined;
  return known?.(params) ?? message ?? 'is not valid';
}

function describeChoices(choices: readonly unknown[]): string {
  const shown = choices.slice(0, CHOICES_SHOWN_MAX).map((choice) => JSON.stringify(choice));
  const more = choices.length - shown.length;
  return `must be one of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
