/** Fits text of a document for storage: cleaned and within its limit. Every change is a warning. */
import { cleanText, flattenText, isClean, shortenText } from '../clean-text.ts';
import type { WarningList } from './warning-list.ts';

interface Fitting {
  readonly charactersMax: number;
  /** JSON pointer for the warning. */
  readonly path: string;
  readonly warnings: WarningList;
}

export function isFit(text: string, charactersMax: number): boolean {
  return text.length <= charactersMax && isClean(text);
}

/** For names and versions: a shortened one is a warning, too. */
export function fitText(text: string, { charactersMax, path, warnings }: Fitting): string {
  const short = shortenText(text, charactersMax);
  if (short !== text) warnings.add('IDENTITY_TOO_LONG', path);
  return replaceUnfit(short, path, warnings);
}

/** For free text, which is put on one line. Undefined if the value is not a string, or is empty. */
export function fitFreeText(value: unknown, { charactersMax, path, warnings }: Fitting): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const text = shortenText(value, charactersMax);
  return isClean(text) ? text : replaceUnfit(flattenText(text), path, warnings);
}

export function replaceUnfit(text: string, path: string, warnings: WarningList): string {
  const clean = cleanText(text);
  if (clean !== text) warnings.add('TEXT_REPLACED', path);
  return clean;
}
