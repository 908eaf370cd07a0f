/**
 * Finds upgrade candidates without inventing any: versions that advisories call fixed or list, versions of a catalog, and
 * versions that the organization uses. Whether a candidate is clean is not decided here.
 */
import { LIMITS } from '../../limits.ts';
import type { PackageVersion } from '../../match/match.ts';
import type { TestedEntry } from '../../match/matcher.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';
import type { VersionAxis } from './at-version.ts';
import type { Candidate, CandidateList, FurtherVersions, ParsedProposal, SkipReason } from './candidate.ts';
import { mergeSpellings } from './merge-spellings.ts';
import { listProposals } from './proposals.ts';
import { isGoCommit, isPrerelease, isSameRelease } from './version-numbers.ts';

/** `tested` are all entries of the package, as the matcher tested the installed version. */
export function findCandidates(
  packageVersion: PackageVersion,
  axis: VersionAxis,
  tested: readonly TestedEntry[],
  further: FurtherVersions = {},
): CandidateList {
  const { scheme, parsed: installed } = axis;
  const skipped = new Map<string, SkipReason>();
  const below: string[] = [];
  const above: ParsedProposal[] = [];
  const yanked: object[] = [];
  for (const proposal of listProposals(packageVersion, axis, tested, further)) {
    const parsed = installed && scheme.parse(proposal.version);
    if (proposal.skip === 'yanked' && parsed !== undefined) yanked.push(parsed);
    const reason = proposal.skip ?? findSkipReason(scheme, axis.installed, proposal.version, parsed);
    if (installed === undefined || parsed === undefined || reason !== undefined)
      skipped.set(proposal.version, reason ?? 'unreadable');
    else if (scheme.compare(parsed, installed) > 0) above.push({ ...proposal, parsed });
    else if (proposal.source === 'fixed' && scheme.compare(parsed, installed) < 0) below.push(proposal.version);
  }
  // A yanked version excludes all of its spellings.
  const isTakenBack = (parsed: object): boolean => yanked.some((each) => scheme.compare(each, parsed) === 0);
  const offered = mergeSpellings(scheme, above).filter(({ parsed }) => !isTakenBack(parsed));
  const merged = withoutCommits(scheme, offered, skipped);
  const kept = keepNearest(scheme, merged);
  return {
    candidates: kept,
    below: [...new Set(below)].toSorted(),
    skipped: [...skipped].map(([version, reason]) => ({ version, reason })).toSorted(byVersion),
    isTruncated: kept.length < merged.length,
  };
}

function findSkipReason(
  scheme: VersionScheme,
  installed: string,
  version: string,
  parsed: object | undefined,
): SkipReason | undefined {
  if (parsed === undefined) return 'unreadable';
  if (!isPrerelease(scheme.id, version)) return undefined;
  const isOfSameRelease = isPrerelease(scheme.id, installed) && isSameRelease(installed, version);
  return isOfSameRelease ? undefined : 'prerelease';
}

/** Omits commits if there is a tag. */
function withoutCommits(
  scheme: VersionScheme,
  candidates: readonly Candidate[],
  skipped: Map<string, SkipReason>,
): readonly Candidate[] {
  if (scheme.id !== 'go' || candidates.every(({ version }) => isGoCommit(version))) return candidates;
  return candidates.filter(({ version }) => {
    if (!isGoCommit(version)) return true;
    skipped.set(version, 'commit');
    return false;
  });
}

/** Listed versions are hardly ever clean, so they only fill the places that fixes leave. */
function keepNearest(scheme: VersionScheme, candidates: readonly Candidate[]): readonly Candidate[] {
  const max = LIMITS.remediationCandidatesMax;
  if (candidates.length <= max) return candidates;
  const isListed = ({ sources }: Candidate): boolean => sources.length === 1 && sources[0] === 'listed';
  const fixes = candidates.filter((candidate) => !isListed(candidate)).slice(0, max);
  const others = candidates.filter(isListed).slice(0, max - fixes.length);
  return [...fixes, ...others].toSorted((a, b) => scheme.compare(a.parsed, b.parsed));
}

function byVersion(a: { readonly version: string }, b: { readonly version: string }): number {
  return a.version < b.version ? -1 : 1;
}
