/**
 * Parses the affected packages of a record and turns their ranges into windows. A package of an unsupported ecosystem is skipped
 * and counted; a range that cannot be parsed becomes a problem of its entry, and the other ranges still count.
 * https://ossf.github.io/osv-schema/#affected-fields
 */
import { findSideBuild } from '../identity/distro/version-tags.ts';
import type { CannotAssessReason } from '../identity/package-identity.ts';
import { LIMITS } from '../limits.ts';
import { schemeFor } from '../versions/scheme-for.ts';
import type { SchemeId } from '../versions/version-scheme.ts';
import { isOpen } from '../versions/version-window.ts';
import type { AffectedEntry, BuiltPackage } from './advisory.ts';
import { binariesOf, builtPackagesOf, importsOf, lastKnownAffectedOf, urgencyOf } from './osv-entry-facts.ts';
import { modulesOf } from './osv-modules.ts';
import { parseAffectedPackage } from './osv-place.ts';
import { platformsOf } from './osv-platforms.ts';
import { parseRanges } from './osv-ranges.ts';
import { listIn, objectIn, textIn, textsIn } from './record-fields.ts';

interface Affected {
  readonly entries: readonly AffectedEntry[];
  readonly builtPackages: readonly BuiltPackage[];
  /** Number of packages that cannot be looked up. */
  readonly skipped: number;
}

export function parseAffected(record: unknown): Affected {
  const list = listIn(record, 'affected');
  const entries: AffectedEntry[] = [];
  const builtPackages = new Map<string, BuiltPackage>();
  const title = textIn(record, 'summary') ?? '';
  for (const value of list) {
    const entry = parseEntry(value, title);
    if (entry === undefined) continue;
    entries.push(entry);
    for (const built of builtPackagesOf(value, entry)) builtPackages.set(`${built.key} ${built.sourceName}`, built);
  }
  return { entries, builtPackages: [...builtPackages.values()], skipped: list.length - entries.length };
}

function parseEntry(value: unknown, title: string): AffectedEntry | undefined {
  const place = parseAffectedPackage(objectIn(value, 'package'));
  if (typeof place === 'string') return undefined;
  const versions = versionsOf(value);
  const scheme = schemeOf(value, place.rules.scheme);
  const ranges = parseRanges(schemeFor(scheme), listIn(value, 'ranges'));
  const customRanges = place.family === 'Go' && ranges.windows.some(isOpen) ? customRangesOf(value) : [];
  const custom = parseRanges(schemeFor(scheme), customRanges);

  const channel = place.channel ?? findSideBuild(place.family, ranges.windows.at(-1)?.fixed ?? '');
  const isEmpty = versions.length === 0 && listIn(value, 'ranges').length === 0;
  const problems: readonly CannotAssessReason[] = isEmpty ? ['record-without-versions'] : ranges.problems;
  return {
    family: place.family,
    release: place.release,
    name: place.name,
    scheme,
    windows: ranges.windows,
    versions,
    problems: custom.problems.length === 0 ? problems : [...new Set([...problems, ...custom.problems])].toSorted(),
    lastKnownAffected: lastKnownAffectedOf(value, ranges.windows),
    urgency: urgencyOf(value),
    ...(channel !== undefined && { channel }),
    ...(customRanges.length > 0 && { customWindows: custom.windows }),
    ...(place.rules.scheme === 'rpm' && modulesOf(ranges.windows, title)),
    ...binariesOf(value, ranges.windows),
    ...importsOf(value),
    ...platformsOf(value),
  };
}

// Schemes that extend SemVer: all ranges of Go and Bitnami have the type SEMVER.
const BEYOND_SEMVER: ReadonlySet<SchemeId> = new Set(['go', 'bitnami', 'pub']);

// The type of a range determines the version order; ECOSYSTEM means the order of the family.
function schemeOf(value: unknown, ofFamily: SchemeId): SchemeId {
  if (BEYOND_SEMVER.has(ofFamily)) return ofFamily;
  const types = new Set(listIn(value, 'ranges').map((range) => textIn(range, 'type')));
  return types.has('SEMVER') && !types.has('ECOSYSTEM') ? 'semver' : ofFamily;
}

// The Go database puts bounds here that are versions of the project around a module, not of the module. They close an open
// window. With a closed window they are only the rest of a range: `< 1.49.1` in tags and `>= 1.29.3` in project versions.
function customRangesOf(value: unknown): readonly unknown[] {
  return listIn(objectIn(value, 'ecosystem_specific'), 'custom_ranges');
}

/** Longer texts are not versions, and no component has one. */
function versionsOf(value: unknown): readonly string[] {
  const versions = new Set<string>();
  for (const version of textsIn(value, 'versions')) {
    const isUsable =
      version.length <= LIMITS.componentVersionCharactersMax && version.isWellFormed() && !version.includes('\0');
    if (isUsable) versions.add(version);
  }
  return [...versions];
}
