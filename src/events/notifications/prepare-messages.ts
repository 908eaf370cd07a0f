/** Writes the due messages of a notification rule for its channel. */
import type { OrgTx } from '../../store/database.ts';
import { getEventSubjects } from '../../store/delivery/event-subjects.ts';
import { listEventsById } from '../../store/delivery/list-events.ts';
import type { Delivery } from '../../store/delivery/webhook-deliveries.ts';
import type { Webhook } from '../../store/delivery/webhooks.ts';
import { getOrganization } from '../../store/people/organizations.ts';
import type { PreparedMessage } from '../webhooks/send-message.ts';
import type { WebhookDeps } from '../webhooks/webhook-deps.ts';
import { DIGEST_TYPE } from './create-messages.ts';
import { composeNotice, composeTestNotice, type Notice, type NoticeContext } from './compose-notice.ts';
import { toMailMessage } from './mail-message.ts';
import { toSlackMessage } from './slack-message.ts';
import { toTeamsMessage } from './teams-message.ts';
import { toUnsubscribeCode } from './unsubscribe.ts';

type PrepareDeps = Pick<WebhookDeps, 'publicUrl'>;

export const NOTIFICATION_TEST_TYPE = 'test';

/** What a message needs besides its rule. */
export type MessageDraft = Pick<Delivery, 'id' | 'type' | 'recipient' | 'eventIds' | 'eventCounts'>;

export async function prepareMessages<Draft extends MessageDraft>(
  { publicUrl }: PrepareDeps,
  tx: OrgTx,
  {
    rule,
    secrets,
    due,
  }: { readonly rule: Webhook; readonly secrets: readonly string[]; readonly due: readonly Draft[] },
): Promise<{ readonly delivery: Draft; readonly message: PreparedMessage }[]> {
  const [secret = ''] = secrets;
  const { name: organization } = await getOrganization(tx);
  const context = { rule, organization, publicUrl };
  const events = await listEventsById(tx, [...new Set(due.flatMap(({ eventIds }) => eventIds ?? []))]);
  const found = {
    events: new Map(events.map((event) => [event.id, event])),
    subjects: await getEventSubjects(tx, events),
  };
  return due.map((delivery) => {
    const notice = toNotice(delivery, found, context);
    return { delivery, message: toMessage(notice, { orgId: tx.orgId, rule, secret, publicUrl, delivery }) };
  });
}

function toNotice(
  { type, eventIds, eventCounts }: MessageDraft,
  found: {
    readonly events: ReadonlyMap<string, Awaited<ReturnType<typeof listEventsById>>[number]>;
    readonly subjects: Awaited<ReturnType<typeof getEventSubjects>>;
  },
  context: NoticeContext,
): Notice {
  if (type === NOTIFICATION_TEST_TYPE) return composeTestNotice(context);
  const events = (eventIds ?? []).flatMap((id) => found.events.get(id) ?? []);
  const { subjects } = found;
  return composeNotice({ events, subjects, counts: eventCounts ?? {}, isDigest: type === DIGEST_TYPE }, context);
}

function toMessage(
  notice: Notice,
  parts: PrepareDeps & {
    readonly orgId: string;
    readonly rule: Webhook;
    readonly secret: string;
    readonly delivery: MessageDraft;
  },
): PreparedMessage {
  const { orgId, rule, secret, publicUrl, delivery } = parts;
  if (rule.channel === 'slack') return { channel: 'slack', url: secret, body: toBody(toSlackMessage(notice)) };
  if (rule.channel === 'teams') return { channel: 'teams', url: secret, body: toBody(toTeamsMessage(notice)) };
  const { id, recipient } = delivery;
  if (recipient === null || publicUrl === undefined) return { channel: 'email', mail: undefined };
  const unsubscribeCode = toUnsubscribeCode({ orgId, ruleId: rule.id }, recipient, secret);
  return { channel: 'email', mail: toMailMessage(notice, { id, to: recipient, publicUrl, unsubscribeCode }) };
}

function toBody(message: object): Buffer {
  return Buffer.from(JSON.stringify(message));
}
