/** Extracts the workaround section of an advisory as plain text. GitHub puts it under a heading of its own. */
import { LIMITS } from '../limits.ts';

const HEADING = /^ {0,3}#{1,6} {0,8}(.{1,200})$/;
const WORDS = /^(?:possible )?(?:workarounds?|mitigations?|work[- ]arounds?)\b/i;
const NOTHING = /^(?:none|no|n\/a|there (?:is|are) no|no known|not available)\b/i;
const LINES_MAX = 5_000;

/** Undefined: there is no such section, or it says that there is no workaround. */
export function findWorkaround(details: string): string | undefined {
  const lines = details.split('\n', LINES_MAX);
  const start = lines.findIndex((line) => WORDS.test(HEADING.exec(line)?.[1]?.trim() ?? ''));
  if (start === -1) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => HEADING.test(line));
  const text = (end === -1 ? rest : rest.slice(0, end)).join('\n').trim();
  if (text === '' || NOTHING.test(text)) return undefined;
  return text.slice(0, LIMITS.workaroundCharactersMax);
}
