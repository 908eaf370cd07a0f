/** Text of a vulnerability claim: on one line, cleaned and within its limit. Undefined if it is not a string. */
import { cleanText, flattenText, shortenText } from '../clean-text.ts';
import type { WarningList } from './warning-list.ts';

interface Fitting {
  readonly charactersMax: number;
  readonly path: string;
  readonly warnings: WarningList;
}

export function fitClaimText(text: unknown, { charactersMax, path, warnings }: Fitting): string | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  const short = flattenText(shortenText(text, charactersMax));
  const clean = cleanText(short);
  if (clean !== short) warnings.add('TEXT_REPLACED', path);
  return clean;
}
