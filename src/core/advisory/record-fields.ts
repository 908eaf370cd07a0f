/**
 * Reads fields of an external record leniently: a field of the wrong type counts as absent. Text is made storable: no NUL, no
 * lone surrogate, limited in length.
 */
import { isObject } from '../json/members.ts';

/** Returns an empty object if the member is not an object. */
export function objectIn(value: unknown, member: string): Readonly<Record<string, unknown>> {
  const object = memberOf(value, member);
  return isObject(object) ? object : {};
}

/** Returns an empty list if the member is not a list. */
export function listIn(value: unknown, member: string): readonly unknown[] {
  const list = memberOf(value, member);
  return Array.isArray(list) ? list : [];
}

/** Returns undefined if the member is not a string, or is empty. */
export function textIn(value: unknown, member: string): string | undefined {
  const text = memberOf(value, member);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Returns undefined if the member is not a number. */
export function numberIn(value: unknown, member: string): number | undefined {
  const number = memberOf(value, member);
  return typeof number === 'number' ? number : undefined;
}

export function textsIn(value: unknown, member: string): readonly string[] {
  return listIn(value, member).filter((text): text is string => typeof text === 'string' && text !== '');
}

export function cleanText(text: string, charactersMax: number): string {
  const cut = text.length > charactersMax ? `${text.slice(0, charactersMax - 1)}…` : text;
  return cut.toWellFormed().replaceAll('\0', '\u{FFFD}');
}

/** Whether PostgreSQL can store the text unchanged. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function memberOf(value: unknown, member: string): unknown {
  return isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
}
