/**
 * Matches the components of an organization that new advisory data affects again, each once, however many versions contain them.
 * Matched components are no longer stale, so an interrupted run continues where it stopped.
 */
import type { OrgTx } from '../store/database.ts';
import type { StaleComponent } from '../store/portfolio/component-matches.ts';
import { listComponentsOfOtherEngines, listRaisedKeys, listStaleComponentsByKey } from '../store/portfolio/stale-components.ts';
import { ENGINE_VERSION, type PipelineDeps } from './deps.ts';
import { matchBatch } from './match-components.ts';

const KEYS_PER_READ = 5_000;
const COMPONENTS_PER_BATCH = 5_000;

/** Returns the number of matched components: those with keys that changed after the snapshot. */
export async function rematchComponents(deps: PipelineDeps, orgId: string, since: number): Promise<number> {
  let matched = 0;
  let after: string | undefined;
  for (;;) {
    const keys = await deps.database.reference(
      async (tx) => await listRaisedKeys(tx, since, { after, limit: KEYS_PER_READ }),
    );
    if (keys.length > 0)
      matched += await matchAll(deps, orgId, async (tx, page) => await listStaleComponentsByKey(tx, keys, page));
    after = keys.at(-1);
    if (keys.length < KEYS_PER_READ) return matched;
  }
}

/** Returns the number of matched components: those with a result of another engine version. */
export async function rematchOtherEngines(deps: PipelineDeps, orgId: string): Promise<number> {
  return await matchAll(deps, orgId, listComponentsOfOtherEngines);
}

type Page = Parameters<typeof listComponentsOfOtherEngines>[1];

async function matchAll(
  deps: PipelineDeps,
  orgId: string,
  list: (tx: OrgTx, page: Page) => Promise<readonly StaleComponent[]>,
): Promise<number> {
  let matched = 0;
  let after: string | undefined;
  for (;;) {
    const page = { engineVersion: ENGINE_VERSION, after, limit: COMPONENTS_PER_BATCH };
    const stale = await deps.database.inOrg(orgId, async (tx) => await list(tx, page));
    if (stale.length > 0) await matchBatch(deps, orgId, stale);
    matched += stale.length;
    after = stale.at(-1)?.id;
    if (stale.length < COMPONENTS_PER_BATCH) return matched;
  }
}
