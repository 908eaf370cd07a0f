/**
 * Daily cleanup: deletes old messages, and re-encrypts secrets of older keys with the newest key, so that the old keys can be
 * removed.
 */
import { DAY_MS } from '../../core/calendar.ts';
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../../store/database.ts';
import { removeOldDeliveries } from '../../store/delivery/webhook-deliveries.ts';
import { changeWebhook, listWebhooks, lockWebhook } from '../../store/delivery/webhooks.ts';
import { listOrganizationIds } from '../../store/people/organizations.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { isUnreadableSecret, isWrongKey, toSecretContext } from './webhook-secrets.ts';

type CleanUpDeps = Pick<WebhookDeps, 'database' | 'now' | 'keyRing'>;

const ORGANIZATIONS_PER_READ = 500;

export async function cleanUpWebhooks(deps: CleanUpDeps): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const orgIds = await deps.database.reference(
      async (tx) => await listOrganizationIds(tx, after, ORGANIZATIONS_PER_READ),
    );
    for (const orgId of orgIds) await cleanUpOrganization(deps, orgId);
    after = orgIds.at(-1);
    if (orgIds.length < ORGANIZATIONS_PER_READ) return;
  }
}

async function cleanUpOrganization(deps: CleanUpDeps, orgId: string): Promise<void> {
  const { database, keyRing } = deps;
  const before = new Date(deps.now() - LIMITS.webhookDeliveryDaysKept * DAY_MS).toISOString();
  const webhooks = await database.inOrg(orgId, listWebhooks);
  for (const { id } of webhooks) {
    while (await database.inOrg(orgId, async (tx) => await removeOldDeliveries(tx, id, before)));
    await database.inOrg(orgId, async (tx) => await resealSecrets(tx, id, keyRing));
  }
}

async function resealSecrets(tx: OrgTx, id: string, keyRing: CleanUpDeps['keyRing']): Promise<void> {
  const state = await lockWebhook(tx, id);
  if (state === undefined || keyRing.isCurrent(state.secret)) return;
  const place = toSecretContext(tx.orgId, id);
  try {
    await changeWebhook(tx, id, { secret: keyRing.seal(keyRing.open(state.secret, place), place) });
  } catch (error) {
    // The secret needs its key, or has to be replaced; or this process has the wrong key.
    if (!isUnreadableSecret(error) && !isWrongKey(error)) throw error;
  }
}
