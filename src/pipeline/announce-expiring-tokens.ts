/**
 * An event before a token expires, so that it is replaced in time. Each notice is sent once per token; after a pause only the
 * latest one that applies. A token that never lived longer than the notice gets none: its creator chose that.
 */
import { insertEvents } from '../store/delivery/events.ts';
import { lockExpiringTokens, recordExpiryNotice, type ExpiringToken } from '../store/people/tokens.ts';
import type { PipelineDeps } from './deps.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Days before expiry, the last notice first. */
const NOTICES = [1, 14];

export async function announceExpiringTokens(
  deps: Pick<PipelineDeps, 'database' | 'now' | 'newId'>,
  orgId: string,
): Promise<void> {
  const nowMs = deps.now();
  const at = new Date(nowMs).toISOString();
  const until = new Date(nowMs + Math.max(...NOTICES) * DAY_MS).toISOString();
  await deps.database.inOrg(orgId, async (tx) => {
    for (const token of await lockExpiringTokens(tx, { at, until })) {
      const days = findNotice(token, nowMs);
      if (days === undefined) continue;
      const { id: tokenId, name, ownerId, expiresAt } = token;
      await recordExpiryNotice(tx, tokenId, days);
      const detail = { tokenId, name, ownerId, expiresAt, days };
      await insertEvents(tx, [{ id: deps.newId(), type: 'token.expiring', at, detail }]);
    }
  });
}

function findNotice({ createdAt, expiresAt, noticeDays }: ExpiringToken, nowMs: number): number | undefined {
  const expiresMs = Date.parse(expiresAt);
  const days = NOTICES.find((notice) => expiresMs - nowMs <= notice * DAY_MS);
  if (days === undefined || (noticeDays !== null && noticeDays <= days)) return undefined;
  return expiresMs - Date.parse(createdAt) > days * DAY_MS ? days : undefined;
}
