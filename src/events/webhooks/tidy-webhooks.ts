/**
 * Daily cleanup: deletes old messages, and re-encrypts secrets of older keys with the newest key, so that the old keys can be
 * removed.
 */
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../../store/database.ts';
import { removeOldDeliveries } from '../../store/delivery/webhook-retention.ts';
import { changeWebhook, listWebhooks, lockWebhook } from '../../store/delivery/webhooks.ts';
import { listOrganizationIds } from '../../store/people/organizations.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { isUnreadable, isWrongKey, placeOfSecret } from './webhook-secrets.ts';

type TidyDeps = Pick<WebhookDeps, 'database' | 'now' | 'keyRing'>;

const ORGANIZATIONS_PER_READ = 500;

export async function tidyWebhooks(deps: TidyDeps): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const orgIds = await deps.database.reference(
      async (tx) => await listOrganizationIds(tx, after, ORGANIZATIONS_PER_READ),
    );
    for (const orgId of orgIds) await tidyOrganization(deps, orgId);
    after = orgIds.at(-1);
    if (orgIds.length < ORGANIZATIONS_PER_READ) return;
  }
}

async function tidyOrganization(deps: TidyDeps, orgId: string): Promise<void> {
  const { database, keyRing } = deps;
  const before = new Date(deps.now() - LIMITS.webhookDeliveryDaysKept * 24 * 3_600_000).toISOString();
  const webhooks = await database.inOrg(orgId, listWebhooks);
  for (const { id } of webhooks) {
    while (await database.inOrg(orgId, async (tx) => await removeOldDeliveries(tx, id, before)));
    await database.inOrg(orgId, async (tx) => await sealAgain(tx, id, keyRing));
  }
}

async function sealAgain(tx: OrgTx, id: string, keyRing: TidyDeps['keyRing']): Promise<void> {
  const state = await lockWebhook(tx, id);
  if (state === undefined || keyRing.isCurrent(state.secret)) return;
  const place = placeOfSecret(tx.orgId, id);
  try {
    await changeWebhook(tx, id, { secret: keyRing.seal(keyRing.open(state.secret, place), place) });
  } catch (error) {
    // The secret needs its key, or has to be replaced; or this process has the wrong key.
    if (!isUnreadable(error) && !isWrongKey(error)) throw error;
  }
}
