/**
 * Lenient access to members of a VEX document: a member of the wrong type counts as absent. Stored text is safe for the database
 * and for display: no control characters except line breaks, no lone surrogates, and a limited length.
 */
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { parsePurl } from '../../identity/purl/purl.ts';
import { isVulnerabilityId } from '../../identity/vulnerability-id.ts';

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

const UNFIT = /(?![\n\t])[\p{Cc}\p{Cs}]/gu;

function fitText(text: string, charactersMax: number): string {
  const cut = text.length > charactersMax ? `${text.slice(0, charactersMax - 1)}…` : text;
  return cut.toWellFormed().replaceAll('\r\n', '\n').replace(UNFIT, '\u{FFFD}');
}

/** A positive integer, also as a string; null if it is not one. */
export function countIn(value: unknown, name: string): number | null {
  const found = memberIn(value, name);
  const number = typeof found === 'string' && DIGITS.test(found) ? Number(found) : found;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

const DIGITS = /^[0-9]{1,9}$/;

const SCHEME = /^pkg:/i;

/** Whether a text is a purl that identifies a package: references and product names may be purls or anything else. */
export function isPurl(text: string): boolean {
  return SCHEME.test(text) && parsePurl(text).purl !== undefined;
}

/** Ids of the vulnerability in a statement: in upper case, without duplicates, the main id first. */
export function parseVulnerabilityIds(texts: Iterable<unknown>): readonly string[] {
  const ids = new Set<string>();
  for (const text of texts) {
    if (ids.size === LIMITS.aliasGroupIdsMax) break;
    const id = typeof text === 'string' ? toId(text) : undefined;
    if (id !== undefined) ids.add(id);
  }
  return [...ids];
}

/** Some documents use the URL of a page that ends with the id: `https://nvd.nist.gov/vuln/detail/CVE-2019-17571`. */
function toId(text: string): string | undefined {
  if (text.length > LIMITS.advisoryUrlCharactersMax) return undefined;
  const trimmed = text.trim();
  const last = trimmed.includes('://') ? trimmed.slice(trimmed.lastIndexOf('/') + 1) : trimmed;
  return isVulnerabilityId(last) ? last.toUpperCase() : undefined;
}
