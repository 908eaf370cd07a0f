/**
 * Parses package URLs leniently. Everything that can be understood is parsed, violations are listed in `problems`, and nothing
 * throws: components are matched by their purl, so a sloppy one must not lose the component.
 * https://github.com/package-url/purl-spec
 */
import { LIMITS } from '../../limits.ts';
import { isLongerThanBytes, decodePercent, encodePercent } from '../identifier-text.ts';
import {
  reportFormViolations,
  reportNamespaceViolations,
  hasInvalidCharacter,
  type PurlProblem,
  type PurlProblems,
} from './purl-problems.ts';
import { compareText } from '../../text/compare-text.ts';

// The part of a purl after `?`. Tools write their own keys (`package-id`) and unescaped values; both are accepted, because
// values are only looked up by known keys.
const KEY = /^[a-z0-9._-]+$/;

/** Parses `arch=amd64&upstream=glibc%402.31`; the first of two equal keys counts. */
function parseQualifiers(text: string, problems: PurlProblems): ReadonlyMap<string, string> {
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

export interface Purl {
  /** Lower case; `alpine` and other made-up types are replaced by the registered type. */
  readonly type: string;
  /** Decoded, without empty segments: `org.apache.logging.log4j`, `@types`, `github.com/acme`. */
  readonly namespace: string | undefined;
  /** Decoded; in its original case. */
  readonly name: string;
  readonly version: string | undefined;
  /** Keys in lower case, values decoded and not empty. */
  readonly qualifiers: ReadonlyMap<string, string>;
  readonly subpath: string | undefined;
}

interface ParsedPurl {
  /** Undefined if the text does not name a package. */
  readonly purl: Purl | undefined;
  /** Violations of the specification; if there is no purl, also the reason. */
  readonly problems: readonly PurlProblem[];
}

/** `parsePurl('PKG://npm/@types/node@18.0.0')` gives the same as `pkg:npm/%40types/node@18.0.0`. */
export function parsePurl(text: string): ParsedPurl {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (isLongerThanBytes(text, LIMITS.purlBytesMax)) return { purl: undefined, problems: ['too-long'] };
  const problems = new Set<PurlProblem>();
  const purl = isOrdinary(text) ? parseOrdinary(text, problems) : parseParts(text, problems);
  const result = { purl, problems: problems.size === 0 ? NO_PROBLEMS : [...problems] };
  if (text.length > REMEMBERED_CHARACTERS_MAX) return result;
  if (parsed.size === REMEMBERED_MAX) parsed.clear();
  parsed.set(text, result);
  return result;
}

/**
 * A document is validated, identified and described in turn, and each step parses its purls; the next build has mostly the same
 * ones. At most 16 MiB.
 */
const parsed = new Map<string, ParsedPurl>();
const REMEMBERED_MAX = 16_384;
const REMEMBERED_CHARACTERS_MAX = 300;
const NO_PROBLEMS: readonly PurlProblem[] = [];

/** Returns the canonical spelling of a purl: parsing it again gives the same parts. */
export function printPurl({ type, namespace, name, version, qualifiers, subpath }: Purl): string {
  const path = [type, ...encodeSegments(namespace), encodePercent(name)].join('/');
  const at = version === undefined ? '' : `@${encodePercent(version)}`;
  const sorted = [...qualifiers].toSorted(([a], [b]) => compareText(a, b));
  const query = sorted.map(([key, value]) => `${key}=${encodePercent(value)}`).join('&');
  const below = subpath === undefined ? '' : `#${encodeSegments(subpath).join('/')}`;
  return `pkg:${path}${at}${query === '' ? '' : `?${query}`}${below}`;
}

const SCHEME = /^pkg:\/*/i;
const TYPE = /^[a-z][a-z0-9.+-]*$/;
// Unregistered types that tools write instead of the registered one; the first two are common.
const TYPE_ALIASES: ReadonlyMap<string, string> = new Map([
  ['alpine', 'apk'],
  ['dotnet-core', 'nuget'],
  ['gradle', 'maven'],
  ['go', 'golang'],
  ['python', 'pypi'],
  ['rubygems', 'gem'],
  ['rust', 'cargo'],
  ['crates', 'cargo'],
  ['packagist', 'composer'],
  ['dart', 'pub'],
]);

/**
 * Nearly all purls: a scheme and type in lower case, plain segments, of which only the first may begin with an encoded `@`, a version,
 * and perhaps qualifiers.
 */
const ORDINARY = /^pkg:[a-z][a-z0-9.+-]*\/(?:%40)?[A-Za-z0-9._~/-]+@[A-Za-z0-9._~+:%-]+(?:\?[A-Za-z0-9._~+:%=&/-]*)?$/;
const ENCODED_AT = '%40';

function isOrdinary(text: string): boolean {
  return text.length <= LIMITS.componentNameCharactersMax && ORDINARY.test(text);
}

/** The same as `parseParts`, without the checks that an ordinary purl always passes. Leaves rare paths to it. */
function parseOrdinary(text: string, problems: PurlProblems): Purl | undefined {
  const at = text.indexOf('@');
  const typeEnd = text.indexOf('/');
  const nameStart = text.lastIndexOf('/', at) + 1;
  const type = text.slice('pkg:'.length, typeEnd);
  const sent = text.slice(typeEnd + 1, nameStart - 1);
  const name = text.slice(nameStart, at);
  const isRare = name === '' || name.startsWith(ENCODED_AT) || TYPE_ALIASES.has(type);
  if (isRare || text.startsWith('/', typeEnd + 1) || sent.includes('//') || sent.endsWith('/') || text.includes('/.')) {
    return parseParts(text, problems);
  }
  const plain = sent.startsWith(ENCODED_AT) ? `@${sent.slice(ENCODED_AT.length)}` : sent;
  const namespace = plain === '' ? undefined : toNamespace(type, plain);
  reportNamespaceViolations(type, namespace, problems);
  const query = text.indexOf('?', at);
  const version = decode(query === -1 ? text.slice(at + 1) : text.slice(at + 1, query), problems);
  if (hasInvalidCharacter(version)) return refuse('invalid-character', problems);
  const qualifiers = query === -1 ? NO_QUALIFIERS : parseQualifiers(text.slice(query + 1), problems);
  return { type, namespace, name, version, qualifiers, subpath: undefined };
}

const NO_QUALIFIERS: ReadonlyMap<string, string> = new Map();

function parseParts(text: string, problems: PurlProblems): Purl | undefined {
  const trimmed = text.trim();
  if (trimmed !== text) problems.add('surrounding-space');
  const [scheme] = SCHEME.exec(trimmed) ?? [];
  if (scheme === undefined) return refuse('not-a-purl', problems);

  const beforeSubpath = cutLast(trimmed.slice(scheme.length), '#');
  const beforeQualifiers = cutLast(beforeSubpath.head, '?');
  const { path, version } = cutVersion(beforeQualifiers.head);
  const named = parsePath(path, problems);
  if (named === undefined) return undefined;
  reportFormViolations(trimmed, { scheme, path }, problems);
  reportNamespaceViolations(named.type, named.namespace, problems);
  const decodedVersion = decode(version, problems);
  if (hasInvalidCharacter(decodedVersion)) return refuse('invalid-character', problems);
  return {
    ...named,
    ...(decodedVersion === '' ? cutEncodedVersion(named.name) : { version: decodedVersion }),
    qualifiers: parseQualifiers(beforeQualifiers.tail, problems),
    subpath: parseSubpath(beforeSubpath.tail, problems),
  };
}

function refuse(problem: PurlProblem, problems: PurlProblems): undefined {
  problems.add(problem);
  return undefined;
}

function cutLast(text: string, mark: string): { readonly head: string; readonly tail: string } {
  const at = text.lastIndexOf(mark);
  return at === -1 ? { head: text, tail: '' } : { head: text.slice(0, at), tail: text.slice(at + 1) };
}

// In `npm/@types/node` the @ starts a segment and not a version.
function cutVersion(text: string): { readonly path: string; readonly version: string } {
  let at = text.lastIndexOf('@');
  while (at > 0 && text.charAt(at - 1) === '/') at = text.lastIndexOf('@', at - 1);
  return at <= 0 ? { path: text, version: '' } : { path: text.slice(0, at), version: text.slice(at + 1) };
}

// `nuget/Newtonsoft.Json%4013.0.1`: the tool has also encoded the @ before the version.
function cutEncodedVersion(name: string): Pick<Purl, 'name' | 'version'> {
  const at = name.indexOf('@', 1);
  const head = name.slice(0, Math.max(at, 0));
  if (!WORD.test(head) || DOTS.test(head)) return { name, version: undefined };
  const version = name.slice(at + 1);
  return { name: head, version: version === '' ? undefined : version };
}

const WORD = /[\p{L}\p{N}]/u;

function parsePath(path: string, problems: PurlProblems): Pick<Purl, 'type' | 'namespace' | 'name'> | undefined {
  const slash = path.indexOf('/');
  const lower = (slash === -1 ? path : path.slice(0, slash)).toLowerCase();
  if (!TYPE.test(lower)) return refuse('not-a-purl', problems);

  const { namespace, name } = parseSegments(slash === -1 ? '' : path.slice(slash + 1), problems);
  if (hasInvalidCharacter(name) || hasInvalidCharacter(namespace)) return refuse('invalid-character', problems);
  if (name.length > LIMITS.componentNameCharactersMax) return refuse('too-long', problems);
  if (DOTS.test(namespace) || DOTS.test(name)) return refuse('dot-segment', problems);
  if (name.replaceAll('/', '').trim() === '') return refuse('no-name', problems);

  const type = TYPE_ALIASES.get(lower) ?? lower;
  if (type === 'npm') return { type, ...splitScope(namespace, name) };
  // In `pkg:alpine/..` the type replaces the namespace.
  return { type, namespace: namespace || (lower === 'alpine' ? 'alpine' : undefined), name };
}

const DOTS = /(?:^|\/)\.{1,2}(?:\/|$)/;
const EMPTY_SEGMENT = /^\/|\/\/|\/$/;

/** Nearly all purls have plain segments, which need not be split and decoded. */
function parseSegments(text: string, problems: PurlProblems): { readonly namespace: string; readonly name: string } {
  if (!text.includes('%') && !EMPTY_SEGMENT.test(text)) {
    const slash = text.lastIndexOf('/');
    return slash === -1
      ? { namespace: '', name: text }
      : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
  }
  const segments = text
    .split('/')
    .filter(Boolean)
    .map((segment) => decode(segment, problems));
  const name = segments.pop() ?? '';
  return { namespace: segments.join('/').split('/').filter(Boolean).join('/'), name };
}

const SCOPED_NAME = /^(@[^/]+)\/([^/]+)$/;

function toNamespace(type: string, namespace: string): string {
  return type !== 'npm' || namespace.startsWith('@') ? namespace : `@${namespace}`;
}

// Tools also write the full name as one segment, and scopes without the @.
function splitScope(namespace: string, name: string): Pick<Purl, 'namespace' | 'name'> {
  if (namespace !== '') return { namespace: toNamespace('npm', namespace), name };
  const [, scope, bare] = SCOPED_NAME.exec(name) ?? [];
  return { namespace: scope, name: bare ?? name };
}

function parseSubpath(text: string, problems: PurlProblems): string | undefined {
  const segments = decode(text, problems).split('/').filter(Boolean);
  const kept = segments.filter((segment) => !isDots(segment));
  if (kept.length < segments.length) problems.add('dot-segment');
  const subpath = kept.join('/');
  if (hasInvalidCharacter(subpath)) return refuse('invalid-character', problems);
  return subpath === '' ? undefined : subpath;
}

function decode(text: string, problems: PurlProblems): string {
  const { text: decoded, isWhole } = decodePercent(text);
  if (!isWhole) problems.add('bad-escape');
  return decoded;
}

function isDots(segment: string): boolean {
  return segment === '.' || segment === '..';
}

function encodeSegments(path: string | undefined): string[] {
  return (path ?? '').split('/').filter(Boolean).map(encodePercent);
}
