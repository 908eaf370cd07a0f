/**
 * Parses the affected packages of a record and turns their ranges into windows. A package of an unsupported ecosystem is skipped
 * and counted; a range that cannot be parsed becomes a problem of its entry, and the other ranges still count.
 * https://ossf.github.io/osv-schema/#affected-fields
 */
import { findSideBuild } from '../../identity/distro/version-tags.ts';
import { LIMITS } from '../../limits.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';
import { isOpen, sortWindows, type VersionWindow } from '../../versions/version-window.ts';
import type { AffectedEntry, BuiltPackage } from '../advisory.ts';
import { binariesOf, builtPackagesOf, importsOf, lastKnownAffectedOf, urgencyOf, platformsOf } from './entry-facts.ts';
import { listIn, objectIn, textIn, textsIn, isStorable } from '../record-fields.ts';
import { toWindows } from '../../versions/version-range.ts';
import { isOfRepository, parseRepositoryEntries } from './parse-git-ranges.ts';
import { eventsOf, versionsOf } from './range-events.ts';
import type { CannotAssessReason, SchemeId } from '../../vocabulary/package.ts';
import { findDistribution, isRolling } from '../../identity/distro/distributions.ts';
import { parseOsvEcosystem, type OsvEcosystem } from '../../identity/ecosystems/ecosystem.ts';
import { toPackageKey } from '../../identity/package-key.ts';

// Finds the module that an rpm update is for. A release can have several streams of a module side by side, each with its own
// fixes. Records have no field for the stream, but their titles name it: `nodejs:12 security update`.
// https://docs.fedoraproject.org/en-US/modularity/

// Packages built as part of a module have a marker in their release: `.module+el8.5.0+746`, `.module_el8.6.0+1`.
const BUILT_IN_MODULE = /\.module[+_]el[0-9]/;
// `Important: virt:rhel and virt-devel:rhel security update`: text with a space after the colon is not a stream.
const STREAM = /(?<![^ ,(])[A-Za-z0-9_.+-]{1,64}:[A-Za-z0-9_.+-]{1,64}/g;

// `ALSA-2022:5468: php:8.0 security update`
const RECORD_ID = /^(?:RH|AL|RL)[SBE]A-/;
// Rocky Linux replaces the name in Red Hat titles with its own: `go-toolset:Rocky Linux8` is the stream `rhel8`.
const RENAMED = /:Rocky Linux ?([0-9]{0,2})(?![0-9])/g;

/** Returns no `modules` for a package outside of a module, and an empty list if the stream is not stated. */
function modulesOf(value: unknown, windows: readonly VersionWindow[], title: string): Pick<AffectedEntry, 'modules'> {
  // A translated record of the distribution states the stream, also of a package without a fix.
  const own = objectIn(value, 'ecosystem_specific');
  if (Object.hasOwn(own, 'module_streams')) return { modules: textsIn(own, 'module_streams').filter(isStorable) };
  const isModular = windows.some(({ fixed, lastAffected }) => BUILT_IN_MODULE.test(fixed ?? lastAffected ?? ''));
  if (!isModular) return {};
  const streams = title.replace(RENAMED, ':rhel$1').match(STREAM) ?? [];
  return { modules: [...new Set(streams.filter((stream) => !RECORD_ID.test(stream)))].toSorted() };
}

// Turns the ranges of one affected package into windows. All ranges are combined; GIT ranges are skipped, because commits say
// nothing about released versions. Entries without a package are those of a repository.
interface Ranges {
  /** Sorted by lower bound. */
  readonly windows: readonly VersionWindow[];
  readonly problems: readonly CannotAssessReason[];
}

function parseRanges(scheme: VersionScheme, ranges: readonly unknown[]): Ranges {
  const readable = ranges.filter((range) => textIn(range, 'type') !== 'GIT');
  if (ranges.length > 0 && readable.length === 0) return { windows: [], problems: ['git-only'] };

  const windows: VersionWindow[] = [];
  const problems = new Set<CannotAssessReason>();
  for (const range of readable) {
    const events = eventsOf(range);
    if (events.length === 0) problems.add('record-without-versions');
    const found = toWindows(scheme, events);
    windows.push(...found.windows);
    if (found.problem !== undefined) problems.add(found.problem);
  }
  return { windows: sortWindows(scheme, windows), problems: [...problems].toSorted() };
}

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
  let skipped = 0;
  for (const value of list) {
    const repositories = isOfRepository(value) ? parseRepositoryEntries(value) : [];
    entries.push(...repositories);
    const entry = repositories.length === 0 ? parseEntry(value, title) : undefined;
    if (entry === undefined) {
      if (repositories.length === 0) skipped += 1;
      continue;
    }
    entries.push(entry);
    for (const built of builtPackagesOf(value, entry)) builtPackages.set(`${built.key} ${built.sourceName}`, built);
  }
  return { entries, builtPackages: [...builtPackages.values()], skipped };
}

function parseEntry(value: unknown, title: string): AffectedEntry | undefined {
  const place = parseAffectedPackage(objectIn(value, 'package'));
  if (typeof place === 'string') return undefined;
  const versions = versionsOf(value);
  const scheme = schemeOf(value, place.rules.scheme);
  const ranges = parseRanges(schemeFor(scheme), listIn(value, 'ranges'));
  // The Go database puts bounds here that are versions of the project around a module, not of the module. They close an open
  // window. With a closed window they are only the rest of a range: `< 1.49.1` in tags and `>= 1.29.3` in project versions.
  const hasCustomRanges = place.family === 'Go' && ranges.windows.some(isOpen);
  const customRanges = hasCustomRanges ? listIn(objectIn(value, 'ecosystem_specific'), 'custom_ranges') : [];
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
    ...(place.rules.scheme === 'rpm' && modulesOf(value, ranges.windows, title)),
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

interface OsvAffectedPackage extends OsvEcosystem {
  /** Normalized like the name in a package identity. */
  readonly name: string;
}

type SkippedPackageReason = 'unsupported-ecosystem' | 'no-release' | 'unusable-name' | 'debug-symbols';

/**
 * Parses the `package` of an entry into the family, release and name by which components are looked up, or returns the reason why
 * no component can match it. https://ossf.github.io/osv-schema/#affectedpackage-field
 */
export function parseAffectedPackage(named: unknown): OsvAffectedPackage | SkippedPackageReason {
  const ecosystem = parseOsvEcosystem(textIn(named, 'ecosystem') ?? '');
  if (ecosystem === undefined) return 'unsupported-ecosystem';
  const { family, release, rules } = ecosystem;
  if (release === '' && needsRelease(ecosystem)) return 'no-release';
  const sent = textIn(named, 'name') ?? '';
  if (sent.length > LIMITS.componentNameCharactersMax || !sent.isWellFormed()) return 'unusable-name';
  if (rules.distribution?.isDebug(sent) === true) return 'debug-symbols';
  const name = rules.normalizeName(sent);
  return toPackageKey(family, release, name) === undefined ? 'unusable-name' : { ...ecosystem, name };
}

/** A distribution without a release does not stand for all of its releases. */
function needsRelease({ family, rules }: OsvEcosystem): boolean {
  if (rules.distribution === undefined) return false;
  const distribution = findDistribution(family);
  return distribution === undefined || !isRolling(distribution);
}
