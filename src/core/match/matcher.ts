/** The contract of a matcher: which entries are about the package, which of its versions they are tested with, and the result. */
import type { Family } from '../identity/package-identity.ts';
import type { VersionScheme } from '../versions/version-scheme.ts';
import type { CandidateEntry, MatchEvidence, PackageVersion } from './match.ts';
import type { EntryOutcome } from './test-entry.ts';

export interface Matcher {
  readonly id: 'language' | 'distro';
  readonly families: readonly Family[];
  /** Entries of other packages or releases are left out, whoever put them among the candidates. */
  match(packageVersion: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[];
}

export interface TestedEntry extends EntryOutcome {
  readonly candidate: CandidateEntry;
  readonly via: MatchEvidence['via'];
  readonly testedVersion: string;
  /** Where it is not the order of the entry. */
  readonly order?: VersionScheme;
}
