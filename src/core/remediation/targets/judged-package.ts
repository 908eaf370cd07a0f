/** A package with all its advisory entries and upgrade candidates. */
import type { CandidateEntry, PackageMatch, PackageVersion } from '../../match/match.ts';
import type { TestedEntry } from '../../match/matcher.ts';
import type { VersionAxis } from './at-version.ts';
import type { Candidate } from './candidate.ts';

export interface JudgedPackage {
  readonly package: PackageVersion;
  readonly axis: VersionAxis;
  readonly entries: readonly CandidateEntry[];
  readonly tested: readonly TestedEntry[];
  readonly candidates: readonly Candidate[];
  /** Cache, because the same version is requested more than once. */
  readonly matchesAt?: MatchesAt;
}

/** Runs the whole matcher for the package at another version. */
export type MatchesAt = (version: string) => readonly PackageMatch[];

/** Returns the sorted alias groups that affect the candidate at an index; those that cannot be assessed count as affecting. */
export type CandidateJudge = (index: number) => readonly string[];
