/** Searches for a text in everything that the caller may see, in one transaction. */
import { describeVulnerability } from '../../core/advisory/vulnerability/vulnerability.ts';
import { LIMITS } from '../../core/limits.ts';
import { listVulnerabilityRecords } from '../../store/advisories/vulnerabilities/vulnerability-records.ts';
import type { OrgTx } from '../../store/database.ts';
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
import type { FoundVulnerability } from './search-vulnerabilities.ts';
import { classOf } from './describe-vulnerability.ts';

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
  return await deps.database.inOrg(caller.orgId, async (tx) => ({
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
  const records = await listVulnerabilityRecords(
    tx,
    hits.map(({ groupId }) => groupId),
  );
  return hits.map(({ groupId, services }) => {
    const own = records.filter(({ groupIds }) => groupIds.length === 1 && groupIds[0] === groupId);
    return { ...describeVulnerability(groupId, own), class: classOf(own), services };
  });
}
