/**
 * The release that a package belongs to. The first text that speaks decides, even if it names no release that is known: it may
 * name another distribution. Only where nobody speaks the package itself is looked at, then what its neighbors agree on.
 */
import type { Assumption } from '../assumption.ts';
import type { CannotAssessReason, Family } from '../package-identity.ts';
import type { DistributionNames, Distro } from './distro.ts';
import { findDistribution, isRolling } from './distributions.ts';
import { findDistro } from './find-distro.ts';
import { findReleaseInVersion } from './version-tags.ts';

/** What may name the distribution, from the strongest word to the weakest. */
export interface DistroHints {
  /** What the sender says about all packages of the document; stronger than the purl. */
  readonly distroOverride?: string | undefined;
  /** What the document says about all of its packages; weaker than the purl. */
  readonly distro?: string | undefined;
  /** What the name of the image says: `findDistroInImage`. */
  readonly imageDistro?: string | undefined;
  /** What all other packages of the document agree on, for those that nothing else speaks of. */
  readonly neighborReleases?: ReadonlyMap<Family, string> | undefined;
}

interface Stated {
  readonly text: string | undefined;
  readonly assumptions: readonly Assumption[];
}

function findStated({ distroOverride, distro, imageDistro }: DistroHints, ofPurl: string | undefined): Stated {
  const text = [distroOverride, ofPurl, distro].find(Boolean);
  if (text !== undefined) return { text, assumptions: [] };
  return { text: imageDistro, assumptions: imageDistro === undefined ? [] : ['release-from-image'] };
}

/** The distribution of a package: by its purl, or by the first text where the purl leaves it out. */
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
  // A vendor that is no distribution: its packages are in no advisories that we read.
  if (named === undefined) return 'no-feed-for-release';
  return named.purlType === purl.type ? named : 'invalid-purl';
}

export interface FoundRelease {
  readonly release: string;
  readonly channel: string | undefined;
  readonly assumptions: readonly Assumption[];
}

export function findRelease(
  distribution: DistributionNames,
  ofPackage: { readonly version: string; readonly distro: string | undefined },
  hints: DistroHints,
): FoundRelease | 'unknown-release' {
  const { text, assumptions } = findStated(hints, ofPackage.distro);
  if (text === undefined) return concludeRelease(distribution, ofPackage.version, hints);
  const distro = findDistro(text, distribution);
  if (distro?.release === undefined || distro.family !== distribution.family) return 'unknown-release';
  return found(distro, distribution, assumptions);
}

function concludeRelease(
  distribution: DistributionNames,
  version: string,
  hints: DistroHints,
): FoundRelease | 'unknown-release' {
  const { family, readRelease } = distribution;
  if (isRolling(distribution)) return found({ family, release: '' }, distribution, []);
  const own = findReleaseInVersion(family, version);
  const release = own ?? hints.neighborReleases?.get(family);
  if (release === undefined) return 'unknown-release';
  const { alias } = readRelease(release);
  const distro = { family, release, ...(alias !== undefined && { alias }) };
  return found(distro, distribution, [own === undefined ? 'release-from-neighbors' : 'release-from-version']);
}

function found(distro: Distro, { alias: ownAlias }: DistributionNames, how: readonly Assumption[]): FoundRelease {
  const alias = distro.alias ?? ownAlias;
  const assumptions: Assumption[] = [...how];
  if (alias !== undefined) assumptions.push('distro-alias');
  if (alias === 'ahead') assumptions.push('distro-ahead');
  return { release: distro.release ?? '', channel: distro.channel, assumptions };
}
