/**
 * What is stored of the affected packages of a record, and the parts of an advisory that decide what happens when it changes, each
 * as one canonical text to be hashed. A record whose match projection is unchanged is not matched again, whatever else was edited.
 * Equal content gives equal text in any order.
 */
import { type VersionWindow, findWindow } from '../versions/version-window.ts';
import type { Advisory, AffectedEntry } from './advisory.ts';
import { artifactKeyName, splitMavenName } from '../identity/ecosystems/maven.ts';
import { toPackageKey } from '../identity/package-key.ts';
import { schemeFor } from '../versions/schemes/scheme-for.ts';
import type { VersionScheme } from '../versions/version-scheme.ts';

/** Everything that grouping and matching use. */
export function matchProjection(advisory: Advisory): string {
  return JSON.stringify([
    advisory.id,
    advisory.class,
    advisory.withdrawn ?? null,
    advisory.aliases.toSorted(),
    advisory.upstream.toSorted(),
    advisory.affected.map(entryProjection).toSorted(),
  ]);
}

/** Everything that decides where and whether a finding is listed. */
export function severityProjection({ severity, cvss, mentions }: Advisory): string {
  const vectors = cvss.map(({ vector }) => vector).toSorted();
  // Most records have no mentions; leaving them out keeps the text, and so the stored hash, unchanged.
  return JSON.stringify(mentions.length === 0 ? [severity, vectors] : [severity, vectors, mentions]);
}

/** Everything that matching uses of one package. */
function entryProjection(entry: AffectedEntry): string {
  return JSON.stringify([
    entry.family,
    entry.release,
    entry.name,
    entry.scheme,
    // Already sorted.
    entry.windows.map(toBounds),
    entry.versions.toSorted(),
    entry.problems.toSorted(),
    entry.lastKnownAffected ?? null,
    entry.urgency ?? null,
    ...restOf(entry),
  ]);
}

// Most entries have none of these fields, which keeps their text short.
function restOf({
  channel,
  modules,
  binaries,
  customWindows,
  hasImports,
  importPaths,
  platforms,
  runsOn,
  commits,
}: AffectedEntry): readonly unknown[] {
  const rest = {
    channel,
    modules: modules?.toSorted(),
    binaries: binaries?.map(({ name, fixed }) => [name, fixed]).toSorted(),
    customWindows: customWindows?.map(toBounds),
    hasImports,
    importPaths,
    // Already sorted.
    platforms: platforms?.map(({ os, arch }) => [os, arch]),
    runsOn,
    commits,
  };
  return Object.values(rest).every((fact) => fact === undefined) ? [] : [rest];
}

function toBounds({ introduced, fixed, lastAffected }: VersionWindow): readonly (string | null)[] {
  return [introduced ?? null, fixed ?? null, lastAffected ?? null];
}

/**
 * Keeps the first of the entries that matching cannot tell apart, in the given order. Red Hat records list a package once per
 * repository of a release (baseos, appstream, crb), which are one release here; almost half of the entries are duplicates.
 */
export function distinctEntries(entries: readonly AffectedEntry[]): readonly AffectedEntry[] {
  const byPackage = Map.groupBy(entries, ({ family, release, name }) => `${family}\u001F${release}\u001F${name}`);
  if (byPackage.size === entries.length) return entries;
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const projection = entryProjection(entry);
    if (seen.has(projection)) return false;
    seen.add(projection);
    return true;
  });
}

/**
 * Returns the keys under which an entry is indexed: first that of the package itself, then others by which a component may be
 * looked up. The list is empty if the package has no valid key.
 */
export function keysOfEntry({ family, release, name }: Pick<AffectedEntry, 'family' | 'release' | 'name'>): string[] {
  const names = family === 'Maven' ? [name, artifactKeyName(splitMavenName(name))] : [name];
  return names.flatMap((each) => {
    const key = each === undefined ? undefined : toPackageKey(family, release, each);
    return key === undefined ? [] : [key];
  });
}

/**
 * Returns the listed versions that can affect the result of a match. Most records list every version of their ranges one by one,
 * which makes up half of their package data, but a version that is certainly inside a window need not be looked up in a list.
 */
export function neededVersions(entry: AffectedEntry, recordClass: Advisory['class']): readonly string[] {
  const { versions, windows, lastKnownAffected } = entry;
  const scheme = schemeFor(entry.scheme);
  // Tags are also compared by exact text and by their neighbors.
  if (versions.length === 0 || windows.length === 0 || hasDoubts(scheme) || entry.commits !== undefined)
    return versions;
  // For an open window, matching may trust the version list instead: for malware, and if the last known affected version is
  // given.
  if (recordClass === 'malicious' || lastKnownAffected !== undefined) return versions;
  const parse = rememberParsed(scheme);
  return versions.filter((text) => {
    const version = parse(text);
    return version === undefined || findWindow(scheme, windows, version) === undefined;
  });
}

// The records of a package list the same versions again and again, and parsing one takes longer than comparing it.
const parsed = new Map<VersionScheme, Map<string, object | undefined>>();
const PARSED_MAX = 10_000;

function rememberParsed(scheme: VersionScheme): VersionScheme['parse'] {
  const known = parsed.get(scheme) ?? new Map<string, object | undefined>();
  parsed.set(scheme, known);
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found;
    if (known.size >= PARSED_MAX) known.clear();
    const version = scheme.parse(text);
    known.set(text, version);
    return version;
  };
}

/** Whether a version inside a window may still be uncertain. A listed version never is. */
function hasDoubts(scheme: VersionScheme): boolean {
  // rpm epochs are not always compared, so a version may be outside of a window that contains it according to its scheme.
  if (scheme.id === 'rpm') return true;
  return DOUBTS.some((name) => scheme[name] !== undefined);
}

const DOUBTS = ['assumptionOf', 'doubtBefore', 'withoutLocalPart'] as const;
