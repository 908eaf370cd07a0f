/** Names of the tools that created a document, without versions, for all formats. */
import { LIMITS } from '../../limits.ts';
import { toToolName } from '../../naming/slot-name.ts';
import { listIn, member } from '../foreign-value.ts';
import type { DocumentFacts } from '../scan-facts.ts';
import { readJson, type ReadText } from './document-reader.ts';

/** Sorted; undefined if they are unreadable, or too many or too long to name a slot. */
export async function findTools({ tools }: DocumentFacts, readText: ReadText): Promise<readonly string[] | undefined> {
  if (tools.total > tools.ranges.length) return undefined;
  const names = new Set<string>();
  for (const range of tools.ranges) {
    const value = await readJson(readText, range);
    if (value === undefined) return undefined;
    for (const name of toNames(value)) {
      if (name.length > LIMITS.nameCharactersMax || names.size > LIMITS.nameCharactersMax) return undefined;
      names.add(toToolName(name));
    }
  }
  names.delete('');
  return [...names].toSorted();
}

const CREATOR = /^tool:/i;

/** `metadata.tools` is a list or an object of lists, the creators of SPDX 2 are strings, a Tool of SPDX 3 is an object. */
function toNames(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value)
    ? value
    : [...listIn(value, 'components'), ...listIn(value, 'services'), value];
  return list.flatMap((tool) => {
    if (typeof tool === 'string') return CREATOR.test(tool) ? [tool.replace(CREATOR, '').trim()] : [];
    const name = member(tool, 'name');
    return typeof name === 'string' ? [name] : [];
  });
}
