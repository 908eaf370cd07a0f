/**
 * Links to unsubscribe. A code names the organization and the rule, and is signed for one recipient with the secret of the rule:
 * it works without sign-in, only for that recipient and rule, and does not contain the address.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { getOrganization } from '../../store/people/organizations.ts';
import type { OrgTx } from '../../store/database.ts';
import { skipRecipients } from '../../store/delivery/webhook-deliveries.ts';
import { scheduleWebhook } from '../../store/delivery/webhook-due.ts';
import {
  changeWebhook,
  findSendingState,
  lockWebhook,
  type SendingState,
  type Webhook,
} from '../../store/delivery/webhooks.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { UNSUBSCRIBE_CODE_UNKNOWN } from '../errors.ts';
import type { WebhookDeps } from '../webhooks/webhook-deps.ts';
import { toSecretContext } from '../webhooks/webhook-secrets.ts';

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

interface Address {
  readonly orgId: string;
  readonly ruleId: string;
}

export function toUnsubscribeCode({ orgId, ruleId }: Address, recipient: string, secret: string): string {
  const parts = [idBytes(orgId), idBytes(ruleId), sign(secret, { orgId, ruleId }, recipient)];
  return Buffer.concat(parts).toString('base64url');
}

export interface Subscription {
  readonly organization: string;
  readonly rule: string;
  readonly recipient: string;
  readonly unsubscribed: boolean;
}

/** Throws if the code is not valid, whatever the reason. */
export async function getSubscription(deps: UnsubscribeDeps, code: string): Promise<Subscription> {
  const { address, signature } = parseCode(code);
  return await deps.database.inOrg(address.orgId, async (tx) => {
    const found = findRecipient(deps, await findSendingState(tx, address.ruleId), address, signature);
    return await toSubscription(tx, found);
  });
}

/** Also skips the messages that wait for the recipient. A second call changes nothing. */
export async function unsubscribe(deps: UnsubscribeDeps, code: string, requestId: string): Promise<Subscription> {
  const { address, signature } = parseCode(code);
  return await deps.database.inOrg(address.orgId, async (tx) => {
    const found = findRecipient(deps, await lockWebhook(tx, address.ruleId), address, signature);
    const { rule, recipient } = found;
    if (rule.unsubscribed.includes(recipient)) return await toSubscription(tx, found);
    const unsubscribed = [...rule.unsubscribed, recipient];
    await changeWebhook(tx, rule.id, { unsubscribed });
    await skipRecipients(tx, rule.id, [recipient]);
    if (rule.enabled) await scheduleWebhook(tx, rule.id);
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at: new Date(deps.now()).toISOString(),
      actor: { kind: 'system', id: 'unsubscribe', name: recipient },
      action: 'notification.unsubscribed',
      subject: { kind: 'notification', id: rule.id },
      after: { recipient },
      requestId,
    });
    return await toSubscription(tx, { recipient, rule: { ...rule, unsubscribed } });
  });
}

type UnsubscribeDeps = Pick<WebhookDeps, 'database' | 'keyRing' | 'now' | 'newId'>;

interface Found {
  readonly rule: Webhook;
  readonly recipient: string;
}

async function toSubscription(tx: OrgTx, { rule, recipient }: Found): Promise<Subscription> {
  const { name: organization } = await getOrganization(tx);
  return { organization, rule: rule.description, recipient, unsubscribed: rule.unsubscribed.includes(recipient) };
}

function parseCode(code: string): { readonly address: Address; readonly signature: Buffer } {
  const bytes = Buffer.from(code, 'base64url');
  // Decoding ignores characters that are not base64url.
  if (bytes.length !== 2 * ID_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== code)
    throw UNSUBSCRIBE_CODE_UNKNOWN();
  const address = { orgId: toId(bytes.subarray(0, ID_BYTES)), ruleId: toId(bytes.subarray(ID_BYTES, 2 * ID_BYTES)) };
  return { address, signature: bytes.subarray(2 * ID_BYTES) };
}

/** Checks every recipient that the rule has, and those that have unsubscribed before. */
function findRecipient(
  { keyRing }: UnsubscribeDeps,
  state: SendingState | undefined,
  address: Address,
  signature: Buffer,
): Found {
  if (state?.webhook.channel !== 'email') throw UNSUBSCRIBE_CODE_UNKNOWN();
  const secret = keyRing.open(state.secret, toSecretContext(address.orgId, address.ruleId));
  const { webhook: rule } = state;
  const recipient = [...rule.recipients, ...rule.unsubscribed].find((each) =>
    timingSafeEqual(sign(secret, address, each), signature),
  );
  if (recipient === undefined) throw UNSUBSCRIBE_CODE_UNKNOWN();
  return { rule, recipient };
}

function sign(secret: string, { orgId, ruleId }: Address, recipient: string): Buffer {
  const signed = `unsubscribe ${orgId} ${ruleId} ${recipient}`;
  return createHmac('sha256', secret).update(signed).digest().subarray(0, SIGNATURE_BYTES);
}

function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function toId(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
