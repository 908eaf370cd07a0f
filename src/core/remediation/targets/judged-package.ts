/** A package with everything that is known of it, and where it could go. */
import type { CandidateEntry, PackageMatch, PackageVersion } from '../../match/match.ts';
import type { TestedEntry } from '../../match/matcher.ts';
import type { Axis } from './at-version.ts';
import type { Candidate } from './candidate.ts';

export interface JudgedPackage {
  readonly package: PackageVersion;
  readonly axis: Axis;
  readonly entries: readonly CandidateEntry[];
  readonly tested: readonly TestedEntry[];
  readonly candidates: readonly Candidate[];
  /** Where answers are kept: the same version is asked for more than once. */
  readonly matchesAt?: MatchesAt;
}

/** What the whole matcher says of the package at another version. */
export type MatchesAt = (version: string) => readonly PackageMatch[];

/** The alias groups that affect the candidate at an index, sorted; what cannot be assessed counts as affecting. */
export type Judgments = (index: number) => readonly string[];
