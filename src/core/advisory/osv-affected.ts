/**
 * The packages that a record speaks of, each with its ranges turned into windows. A package of an ecosystem that is not read is
 * left out and counted; a range that cannot be understood becomes a problem of its entry, and the other ranges still count.
 * https://ossf.github.io/osv-schema/#affected-fields
 */
import { findOsvEcosystem, type OsvEcosystem } from '../identity/ecosystem.ts';
import { toPackageKey } from '../identity/package-key.ts';
import type { CannotAssessReason } from '../identity/package-identity.ts';
import { LIMITS } from '../limits.ts';
import { schemeFor } from '../versions/scheme-for.ts';
import type { SchemeId } from '../versions/version-scheme.ts';
import type { VersionWindow } from '../versions/version-window.ts';
import type { AffectedEntry } from './advisory.ts';
import { readRanges } from './osv-ranges.ts';
import { cleanText, isStorable, listIn, objectIn, textIn, textsIn } from './record-fields.ts';

interface Affected {
  readonly entries: readonly AffectedEntry[];
  /** Packages of ecosystems that are not read, and those that have no name. */
  readonly skipped: number;
}

export function readAffected(record: unknown): Affected | { readonly problem: string } {
  const list = listIn(record, 'affected');
  if (list.length > LIMITS.advisoryEntriesMax) return tooMany('packages', LIMITS.advisoryEntriesMax);
  const entries: AffectedEntry[] = [];
  for (const value of list) {
    const entry = readEntry(value);
    if (entry === undefined) continue;
    if ('problem' in entry) return entry;
    entries.push(entry);
  }
  return { entries, skipped: list.length - entries.length };
}

function readEntry(value: unknown): AffectedEntry | { readonly problem: string } | undefined {
  const place = findPlace(objectIn(value, 'package'));
  if (place === undefined) return undefined;
  const versions = versionsOf(value);
  if (versions.length > LIMITS.advisoryVersionsPerEntryMax) {
    return tooMany('versions of one package', LIMITS.advisoryVersionsPerEntryMax);
  }
  const scheme = schemeOf(value, place.rules.scheme);
  const ranges = readRanges(schemeFor(scheme), value);
  if ('problem' in ranges) return ranges;

  const isEmpty = versions.length === 0 && listIn(value, 'ranges').length === 0;
  const problems: readonly CannotAssessReason[] = isEmpty ? ['record-without-versions'] : ranges.problems;
  return {
    family: place.family,
    release: place.release,
    name: place.name,
    scheme,
    windows: ranges.windows,
    versions,
    problems,
    lastKnownAffected: lastKnownAffectedOf(value, ranges.windows),
    urgency: urgencyOf(value),
  };
}

/** Undefined: nothing that can be looked up. A distribution without a release is not all of its releases. */
function findPlace(named: unknown): (OsvEcosystem & { readonly name: string }) | undefined {
  const ecosystem = findOsvEcosystem(textIn(named, 'ecosystem') ?? '');
  const sent = textIn(named, 'name') ?? '';
  if (ecosystem === undefined || sent.length > LIMITS.componentNameCharactersMax || !sent.isWellFormed())
    return undefined;
  if (ecosystem.rules.distribution !== undefined && ecosystem.release === '') return undefined;
  const name = ecosystem.rules.normalizeName(sent);
  const isUsable = toPackageKey(ecosystem.family, ecosystem.release, name) !== undefined;
  return isUsable ? { ...ecosystem, name } : undefined;
}

// The type of a range says which order its versions have; ECOSYSTEM leaves it to the family.
function schemeOf(value: unknown, ofFamily: SchemeId): SchemeId {
  const types = new Set(listIn(value, 'ranges').map((range) => textIn(range, 'type')));
  return types.has('SEMVER') && !types.has('ECOSYSTEM') ? 'semver' : ofFamily;
}

/** Longer texts are no versions, and no component has one. */
function versionsOf(value: unknown): readonly string[] {
  const versions = new Set<string>();
  for (const version of textsIn(value, 'versions')) {
    const isUsable =
      version.length <= LIMITS.componentVersionCharactersMax && version.isWellFormed() && !version.includes('\0');
    if (isUsable) versions.add(version);
  }
  return [...versions];
}

const UPPER_BOUND = /^(<=?) ?([^ ,]+)$/;

/** GitHub says so where it knows no fix; beside a fix it only repeats what the window says. */
function lastKnownAffectedOf(value: unknown, windows: readonly VersionWindow[]): string | undefined {
  const text = textIn(objectIn(value, 'database_specific'), 'last_known_affected_version_range') ?? '';
  const [, operator, bound = ''] = UPPER_BOUND.exec(text.trim()) ?? [];
  const isOpen = windows.some(({ fixed, lastAffected }) => fixed === undefined && lastAffected === undefined);
  if (operator === undefined || !isStorable(bound) || !isOpen) return undefined;
  return windows.some(({ fixed }) => fixed !== undefined) ? undefined : `${operator} ${bound}`;
}

const URGENCY_CHARACTERS_MAX = 64;

function urgencyOf(value: unknown): string | undefined {
  const urgency =
    textIn(objectIn(value, 'ecosystem_specific'), 'urgency') ?? textIn(objectIn(value, 'database_specific'), 'urgency');
  return urgency === undefined ? undefined : cleanText(urgency, URGENCY_CHARACTERS_MAX);
}

function tooMany(what: string, limit: number): { readonly problem: string } {
  return { problem: `The record has more than ${limit} ${what}.` };
}
