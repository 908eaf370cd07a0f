/**
 * Parses a stream of JSON objects that follow each other without a separator, as govulncheck writes it. A single object is a stream
 * of one. The objects are found by counting brackets, so that depth and number are limited before anything is parsed.
 */
import { LIMITS } from '../limits.ts';
import { REACHABILITY_INVALID, REACHABILITY_TOO_LARGE } from './errors.ts';

export function parseMessages(text: string): readonly unknown[] {
  const messages: unknown[] = [];
  for (const { start, end } of findObjects(text)) {
    if (messages.length === LIMITS.reachabilityMessagesMax)
      throw REACHABILITY_TOO_LARGE({ what: 'messages', max: LIMITS.reachabilityMessagesMax });
    messages.push(parseObject(text, start, end));
  }
  return messages;
}

interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const [OPEN_OBJECT] = OPENING;
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

function* findObjects(text: string): Generator<Span> {
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (depth === 0) {
      if (SPACE.has(code)) continue;
      if (code !== OPEN_OBJECT) throw invalidAt(text, at, 'has text that is not part of a JSON object');
      start = at;
    }
    if (code === QUOTE) at = findStringEnd(text, at);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > LIMITS.reachabilityDepthMax)
      throw REACHABILITY_TOO_LARGE({ what: 'levels of nesting', max: LIMITS.reachabilityDepthMax });
    if (depth === 0) yield { start, end: at + 1 };
  }
  if (depth > 0) throw invalidAt(text, start, 'is truncated: a JSON object does not end');
}

/** Returns the position of the closing quote, or of the last character. */
function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function parseObject(text: string, start: number, end: number): unknown {
  try {
    return JSON.parse(text.slice(start, end));
  } catch {
    // The message of the SyntaxError quotes the document.
    throw invalidAt(text, start, 'contains an object that is not JSON');
  }
}

function invalidAt(text: string, position: number, problem: string): Error {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return REACHABILITY_INVALID({ path: '', problem: `${problem} (line ${line})` });
}
