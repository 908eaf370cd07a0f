/** An upgrade candidate, its sources, and the versions that were skipped. */
import type { Authority } from '../../match/merge/authority.ts';

export type CandidateSource = 'catalog' | 'fixed' | 'custom' | 'listed' | 'organization';
export type VerifiedExists = boolean | 'unknown';

export interface Candidate {
  /** As the most authoritative source spells it. */
  readonly version: string;
  readonly parsed: object;
  /** From the most to the least authoritative. */
  readonly sources: readonly CandidateSource[];
  readonly verifiedExists: VerifiedExists;
  /** Services of the organization that use it; only if there is no other source. */
  readonly seenIn: readonly string[];
}

export interface CatalogVersion {
  readonly version: string;
  readonly isYanked: boolean;
}

export interface SeenVersion {
  readonly version: string;
  readonly service: string;
}

export interface FurtherVersions {
  /** All existing versions, if the operator has configured a catalog. */
  readonly catalog?: readonly CatalogVersion[];
  /** Versions that services of the same organization use. */
  readonly seen?: readonly SeenVersion[];
}

export type SkipReason = 'unreadable' | 'prerelease' | 'commit' | 'yanked' | 'channel';

export interface CandidateList {
  /** Newer than the installed version, the nearest first. */
  readonly candidates: readonly Candidate[];
  /** Fixes of older branches: shown, never recommended. */
  readonly below: readonly string[];
  readonly skipped: readonly { readonly version: string; readonly reason: SkipReason }[];
  /** There are more candidates than the limit. */
  readonly isTruncated: boolean;
}

export interface Proposal {
  readonly version: string;
  readonly source: CandidateSource;
  readonly authority: Authority;
  readonly verifiedExists: VerifiedExists;
  readonly seenIn?: string;
  /** Why it is skipped, whatever its version. */
  readonly skip?: SkipReason;
}

export type ParsedProposal = Proposal & { readonly parsed: object };
