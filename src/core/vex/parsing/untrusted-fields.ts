/**
 * Lenient access to members of a VEX document: a member of the wrong type counts as absent. Stored text is safe for the database
 * and for display: no control characters except line breaks, no lone surrogates, and a limited length.
 */
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';

/** Returns an empty list if the member is not a list. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = memberIn(value, name);
  return Array.isArray(list) ? list : [];
}

/** Undefined if the member is not a string, or is empty. */
export function textIn(value: unknown, name: string): string | undefined {
  const text = memberIn(value, name);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

const UNFIT = /[\p{Cc}\p{Cs}]/gu;

function replaceUnfit(character: string): string {
  return character === '\n' || character === '\t' ? character : '\u{FFFD}';
}

/** Free text. Null if there is none. */
export function freeTextIn(value: unknown, name: string): string | null {
  const text = textIn(value, name);
  return text === undefined ? null : fitText(text, LIMITS.detailTextCharactersMax);
}

/** A name; undefined if there is none. */
export function nameIn(value: unknown, name: string): string | undefined {
  const text = textIn(value, name);
  return text === undefined ? undefined : fitText(text, LIMITS.nameCharactersMax);
}

function fitText(text: string, charactersMax: number): string {
  const cut = text.length > charactersMax ? `${text.slice(0, charactersMax - 1)}…` : text;
  return cut.toWellFormed().replaceAll('\r\n', '\n').replace(UNFIT, replaceUnfit);
}

/** A positive integer, also as a string; null if it is not one. */
export function countIn(value: unknown, name: string): number | null {
  const found = memberIn(value, name);
  const number = typeof found === 'string' && DIGITS.test(found) ? Number(found) : found;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

const DIGITS = /^[0-9]{1,9}$/;
