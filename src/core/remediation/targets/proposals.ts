/** Lists the proposed versions of all sources, before checking whether they are newer, valid or final. */
import { authorityOf, compareAuthority, type Authority } from '../../match/authority.ts';
import { findPaidChannel } from '../../match/distro/channels.ts';
import type { PackageVersion } from '../../match/match.ts';
import type { TestedEntry } from '../../match/matcher.ts';
import type { VersionAxis } from './at-version.ts';
import type { FurtherVersions, Proposal, SkipReason, VerifiedExists } from './candidate.ts';

/** Returns one proposal per version, source and service. */
export function listProposals(
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
