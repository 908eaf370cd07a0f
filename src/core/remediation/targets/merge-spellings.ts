/**
 * Merges `1.0` and `1.0.0` into one candidate. The spelling of a version that is known to exist wins, otherwise that of the most
 * authoritative source.
 */
import { compareAuthority } from '../../match/authority.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';
import type { Candidate, CandidateSource, ParsedProposal, Proposal, VerifiedExists } from './candidate.ts';

const SOURCES: readonly CandidateSource[] = ['catalog', 'fixed', 'custom', 'listed', 'organization'];

/** Sorted by version, independent of the order of the proposals. */
export function mergeSpellings(scheme: VersionScheme, proposals: readonly ParsedProposal[]): readonly Candidate[] {
  const sorted = proposals.toSorted((a, b) => scheme.compare(a.parsed, b.parsed) || compareProposals(a, b));
  const merged: ParsedProposal[][] = [];
  for (const proposal of sorted) {
    const [same] = merged.at(-1) ?? [];
    if (same !== undefined && scheme.compare(same.parsed, proposal.parsed) === 0) merged.at(-1)?.push(proposal);
    else merged.push([proposal]);
  }
  return merged.flatMap(toCandidate);
}

function compareProposals(a: Proposal, b: Proposal): number {
  return (
    // Advisories name netty 4.1.45, which exists only as 4.1.45.Final.
    Number(b.verifiedExists === true) - Number(a.verifiedExists === true) ||
    SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source) ||
    compareAuthority(a.authority, b.authority) ||
    compareTexts(a.version, b.version) ||
    compareTexts(a.seenIn ?? '', b.seenIn ?? '')
  );
}

function toCandidate(proposals: readonly ParsedProposal[]): Candidate[] {
  const [first] = proposals;
  if (first === undefined) return [];
  const sources = SOURCES.filter((source) => proposals.some((each) => each.source === source));
  const seenIn = [...new Set(proposals.flatMap((each) => each.seenIn ?? []))].toSorted();
  const verified = proposals.map((each) => each.verifiedExists);
  return [
    {
      version: first.version,
      parsed: first.parsed,
      sources,
      verifiedExists: VERIFIED.find((each) => verified.includes(each)) ?? 'unknown',
      seenIn: sources[0] === 'organization' ? seenIn : [],
    },
  ];
}

// One source that verifies it is sufficient.
const VERIFIED: readonly VerifiedExists[] = [true, false, 'unknown'];

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
