/**
 * The part of a purl after `?`. Tools write their own keys (`package-id`) and unescaped values; both are accepted, because values
 * are only looked up by known keys.
 */
import { decodePercent } from './percent-encoding.ts';
import { hasInvalidCharacter, type PurlProblems } from './purl-problem.ts';

const KEY = /^[a-z0-9._-]+$/;

/** Parses `arch=amd64&upstream=glibc%402.31`; the first of two equal keys counts. */
export function parseQualifiers(text: string, problems: PurlProblems): ReadonlyMap<string, string> {
  const qualifiers = new Map<string, string>();
  for (const pair of text === '' ? [] : text.split('&')) {
    const equals = pair.indexOf('=');
    const key = (equals === -1 ? pair : pair.slice(0, equals)).toLowerCase();
    const { text: value, isWhole } = decodePercent(equals === -1 ? '' : pair.slice(equals + 1));
    if (!isWhole) problems.add('bad-escape');
    if (value === '') continue;
    if (!KEY.test(key) || hasInvalidCharacter(value)) problems.add('bad-qualifier');
    else if (qualifiers.has(key)) problems.add('duplicate-qualifier');
    else qualifiers.set(key, value);
  }
  return qualifiers;
}
