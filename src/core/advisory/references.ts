/** Links of records that are safe to show. */
import { LIMITS } from '../limits.ts';
import { textIn } from './record-fields.ts';

/** Also checked by the database, so only with what both kinds of regular expressions have. */
export const LINK = /^https?:\/\/[^\s"'<>\\^`{|}]+$/i;

/** Returns links that are safe to show: only http and https, and only characters that need no escaping. */
export function referencesOf(references: readonly unknown[]): readonly string[] {
  const urls = new Set<string>();
  for (const reference of references) {
    if (urls.size >= LIMITS.advisoryReferencesKept) break;
    const url = textIn(reference, 'url');
    if (url !== undefined && url.length <= LIMITS.advisoryUrlCharactersMax && LINK.test(url))
      urls.add(url.toWellFormed());
  }
  return [...urls];
}
