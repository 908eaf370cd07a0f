/**
 * Finds the release of a package. The first text that is present decides, even if it names no known release, because it may name
 * another distribution. Only without such a text is the release derived from the package version, then from the other packages.
 */
import type { DistributionNames, Distro } from './parse-release.ts';
import { findDistribution, isRolling } from './distributions.ts';
import { findDistro } from './find-distro.ts';
import { findReleaseInVersion } from './version-tags.ts';
import type { IdentityAssumption } from '../../vocabulary/assumption.ts';
import type { CannotAssessReason, Family } from '../../vocabulary/package.ts';

/** Texts that may name the distribution, strongest first. */
export interface DistroHints {
  /** Set by the sender for all packages of the document; overrides the purl. */
  readonly distroOverride?: string | undefined;
  /** Set in the document for all of its packages; overridden by the purl. */
  readonly distro?: string | undefined;
  /** Derived from the image name by `findDistroInImage`. */
  readonly imageDistro?: string | undefined;
  /** The release that all other packages of the document agree on, used only if there is no other information. */
  readonly sharedReleases?: ReadonlyMap<Family, string> | undefined;
}

interface Stated {
  readonly text: string | undefined;
  readonly assumptions: readonly IdentityAssumption[];
}

function findStated({ distroOverride, distro, imageDistro }: DistroHints, ofPurl: string | undefined): Stated {
  const text = [distroOverride, ofPurl, distro].find(Boolean);
  if (text !== undefined) return { text, assumptions: [] };
  return { text: imageDistro, assumptions: imageDistro === undefined ? [] : ['release-from-image'] };
}

/** Finds the distribution of a package by its purl or, if the purl has no namespace, by the first text. */
export function findDistributionOf(
  purl: { readonly type: string; readonly namespace: string | undefined; readonly distro: string | undefined },
  hints: DistroHints,
): DistributionNames | CannotAssessReason {
  if (purl.namespace === undefined) {
    const { text = '' } = findStated(hints, purl.distro);
    const stated = findDistribution(findDistro(text)?.family ?? '');
    return stated?.purlType === purl.type ? stated : 'unknown-release';
  }
  const named = findDistribution(purl.namespace);
  // The namespace is not a distribution: no supported advisories cover its packages.
  if (named === undefined) return 'no-feed-for-release';
  return named.purlType === purl.type ? named : 'invalid-purl';
}

interface FoundRelease {
  readonly release: string;
  readonly channel: string | undefined;
  readonly assumptions: readonly IdentityAssumption[];
}

export function findRelease(
  distribution: DistributionNames,
  ofPackage: { readonly version: string; readonly distro: string | undefined },
  hints: DistroHints,
): FoundRelease | 'unknown-release' {
  const { text, assumptions } = findStated(hints, ofPackage.distro);
  if (text === undefined) return deriveRelease(distribution, ofPackage.version, hints);
  const distro = findDistro(text, distribution);
  if (distro?.release === undefined || distro.family !== distribution.family) return 'unknown-release';
  return toFoundRelease(distro, distribution, assumptions);
}

function deriveRelease(
  distribution: DistributionNames,
  version: string,
  hints: DistroHints,
): FoundRelease | 'unknown-release' {
  const { family, parseRelease } = distribution;
  if (isRolling(distribution)) return toFoundRelease({ family, release: '' }, distribution, []);
  const own = findReleaseInVersion(family, version);
  const release = own ?? hints.sharedReleases?.get(family);
  if (release === undefined) return 'unknown-release';
  const { alias } = parseRelease(release);
  const distro = { family, release, ...(alias !== undefined && { alias }) };
  return toFoundRelease(distro, distribution, [
    own === undefined ? 'release-from-other-packages' : 'release-from-version',
  ]);
}

function toFoundRelease(
  distro: Distro,
  { alias: ownAlias }: DistributionNames,
  how: readonly IdentityAssumption[],
): FoundRelease {
  const alias = distro.alias ?? ownAlias;
  const assumptions: IdentityAssumption[] = [...how];
  if (alias !== undefined) assumptions.push('distro-alias');
  if (alias === 'ahead') assumptions.push('distro-ahead');
  return { release: distro.release ?? '', channel: distro.channel, assumptions };
}
