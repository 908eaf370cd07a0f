/**
 * Creates an event before a token expires, so that it is replaced in time. Each notice is sent once per token; after downtime
 * only the latest one that applies. A token whose lifetime is shorter than the notice gets none, because its creator chose that.
 */
import { insertEvents } from '../store/delivery/events.ts';
import { recordExpiryNotices } from '../store/people/tokens.ts';
import type { PipelineDeps } from './deps.ts';

/** Days before expiry, the last notice first. */
const NOTICES = [1, 14];

export async function announceExpiringTokens(
  deps: Pick<PipelineDeps, 'database' | 'now' | 'newId'>,
  orgId: string,
): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await deps.database.inOrg(orgId, async (tx) => {
    for (const days of NOTICES) {
      const tokens = await recordExpiryNotices(tx, { at, days });
      const events = tokens.map(({ id: tokenId, name, ownerId, expiresAt }) => ({
        ...({ id: deps.newId(), type: 'token.expiring', at } as const),
        detail: { tokenId, name, ownerId, expiresAt, days },
      }));
      await insertEvents(tx, events);
    }
  });
}
