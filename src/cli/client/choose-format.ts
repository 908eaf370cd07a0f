import { USAGE_INVALID } from '../errors.ts';

/** Returns the format whose option was given, or `table`. */
export function chooseFormat<const Format extends string>(
  values: { readonly [Name in Format]: boolean },
  formats: readonly Format[],
): Format | 'table' {
  const [chosen = 'table', other] = formats.filter((format) => values[format]);
  if (other !== undefined) throw USAGE_INVALID({ problem: `Use either --${chosen} or --${other}.` });
  return chosen;
}

export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
