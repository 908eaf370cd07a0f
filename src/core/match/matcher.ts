/**
 * The interface of a matcher: it selects the entries about a package, tests each with the right version, and returns the results.
 */
import type { VersionScheme } from '../versions/version-scheme.ts';
import type { CandidateEntry, MatchEvidence, PackageVersion } from './match.ts';
import type { EntryOutcome } from './test-entry.ts';
import type { Family } from '../vocabulary/package.ts';

export interface Matcher {
  readonly id: 'language' | 'distro';
  readonly families: readonly Family[];
  /** Candidates of other packages or releases are ignored. */
  match(packageVersion: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[];
}

export interface TestedEntry extends EntryOutcome {
  readonly candidate: CandidateEntry;
  readonly via: MatchEvidence['via'];
  readonly testedVersion: string;
  /** Set if it differs from the version order of the entry. */
  readonly order?: VersionScheme;
}
