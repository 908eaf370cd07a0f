/**
 * Expands variables in a pattern to alternatives: `@{HOME}/.ssh` becomes `{/home/*,/root}/.ssh`. Values may refer to other
 * variables. A variable that the document does not define has unknown values.
 */
import { LIMITS } from '../../../limits.ts';

export type Variables = ReadonlyMap<string, readonly string[]>;

/** Nesting of variables in values; a cycle would never end. */
const ROUNDS_MAX = 8;
const VARIABLE = /@\{([A-Za-z0-9_]*)\}/g;

/** Undefined: a variable is undefined, refers to itself, or its values are too long. */
export function expandVariables(pattern: string, variables: Variables): string | undefined {
  let text = pattern;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!text.includes('@{')) return text;
    const filled = expandOnce(text, variables);
    if (filled === undefined || filled.length > LIMITS.globCharactersMax) return undefined;
    text = filled;
  }
  return undefined;
}

function expandOnce(text: string, variables: Variables): string | undefined {
  let filled = '';
  let from = 0;
  for (const match of text.matchAll(VARIABLE)) {
    const values = variables.get(match[1] ?? '');
    if (values === undefined || values.length === 0 || values.length > LIMITS.globCharactersMax) return undefined;
    const end = match.index + match[0].length;
    filled += text.slice(from, match.index);
    filled += toAlternatives(values, filled.endsWith('/'), text.charAt(end) === '/');
    if (filled.length > LIMITS.globCharactersMax) return undefined;
    from = end;
  }
  return from === 0 ? undefined : filled + text.slice(from);
}

const LEADING_SLASHES = /^\/+/;

/** Merges double slashes: values usually end with a slash, and the rules that use them begin with one. */
function toAlternatives(values: readonly string[], isAfterSlash: boolean, isBeforeSlash: boolean): string {
  const trimmed = values.map((value) => {
    const start = isAfterSlash ? value.replace(LEADING_SLASHES, '') : value;
    return isBeforeSlash ? withoutTrailingSlashes(start) : start;
  });
  const [only = ''] = trimmed;
  return trimmed.length === 1 ? only : `{${trimmed.join(',')}}`;
}

function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === '/') end -= 1;
  return text.slice(0, end);
}
