/** Building blocks of the schemas defined here: a text, a choice, a list, and a record without unknown members. */
export type Schema = Readonly<Record<string, unknown>>;

export const TEXT: Schema = { type: 'string' };
export const FLAG: Schema = { type: 'boolean' };
export const WHOLE_NUMBER: Schema = { type: 'integer' };
export const TEXTS: Schema = listOf(TEXT);

export function oneOfTexts(...choices: readonly string[]): Schema {
  return { type: 'string', enum: choices };
}

export function listOf(items: Schema, itemsMin = 0): Schema {
  return itemsMin === 0 ? { type: 'array', items } : { type: 'array', items, minItems: itemsMin };
}

/** An object with exactly these members, the first required, the others optional. */
export function record(
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}
