/**
 * Finds a later release of the same distribution that has the fix. This is information only: another release is never an upgrade
 * of a package.
 */
import type { AffectedEntry } from '../advisory/advisory.ts';
import { isEndOfLife } from '../identity/distro/end-of-life.ts';
import { rulesOf } from '../identity/ecosystems/ecosystem.ts';
import type { PackageIdentity } from '../identity/package-identity.ts';
import { schemeFor } from '../versions/schemes/scheme-for.ts';
import { numberAt, parseVersionNumbers } from './targets/compatibility/version-numbers.ts';

export interface OtherRelease {
  readonly family: string;
  readonly release: string;
  /** The first fixed version in that release. */
  readonly version: string;
}

/**
 * `entries` are all packages that the records of one vulnerability name. Returns the nearest release that is still maintained.
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
