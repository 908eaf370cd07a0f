/** Finds what helps where the package itself has no fixed version: another release, another package, or a workaround. */
import type { AffectedEntry } from '../advisory/advisory.ts';
import { isEndOfLife } from '../identity/distro/end-of-life.ts';
import { rulesOf } from '../identity/ecosystems/ecosystem.ts';
import type { PackageIdentity } from '../identity/package-identity.ts';
import { schemeFor } from '../versions/schemes/scheme-for.ts';
import { isOpen } from '../versions/version-window.ts';
import { numberAt, parseVersionNumbers } from './targets/version-numbers.ts';
import { LIMITS } from '../limits.ts';

export interface OtherRelease {
  readonly family: string;
  readonly release: string;
  /** The first fixed version in that release. */
  readonly version: string;
}

/**
 * Returns the nearest later release of the same distribution that has the fix and is still maintained. This is information only:
 * another release is never an upgrade of a package. `entries` are all packages that the records of one vulnerability name.
 */
export function findOtherRelease(
  { family, release, name, source }: PackageIdentity,
  entries: readonly AffectedEntry[],
  at: string,
): OtherRelease | undefined {
  if (rulesOf(family)?.distribution === undefined) return undefined;
  const names = new Set([name, source?.name]);
  const later = entries.filter(
    (entry) =>
      entry.family === family &&
      names.has(entry.name) &&
      compareReleases(entry.release, release) > 0 &&
      !isEndOfLife({ family, release: entry.release }, at),
  );
  const releases = [...Map.groupBy(later, (entry) => entry.release)].toSorted(([a], [b]) => compareReleases(a, b));
  for (const [each, ofRelease] of releases) {
    const version = findFix(ofRelease);
    if (version !== undefined) return { family, release: each, version };
  }
  return undefined;
}

/** A release without a number cannot be ordered: `sid` is not later than any other. */
function compareReleases(a: string, b: string): number {
  const [x, y] = [parseVersionNumbers(a), parseVersionNumbers(b)];
  if (x === undefined || y === undefined) return 0;
  for (let index = 0; index < Math.max(x.numbers.length, y.numbers.length); index += 1) {
    const difference = Number(numberAt(x, index)) - Number(numberAt(y, index));
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns the highest fix outside paid channels; undefined if one of the records has none. */
function findFix(entries: readonly AffectedEntry[]): string | undefined {
  let highest: { readonly text: string; readonly version: object } | undefined;
  for (const { windows, scheme: id, channel, problems } of entries) {
    const scheme = schemeFor(id);
    if (windows.length === 0 || problems.length > 0 || channel !== undefined) return undefined;
    for (const { fixed } of windows) {
      const version = fixed === undefined ? undefined : scheme.parse(fixed);
      if (fixed === undefined || version === undefined) return undefined;
      if (highest === undefined || scheme.compare(version, highest.version) > 0) highest = { text: fixed, version };
    }
  }
  return highest?.text;
}

const MAJOR = /\/v([0-9]{1,4})$/;

/**
 * Finds a fix in another package. Every major version of a Go module from 2 on is a separate package, so a record may name a fix
 * only for `example.com/a/v3`, which users of `example.com/a/v2` cannot upgrade to.
 */
export function findReplacement(
  { family, name }: Pick<AffectedEntry, 'family' | 'name'>,
  entries: readonly AffectedEntry[],
): { readonly name: string; readonly version: string } | undefined {
  if (family !== 'Go') return undefined;
  const base = name.replace(MAJOR, '');
  const majorOf = (path: string): number => Number(MAJOR.exec(path)?.[1] ?? 1);
  const later = entries
    .filter(
      (entry) => entry.family === 'Go' && entry.name.replace(MAJOR, '') === base && majorOf(entry.name) > majorOf(name),
    )
    .toSorted((a, b) => majorOf(a.name) - majorOf(b.name));
  for (const entry of later) {
    const version = highestFix(entry);
    if (version !== undefined) return { name: entry.name, version };
  }
  return undefined;
}

const go = schemeFor('go');

function highestFix({ windows }: AffectedEntry): string | undefined {
  let highest: { readonly text: string; readonly version: object } | undefined;
  for (const { fixed } of windows) {
    const version = fixed === undefined ? undefined : go.parse(fixed);
    if (fixed === undefined || version === undefined) continue;
    if (highest === undefined || go.compare(version, highest.version) > 0) highest = { text: fixed, version };
  }
  // A window without an end: the other package is affected as well.
  return windows.some(isOpen) ? undefined : highest?.text;
}

const HEADING = /^ {0,3}#{1,6} {0,8}(.{1,200})$/;
const WORDS = /^(?:possible )?(?:workarounds?|mitigations?|work[- ]arounds?)\b/i;
const NOTHING = /^(?:none|no|n\/a|there (?:is|are) no|no known|not available)\b/i;
const LINES_MAX = 5_000;

/**
 * Extracts the workaround section of an advisory as plain text. GitHub puts it under a heading of its own. Undefined: there is no
 * such section, or it says that there is no workaround.
 */
export function findWorkaround(details: string): string | undefined {
  const lines = details.split('\n', LINES_MAX);
  const start = lines.findIndex((line) => WORDS.test(HEADING.exec(line)?.[1]?.trim() ?? ''));
  if (start === -1) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => HEADING.test(line));
  const text = (end === -1 ? rest : rest.slice(0, end)).join('\n').trim();
  if (text === '' || NOTHING.test(text)) return undefined;
  return text.slice(0, LIMITS.workaroundCharactersMax);
}
