/**
 * What may become part of a text to copy: ASCII, a first character that begins no option, no quote, blank, backslash, dollar,
 * backtick, semicolon, ampersand, pipe, angle bracket or control character. Quotes come on top of it, always.
 */
import { LIMITS } from '../../limits.ts';

export function isSafeName(name: string, grammar: RegExp): boolean {
  return name.length <= LIMITS.commandNameCharactersMax && grammar.test(name);
}

export function isSafeVersion(version: string, grammar: RegExp): boolean {
  return version.length <= LIMITS.commandVersionCharactersMax && grammar.test(version);
}

/** A word of a POSIX shell. Of what passed a grammar nothing needs escaping; should one ever forget a quote, this does not. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `1.2.3-rc.1+build`, as SemVer and its relatives write it. */
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

/** Elements one below the other, by name and text. */
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
