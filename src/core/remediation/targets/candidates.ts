/**
 * Finds upgrade candidates without inventing any: versions that advisories call fixed or list, versions of a catalog, and
 * versions that the organization uses. Whether a candidate is clean is not decided here.
 */
import { LIMITS } from '../../limits.ts';
import type { PackageVersion, CandidateEntry, PackageMatch, TestedEntry } from '../../match/match.ts';
import type { VersionScheme } from '../../versions/version-scheme.ts';
import type { VersionAxis } from './at-version.ts';
import { isGoCommit, isPrerelease, isSameRelease } from './version-numbers.ts';
import { compareAuthority, authorityOf, type Authority } from '../../match/merge/authority.ts';
import { findPaidChannel } from '../../match/distro/channels.ts';
import { compareText } from '../../text/compare-text.ts';

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

export interface FurtherVersions {
  /** All existing versions, if the operator has configured a catalog. */
  readonly catalog?: readonly { readonly version: string; readonly isYanked: boolean }[];
  /** Versions that services of the same organization use. */
  readonly seen?: readonly { readonly version: string; readonly service: string }[];
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

interface Proposal {
  readonly version: string;
  readonly source: CandidateSource;
  readonly authority: Authority;
  readonly verifiedExists: VerifiedExists;
  readonly seenIn?: string;
  /** Why it is skipped, whatever its version. */
  readonly skip?: SkipReason;
}

type ParsedProposal = Proposal & { readonly parsed: object };

/** Returns one proposal per version, source and service, before checking whether they are newer, valid or final. */
function listProposals(
  { identity }: PackageVersion,
  axis: VersionAxis,
  tested: readonly TestedEntry[],
  { catalog, seen = [] }: FurtherVersions,
): readonly Proposal[] {
  const proposals = new Map<string, Proposal>();
  const catalogued = catalog && new Map(catalog.map(({ version, isYanked }) => [version, isYanked]));
  const add = (proposal: Omit<Proposal, 'verifiedExists' | 'skip'>, isKnown: boolean, skip?: SkipReason): void => {
    const isYanked = catalogued?.get(proposal.version);
    const reason = isYanked === true ? 'yanked' : skip;
    const key = `${proposal.version} ${proposal.source} ${proposal.seenIn ?? ''}`;
    const known = proposals.get(key);
    // Among equal proposals the higher authority counts, and a fix available to all replaces one in a paid channel.
    if (known !== undefined && known.skip === undefined) {
      if (reason !== undefined || compareAuthority(known.authority, proposal.authority) <= 0) return;
    }
    const verifiedExists = toVerifiedExists(isYanked !== undefined, catalogued !== undefined, isKnown);
    proposals.set(key, { ...proposal, verifiedExists, ...(reason !== undefined && { skip: reason }) });
  };

  // Records of one package list the same versions, hundreds of them.
  const listed = new Set<string>();
  for (const { candidate, testedVersion } of tested) {
    // Entries that refer to the other version of the package are not used.
    if (testedVersion !== axis.installed) continue;
    const { entry } = candidate;
    const authority = authorityOf(candidate);
    const skip = findPaidChannel(identity, entry) === undefined ? undefined : 'channel';
    for (const { fixed } of entry.windows)
      if (fixed !== undefined) add({ version: fixed, source: 'fixed', authority }, false, skip);
    for (const { fixed } of entry.customWindows ?? [])
      if (fixed !== undefined) add({ version: fixed, source: 'custom', authority }, false, skip);
    for (const version of entry.versions) listed.add(version);
  }
  for (const version of listed) add({ version, source: 'listed', authority: WEAKEST }, true);
  for (const { version } of catalog ?? []) add({ version, source: 'catalog', authority: STRONGEST }, true);
  for (const { version, service } of seen)
    add({ version, source: 'organization', authority: WEAKEST, seenIn: service }, false);
  return [...proposals.values()];
}

const STRONGEST: Authority = 'distribution';
const WEAKEST: Authority = 'other';

function toVerifiedExists(isCatalogued: boolean, hasCatalog: boolean, isKnown: boolean): VerifiedExists {
  if (isCatalogued || isKnown) return true;
  return hasCatalog ? false : 'unknown';
}

// Merges `1.0` and `1.0.0` into one candidate. The spelling of a version that is known to exist wins, otherwise that of the
// most authoritative source.
const SOURCES: readonly CandidateSource[] = ['catalog', 'fixed', 'custom', 'listed', 'organization'];

/** Sorted by version, independent of the order of the proposals. */
function mergeSpellings(scheme: VersionScheme, proposals: readonly ParsedProposal[]): readonly Candidate[] {
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
    compareText(a.version, b.version) ||
    compareText(a.seenIn ?? '', b.seenIn ?? '')
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

/** A package with all its advisory entries and upgrade candidates. */
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
