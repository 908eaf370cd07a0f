/**
 * Version range specifiers, `vers:npm/>=1.2.0|<1.2.6`. A range with invalid syntax, or with a scheme without a known order,
 * contains no version. https://github.com/package-url/vers-spec
 */
import { findLanguageRules } from '../../identity/ecosystems/ecosystem.ts';
import { decodePercent } from '../../identity/identifier-text.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';
import type { SchemeId } from '../../vocabulary/package.ts';

export function isValidVersRange(range: string): boolean {
  return parseRange(range) !== undefined;
}

export function rangeContains(range: string, version: string): boolean {
  const read = parseRange(range);
  if (read === undefined || read === 'all') return read === 'all';
  const parsed = read.scheme.parse(version);
  return parsed !== undefined && contains(read, parsed);
}

interface Constraint {
  readonly comparator: '=' | '!=' | '<' | '<=' | '>' | '>=';
  readonly version: object;
}

interface VersRange {
  readonly scheme: VersionScheme;
  /** Sorted by version. */
  readonly constraints: readonly Constraint[];
}

const VERS = /^vers:([a-z0-9.+-]+)\/(.+)$/i;
const CONSTRAINTS_MAX = 1_000;

function parseRange(range: string): VersRange | 'all' | undefined {
  const [, type = '', list = ''] = VERS.exec(range.replaceAll(' ', '')) ?? [];
  if (list === '*') return 'all';
  const scheme = findScheme(type.toLowerCase());
  if (scheme === undefined) return undefined;
  const texts = list.split('|').filter(Boolean);
  if (texts.length === 0 || texts.length > CONSTRAINTS_MAX) return undefined;
  const constraints: Constraint[] = [];
  for (const text of texts) {
    const constraint = parseConstraint(scheme, text);
    if (constraint === undefined) return undefined;
    constraints.push(constraint);
  }
  const sorted = constraints.toSorted((a, b) => scheme.compare(a.version, b.version));
  return isAlternating(sorted) ? { scheme, constraints: sorted } : undefined;
}

const SCHEMES: ReadonlyMap<string, SchemeId> = new Map([
  ['semver', 'semver'],
  ['deb', 'debian'],
  ['rpm', 'rpm'],
  ['apk', 'apk'],
  ['alpine', 'apk'],
]);

/** Tools write `generic` when they do not know the scheme, so it has no defined order. */
function findScheme(type: string): VersionScheme | undefined {
  if (type === 'generic') return undefined;
  const id = SCHEMES.get(type) ?? findLanguageRules(type)?.scheme;
  return id === undefined ? undefined : schemeFor(id);
}

const COMPARATORS = ['!=', '<=', '>=', '<', '>', '='] as const;

function parseConstraint(scheme: VersionScheme, text: string): Constraint | undefined {
  const comparator = COMPARATORS.find((each) => text.startsWith(each));
  const version = scheme.parse(decodePercent(text.slice(comparator?.length ?? 0)).text);
  return version === undefined ? undefined : { comparator: comparator ?? '=', version };
}

function isBound({ comparator }: Constraint): boolean {
  return comparator !== '=' && comparator !== '!=';
}

function isUpper({ comparator }: Constraint): boolean {
  return comparator === '<' || comparator === '<=';
}

/** Two consecutive upper bounds, or two lower bounds, contradict each other: one of them would have no effect. */
function isAlternating(constraints: readonly Constraint[]): boolean {
  const bounds = constraints.filter(isBound);
  return bounds.every((bound, at) => {
    const before = bounds[at - 1];
    return before === undefined || isUpper(before) !== isUpper(bound);
  });
}

function contains({ scheme, constraints }: VersRange, version: object): boolean {
  for (const { comparator, version: named } of constraints) {
    if (scheme.compare(version, named) === 0) return comparator === '=' || comparator === '<=' || comparator === '>=';
  }
  const bounds = constraints.filter(isBound);
  // With only excluded or only listed versions, no other version is limited.
  if (bounds.length === 0) return constraints.every(({ comparator }) => comparator === '!=');
  // The bounds alternate, so the nearest bound above the version decides; above the last bound, the last one decides.
  const next = bounds.find(({ version: named }) => scheme.compare(version, named) < 0);
  if (next !== undefined) return isUpper(next);
  const last = bounds.at(-1);
  return last !== undefined && !isUpper(last);
}
