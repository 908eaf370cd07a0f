/**
 * Members of a VEX document, read with patience: what is absent or of another kind is simply not there. Text that is kept is fit
 * for the database and to be shown: no control character but a line break, no lone surrogate, no more than a limit.
 */
import { LIMITS } from '../../limits.ts';

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

/** An empty list when it is none. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}

/** Undefined when it is no text, or an empty one. */
export function textIn(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

const UNFIT = /[\p{Cc}\p{Cs}]/gu;

function replaceUnfit(character: string): string {
  return character === '\n' || character === '\t' ? character : '\u{FFFD}';
}

/** What people wrote. Null when there is nothing. */
export function proseIn(value: unknown, name: string): string | null {
  const text = textIn(value, name);
  return text === undefined ? null : fitText(text, LIMITS.detailTextCharactersMax);
}

/** A name; undefined when there is none. */
export function nameIn(value: unknown, name: string): string | undefined {
  const text = textIn(value, name);
  return text === undefined ? undefined : fitText(text, LIMITS.nameCharactersMax);
}

function fitText(text: string, charactersMax: number): string {
  const cut = text.length > charactersMax ? `${text.slice(0, charactersMax - 1)}…` : text;
  return cut.toWellFormed().replaceAll('\r\n', '\n').replace(UNFIT, replaceUnfit);
}

/** A whole number from 1 on, also as a text; null when it is none. */
export function countIn(value: unknown, name: string): number | null {
  const found = memberOf(value, name);
  const number = typeof found === 'string' && DIGITS.test(found) ? Number(found) : found;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

const DIGITS = /^[0-9]{1,9}$/;
