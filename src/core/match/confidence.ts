/** The confidence of a match: every assumption lowers it, and some assumptions are no better than a guess. */
import type { Assumption as IdentityAssumption } from '../identity/assumption.ts';
import type { VersionAssumption } from '../versions/version-scheme.ts';
import type { Confidence } from './match.ts';

export type Assumption =
  | IdentityAssumption
  | VersionAssumption
  /** A component has purls of different packages; one of them was used. */
  | 'several-packages'
  /** The upper bound of an open window is the last version known to be affected. */
  | 'last-known-bound'
  /** The text is not a version, but the record covers all versions. */
  | 'unparsable-version'
  /** A malware record covers all versions and lists some, but not this one: it may be a private package of the same name. */
  | 'malicious-name'
  /** The text describes a .NET assembly; only its numbers were compared, which may differ from those of the package. */
  | 'assembly-version'
  /** The record is about the name in lower case. */
  | 'name-case-folded'
  /** The record is about the module without the subpath of the purl. */
  | 'parent-module'
  /** The record is about an artifact of the same name in another group; the stated group may be made up by a tool. */
  | 'maven-group-guessed'
  /** The bounds are those of the project around a Go module, not of its tags. */
  | 'custom-bound'
  /** The tags of the Go module do not follow its major version, so their order says little. */
  | 'untagged-major'
  /** A commit of a Go module from before the year of the CVE, which almost certainly does not contain the fix. */
  | 'older-commit'
  /** The epoch of an rpm package is unknown; that of the bound was used. */
  | 'epoch-unknown'
  /** The module stream of the package or of the record was derived from versions. */
  | 'stream-from-version'
  /** Only a paid channel has a fix; older packages outside of that channel count as affected. */
  | 'paid-fix-only'
  /** A build for the same minor release as an extended support fix, and not older than it. */
  | 'fixed-by-build-tag'
  /** Kernel headers, which contain almost none of its code. */
  | 'kernel-headers'
  /** Records of one vulnerability contradict each other. */
  | 'disputed'
  /** It was installed by an OS package whose feed cannot tell whether it was patched. */
  | 'may-be-backported'
  /** Path, name and version match those of an OS package, which may have patched it. */
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

/** Negative if `a` is the higher confidence. */
export function compareConfidence(a: Confidence, b: Confidence): number {
  return RANKS[a] - RANKS[b];
}
