/**
 * What a reply says. Text has to be JSON; a server that was only asked for it in words may put it in a fence, or thoughts before
 * it, so what stands between the first and the last brace is read.
 */
import { readValue } from './answer-schemas.ts';
import type { ProviderReply } from './providers/provider.ts';
import type { Purpose } from './question.ts';

/** Undefined: it is no JSON, or JSON of another shape. */
export function readContent({ kind, content }: ProviderReply, purpose: Purpose): unknown {
  return readValue(purpose, kind === 'text' ? parseObject(String(content)) : content);
}

/** Undefined: it is no JSON. */
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
