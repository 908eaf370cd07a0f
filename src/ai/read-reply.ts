/**
 * Parses a reply. Text must be JSON. A server that was asked for JSON only in words may add a code fence or text before it, so
 * the part between the first and the last brace is parsed.
 */
import { parseAnswer } from './answer-schemas.ts';
import type { ProviderReply } from './providers/provider.ts';
import type { Purpose } from './question.ts';

/** Returns undefined if it is not JSON, or JSON of another shape. */
export function parseContent({ kind, content }: ProviderReply, purpose: Purpose): unknown {
  return parseAnswer(purpose, kind === 'text' ? parseObject(String(content)) : content);
}

/** Returns undefined if the text is not JSON. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseObject(text: string): unknown {
  const thought = text.lastIndexOf('</think>');
  const answer = thought === -1 ? text : text.slice(thought);
  return parseJsonText(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
}
