/**
 * Data that nobody could refresh for a day is told to every organization, once: again only after it was fresh meanwhile, which
 * shows in the time of the last good run. Results stay as they are; they only know nothing of what was published since.
 */
import { listSources } from '../store/advisories/sources.ts';
import { noteStaleTold, readStaleTold } from '../store/advisories/snapshots.ts';
import { insertEvents } from '../store/delivery/events.ts';
import { listOrganizationIds } from '../store/people/organizations.ts';
import { STALE_AFTER_MS, STARTER } from './data-state.ts';
import type { PipelineDeps } from './deps.ts';

const ORGANIZATIONS_PER_READ = 500;

export async function warnOfStaleData(deps: PipelineDeps): Promise<void> {
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
  await deps.database.reference(async (tx) => await noteStaleTold(tx, stale.since));
}

interface Stale extends Readonly<Record<string, unknown>> {
  /** The last good run of the oldest source. */
  readonly since: string;
  readonly sources: readonly string[];
}

/** Undefined when everything is fresh, or all have been told. A source that is switched off is meant to grow old. */
async function findStale(deps: PipelineDeps): Promise<Stale | undefined> {
  return await deps.database.reference(async (tx) => {
    const sources = (await listSources(tx)).filter(({ name, enabled }) => enabled && name !== STARTER);
    const old = sources.flatMap(({ name, lastGoodAt }) =>
      lastGoodAt !== null && deps.now() - Date.parse(lastGoodAt) >= STALE_AFTER_MS ? [{ name, lastGoodAt }] : [],
    );
    const [since] = old.map(({ lastGoodAt }) => lastGoodAt).toSorted();
    if (since === undefined || (await readStaleTold(tx)) === since) return undefined;
    return { since, sources: old.map(({ name }) => name) };
  });
}
