/**
 * Checks text before it becomes part of a command: ASCII only, no leading option character, no quote, blank, backslash, dollar,
 * backtick, semicolon, ampersand, pipe, angle bracket or control character. It is always quoted in addition.
 */
import { LIMITS } from '../../limits.ts';

export function isSafeName(name: string, grammar: RegExp): boolean {
  return name.length <= LIMITS.commandNameCharactersMax && grammar.test(name);
}

export function isSafeVersion(version: string, grammar: RegExp): boolean {
  return version.length <= LIMITS.commandVersionCharactersMax && grammar.test(version);
}

/** Quotes a word for a POSIX shell. Text that passed a grammar needs no escaping; this is a second line of defense. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `1.2.3-rc.1+build`, as in SemVer and related schemes. */
export const PLAIN_VERSION = /^[0-9][0-9A-Za-z.+-]*$/;

const XML_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);
const XML_SPECIAL = /[&<>"']/g;

export function escapeXml(text: string): string {
  return text.replace(XML_SPECIAL, (character) => XML_ENTITIES.get(character) ?? '');
}

/** Writes one element per line, from names and texts. */
export function toXmlLines(
  indent: string,
  elements: readonly (readonly [name: string, text: string | undefined])[],
): string {
  return elements
    .flatMap(([name, text]) => (text === undefined ? [] : [`${indent}<${name}>${escapeXml(text)}</${name}>`]))
    .join('\n');
}

export function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
