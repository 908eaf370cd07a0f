/** Returns a page of vulnerabilities that match a search, each merged from all its records. */
import { describeVulnerability, type Vulnerability } from '../../core/advisory/vulnerability/vulnerability.ts';
import {
  listVulnerabilityIds,
  type VulnerabilityFilter,
  type VulnerabilityPage,
} from '../../store/advisories/vulnerabilities/list-vulnerabilities.ts';
import { listVulnerabilityRecords } from '../../store/advisories/vulnerabilities/vulnerability-records.ts';
import type { ReferenceTx } from '../../store/database.ts';
import type { Page } from '../../store/page.ts';
import { classOf, type KnownVulnerability } from './describe-vulnerability.ts';

export type FoundVulnerability = Vulnerability & Pick<KnownVulnerability, 'class'>;

/** `last` is where the next page begins; null if there is none. */
export async function searchVulnerabilities(
  tx: ReferenceTx,
  filter: VulnerabilityFilter,
  page: VulnerabilityPage,
): Promise<Page<FoundVulnerability> & { readonly last: string | null }> {
  const { total, items: ids } = await listVulnerabilityIds(tx, filter, page);
  const records = await listVulnerabilityRecords(tx, ids);
  const items = ids.map((id) => {
    const own = records.filter(({ groupIds }) => groupIds.length === 1 && groupIds[0] === id);
    return { ...describeVulnerability(id, own), class: classOf(own) };
  });
  return { total, items, last: ids.length === page.limit ? (ids.at(-1) ?? null) : null };
}
