/** Searches in everything that the caller may see, or in all vulnerabilities. */
import { describeVulnerability, type Vulnerability } from '../../core/advisory/vulnerability/vulnerability.ts';
import { LIMITS } from '../../core/limits.ts';
import { listVulnerabilityRecords } from '../../store/advisories/vulnerabilities/vulnerability-records.ts';
import type { OrgTx, ReferenceTx } from '../../store/database.ts';
import {
  searchComponents,
  searchServices,
  searchVersions,
  searchVulnerabilityIds,
  type FoundComponent,
  type FoundService,
  type FoundVersion,
} from '../../store/portfolio/search.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { classOf, type KnownVulnerability } from './describe-vulnerability.ts';
import {
  listVulnerabilityIds,
  type VulnerabilityFilter,
  type VulnerabilityPage,
} from '../../store/advisories/vulnerabilities/list-vulnerabilities.ts';
import type { Page } from '../../store/page.ts';

export interface SearchHits {
  readonly services: readonly FoundService[];
  readonly versions: readonly FoundVersion[];
  /** With the number of the caller's services that have it now. */
  readonly vulnerabilities: readonly (FoundVulnerability & { readonly services: number })[];
  readonly components: readonly FoundComponent[];
}

export async function searchEverything(deps: PipelineDeps, caller: Caller, text: string): Promise<SearchHits> {
  const limit = LIMITS.searchHitsMax;
  const { services: scope } = caller;
  return await deps.database.readInOrg(caller.orgId, async (tx) => ({
    services: await searchServices(tx, scope, text, limit),
    versions: await searchVersions(tx, scope, text, limit),
    vulnerabilities: await describeHits(tx, await searchVulnerabilityIds(tx, scope, text, limit)),
    components: await searchComponents(tx, scope, text, limit),
  }));
}

async function describeHits(
  tx: OrgTx,
  hits: readonly { readonly groupId: string; readonly services: number }[],
): Promise<SearchHits['vulnerabilities']> {
  const groups = hits.map(({ groupId }) => groupId);
  const found = await describeGroups(tx, groups);
  return found.map((each, index) => ({ ...each, services: hits[index]?.services ?? 0 }));
}

export type FoundVulnerability = Vulnerability & Pick<KnownVulnerability, 'class'>;

/** Each is merged from all its records. `last` is where the next page begins; null if there is none. */
export async function searchVulnerabilities(
  tx: ReferenceTx,
  filter: VulnerabilityFilter,
  page: VulnerabilityPage,
): Promise<Page<FoundVulnerability> & { readonly last: string | null }> {
  const { total, items: ids } = await listVulnerabilityIds(tx, filter, page);
  return { total, items: await describeGroups(tx, ids), last: ids.length === page.limit ? (ids.at(-1) ?? null) : null };
}

/** In the given order. */
async function describeGroups(tx: ReferenceTx, ids: readonly string[]): Promise<FoundVulnerability[]> {
  const records = await listVulnerabilityRecords(tx, ids);
  return ids.map((id) => {
    const own = records.filter(({ groupIds }) => groupIds.length === 1 && groupIds[0] === id);
    return { ...describeVulnerability(id, own), class: classOf(own) };
  });
}
