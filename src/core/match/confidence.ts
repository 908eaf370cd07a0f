/** How sure a match is: every assumption on the way takes a step, and a few are no better than a guess. */
import type { Assumption as IdentityAssumption } from '../identity/assumption.ts';
import type { VersionAssumption } from '../versions/version-scheme.ts';
import type { Confidence } from './match.ts';

export type Assumption =
  | IdentityAssumption
  | VersionAssumption
  /** A component has purls of different packages; one of them was taken. */
  | 'several-packages'
  /** The upper bound of an open window is the last version that somebody looked at. */
  | 'last-known-bound'
  /** The text is no version, but the record covers all of them. */
  | 'unparsable-version'
  /** A malware record covers all versions and lists some, and the version is not one of those: it may be a private package of the same name. */
  | 'malicious-name'
  /** The text describes a .NET assembly; only its numbers were compared, which need not be those of the package. */
  | 'assembly-version'
  /** The record is about the name in small letters. */
  | 'name-case-folded'
  /** The record is about the module without the subpath of the purl. */
  | 'parent-module'
  /** The record is about an artifact of the same name in another group; the stated group may be made up by a tool. */
  | 'maven-group-guessed'
  /** The bounds are those of the project around a Go module, not of its tags. */
  | 'custom-bound'
  /** The tags of the Go module do not follow its major version, so that their order says little. */
  | 'untagged-major'
  /** A commit of a Go module from before the year of the CVE: a range that ends with a tag can hardly be without it. */
  | 'older-commit'
  /** The epoch of an rpm package is not known; that of the bound was taken. */
  | 'epoch-unknown'
  /** The stream of the module, of the package or of the record, was derived from versions. */
  | 'stream-from-version'
  /** Only a paid channel has a fix; older packages without that channel are taken to be affected. */
  | 'paid-fix-only'
  /** A build of the same minor release as a fix of extended support, and not older than it. */
  | 'fixed-by-build-tag'
  /** Headers of the kernel, which hold next to nothing of its code. */
  | 'kernel-headers'
  /** Records of one vulnerability contradict each other. */
  | 'disputed'
  /** It came with a package of the system, whose feed cannot say whether it was patched there. */
  | 'may-be-backported'
  /** Path, name and version are those of a package of the system, which may have patched it. */
  | 'probably-owned';

const GUESSES: ReadonlySet<string> = new Set<Assumption>([
  ...(['legacy-version', 'name-case-folded', 'malicious-name'] as const),
  ...(['pseudo-version', 'untagged-major', 'maven-group-guessed', 'assembly-version'] as const),
  ...(['may-be-backported', 'probably-owned'] as const),
]);

export function confidenceOf(assumptions: readonly string[]): Confidence {
  if (assumptions.length === 0) return 'high';
  return assumptions.length === 1 && !assumptions.some((each) => GUESSES.has(each)) ? 'medium' : 'low';
}

const RANKS: Readonly<Record<Confidence, number>> = { high: 0, medium: 1, low: 2 };

/** Negative: `a` is the surer one. */
export function compareConfidence(a: Confidence, b: Confidence): number {
  return RANKS[a] - RANKS[b];
}
