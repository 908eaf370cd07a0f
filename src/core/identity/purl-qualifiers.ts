/**
 * The part of a purl behind `?`. Tools write keys of their own (`package-id`) and values without escapes; both are kept, since
 * a value is only ever looked up by a key that we know.
 */
import { decodePercent } from './percent-encoding.ts';
import { isUnfit, type PurlProblems } from './purl-problem.ts';

const KEY = /^[a-z0-9._-]+$/;

/** `arch=amd64&upstream=glibc%402.31`; of two equal keys the first counts. */
export function readQualifiers(text: string, problems: PurlProblems): ReadonlyMap<string, string> {
  const qualifiers = new Map<string, string>();
  for (const pair of text === '' ? [] : text.split('&')) {
    const equals = pair.indexOf('=');
    const key = (equals === -1 ? pair : pair.slice(0, equals)).toLowerCase();
    const { text: value, isWhole } = decodePercent(equals === -1 ? '' : pair.slice(equals + 1));
    if (!isWhole) problems.add('bad-escape');
    if (value === '') continue;
    if (!KEY.test(key) || isUnfit(value)) problems.add('bad-qualifier');
    else if (qualifiers.has(key)) problems.add('duplicate-qualifier');
    else qualifiers.set(key, value);
  }
  return qualifiers;
}
