/**
 * Warns every organization once if the data could not be refreshed for a day, and again only after a successful run, which is
 * detected by its time. Results stay as they are, but do not include advisories published since.
 */
import { listSources } from '../../store/advisories/sources/sources.ts';
import { recordStaleNotice, findStaleNotice } from '../../store/advisories/snapshots.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import { listOrganizationIds } from '../../store/people/organizations.ts';
import { STALE_AFTER_MS, STARTER } from './data-state.ts';
import type { PipelineDeps } from '../deps.ts';

const ORGANIZATIONS_PER_READ = 500;

export async function warnAboutStaleData(deps: PipelineDeps): Promise<void> {
  const stale = await findStale(deps);
  if (stale === undefined) return;
  const at = new Date(deps.now()).toISOString();
  let after: string | undefined;
  for (;;) {
    const orgIds = await deps.database.reference(
      async (tx) => await listOrganizationIds(tx, after, ORGANIZATIONS_PER_READ),
    );
    for (const orgId of orgIds) {
      await deps.database.inOrg(orgId, async (tx) => {
        await insertEvents(tx, [{ id: deps.newId(), type: 'advisories.stale', at, detail: stale }]);
      });
    }
    after = orgIds.at(-1);
    if (orgIds.length < ORGANIZATIONS_PER_READ) break;
  }
  await deps.database.reference(async (tx) => await recordStaleNotice(tx, stale.since));
}

interface Stale extends Readonly<Record<string, unknown>> {
  /** The last successful run of the oldest source. */
  readonly since: string;
  readonly sources: readonly string[];
}

/** Returns undefined if everything is fresh, or all organizations were warned. A disabled source does not count as stale. */
async function findStale(deps: PipelineDeps): Promise<Stale | undefined> {
  return await deps.database.reference(async (tx) => {
    const sources = (await listSources(tx)).filter(({ name, enabled }) => enabled && name !== STARTER);
    const old = sources.flatMap(({ name, lastGoodAt }) =>
      lastGoodAt !== null && deps.now() - Date.parse(lastGoodAt) >= STALE_AFTER_MS ? [{ name, lastGoodAt }] : [],
    );
    const [since] = old.map(({ lastGoodAt }) => lastGoodAt).toSorted();
    if (since === undefined || (await findStaleNotice(tx)) === since) return undefined;
    return { since, sources: old.map(({ name }) => name) };
  });
}
