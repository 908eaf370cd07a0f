/** What is known of the vulnerabilities that were found, each told once from all its records. */
import { describeVulnerability, type Vulnerability } from '../core/advisory/vulnerability.ts';
import type { PackageMatch } from '../core/match/match.ts';
import { readVulnerabilityRecords, type VulnerabilityRecord } from '../store/advisories/vulnerabilities.ts';
import type { ReferenceTx } from '../store/database.ts';

/** By the id of the alias group. */
export async function readVulnerabilities(
  tx: ReferenceTx,
  matches: Iterable<Pick<PackageMatch, 'groupId' | 'canonicalId'>>,
): Promise<ReadonlyMap<string, Vulnerability>> {
  const canonicalOf = new Map<string, string>();
  for (const { groupId, canonicalId } of matches) canonicalOf.set(groupId, canonicalId);
  const ownRecords = groupRecords(await readVulnerabilityRecords(tx, [...canonicalOf.keys()]));
  return new Map(
    [...canonicalOf].map(([groupId, canonicalId]) => [
      groupId,
      describeVulnerability(canonicalId, ownRecords.get(groupId) ?? []),
    ]),
  );
}

/** A bundle of a distribution speaks of several vulnerabilities; its own title and ids belong to none of them. */
function groupRecords(records: readonly VulnerabilityRecord[]): ReadonlyMap<string, readonly VulnerabilityRecord[]> {
  const own = records.filter(({ groupIds }) => groupIds.length === 1);
  return Map.groupBy(own, ({ groupIds }) => groupIds[0] ?? '');
}
