/** Describes the vulnerabilities that were found, each once, merged from all its records and the enrichment of its CVE ids. */
import { remarksOf } from '../../core/advisory/vulnerability/remarks.ts';
import { describeVulnerability, type Vulnerability } from '../../core/advisory/vulnerability/vulnerability.ts';
import { mergeExploitFacts, type ExploitFacts } from '../../core/advisory/enrichment/merge-exploit-facts.ts';
import type { FoundVulnerability } from '../../core/history/findings/version-findings.ts';
import { isCveId } from '../../core/identity/vulnerability-id.ts';
import type { PackageMatch } from '../../core/match/match.ts';
import { listEnrichment, type EnrichmentFacts } from '../../store/advisories/merge/enrichment.ts';
import {
  listVulnerabilityRecords,
  type VulnerabilityRecord,
} from '../../store/advisories/vulnerabilities/vulnerability-records.ts';
import type { ReferenceTx } from '../../store/database.ts';

/** By alias group id, as of a given time: a withdrawal may be announced for later. */
export async function describeFoundVulnerabilities(
  tx: ReferenceTx,
  matches: Iterable<Pick<PackageMatch, 'groupId' | 'canonicalId'>>,
  at: string,
): Promise<ReadonlyMap<string, FoundVulnerability>> {
  const canonicalOf = new Map<string, string>();
  for (const { groupId, canonicalId } of matches) canonicalOf.set(groupId, canonicalId);
  const ownRecords = groupRecords(await listVulnerabilityRecords(tx, [...canonicalOf.keys()]));
  const described = [...canonicalOf].map(([groupId, canonicalId]): [string, Vulnerability] => [
    groupId,
    describeVulnerability(canonicalId, ownRecords.get(groupId) ?? []),
  ]);
  const known = await listEnrichment(tx, [...new Set(described.flatMap(([, each]) => cvesOf(each)))]);
  return new Map(
    described.map(([groupId, each]) => {
      const records = ownRecords.get(groupId) ?? [];
      return [groupId, { ...each, ...factsOf(each, known), ...remarksOf(cvesOf(each), records, at), records }];
    }),
  );
}

function cvesOf({ id, aliases }: Vulnerability): string[] {
  return [id, ...aliases].filter(isCveId);
}

/** Leaves out the date of a score: it belongs to the data, and would change every finding each day. */
function factsOf(vulnerability: Vulnerability, known: ReadonlyMap<string, EnrichmentFacts>): ExploitFacts {
  const { kev, epss, ssvc } = mergeExploitFacts(cvesOf(vulnerability).flatMap((cve) => known.get(cve) ?? []));
  return { kev, epss: epss && { score: epss.score, percentile: epss.percentile }, ssvc };
}

/** A notice of a distribution can bundle several vulnerabilities; its own title and ids belong to none of them. */
function groupRecords(records: readonly VulnerabilityRecord[]): ReadonlyMap<string, readonly VulnerabilityRecord[]> {
  const own = records.filter(({ groupIds }) => groupIds.length === 1);
  return Map.groupBy(own, ({ groupIds }) => groupIds[0] ?? '');
}
