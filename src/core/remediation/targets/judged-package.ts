/** A package with everything that is known of it, and where it could go. */
import type { CandidateEntry, PackageVersion } from '../../match/match.ts';
import type { TestedEntry } from '../../match/matcher.ts';
import type { Axis } from './at-version.ts';
import type { Candidate } from './candidate.ts';

export interface JudgedPackage {
  readonly package: PackageVersion;
  readonly axis: Axis;
  readonly entries: readonly CandidateEntry[];
  readonly tested: readonly TestedEntry[];
  readonly candidates: readonly Candidate[];
}

/** The alias groups that affect the candidate at an index, sorted; what cannot be assessed counts as affecting. */
export type Judgments = (index: number) => readonly string[];
