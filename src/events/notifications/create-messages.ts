/**
 * Creates messages of a notification rule from the events after its cursor. All events that are new at that time become one
 * message, so that an upload with many findings sends one message; a daily digest collects events until it is due. Without new
 * events there is no message.
 */
import { DAY_MS, HOUR_MS } from '../../core/calendar.ts';
import { LIMITS } from '../../core/limits.ts';
import { NOTIFICATION_EVENTS } from '../../core/vocabulary/event.ts';
import { BANDS } from '../../core/vocabulary/priority.ts';
import { SEVERITIES } from '../../core/vocabulary/severity.ts';
import type { OrgTx } from '../../store/database.ts';
import { getEventSubjects, type EventSubject } from '../../store/delivery/event-subjects.ts';
import { getEventPage, listEventsById, type StoredEvent } from '../../store/delivery/list-events.ts';
import {
  extendDigest,
  insertMessage,
  listOpenDigests,
  type Delivery,
  type EventCounts,
} from '../../store/delivery/webhook-deliveries.ts';
import {
  changeWebhook,
  type NotificationFilter,
  type SendingState,
  type Webhook,
} from '../../store/delivery/webhooks.ts';
import type { SendDeps } from '../webhooks/webhook-deps.ts';

export const DIGEST_TYPE = 'digest';

/** Requires the lock of the rule. Returns true if there are more events. */
export async function createMessagesOf(
  deps: Pick<SendDeps, 'newId'>,
  tx: OrgTx,
  { webhook: rule, cursor }: SendingState,
  at: string,
): Promise<boolean> {
  const { events, position, hasMore } = await getEventPage(tx, {
    after: cursor,
    limit: LIMITS.notificationEventsPerMessageMax,
    types: rule.events,
    ...(rule.serviceIds !== null && { serviceIds: rule.serviceIds, alsoCommon: true }),
  });
  const subjects = await getEventSubjects(tx, events);
  const wanted = events.filter((event) => isWanted(rule, event, subjects.get(event.id)));
  if (wanted.length > 0) await addToMessages(deps, tx, rule, { wanted, subjects, at });
  if (position !== cursor) await changeWebhook(tx, rule.id, { cursor: position });
  return hasMore;
}

/** Events of the organization have neither tags nor a priority, and are always wanted. */
export function isWanted(
  { minPriority, tags }: NotificationFilter,
  { findingId, serviceId }: Pick<StoredEvent, 'findingId' | 'serviceId'>,
  subject: Pick<EventSubject, 'priority' | 'tags'> | undefined,
): boolean {
  const { priority = null, tags: given = [] } = subject ?? {};
  if (minPriority !== null && findingId !== null) {
    if (priority === null || BANDS.indexOf(priority) > BANDS.indexOf(minPriority)) return false;
  }
  return tags === null || serviceId === null || tags.some((tag) => given.includes(tag));
}

/** Recipients of a mail; one without a name for other channels. */
export function listReceivers({ channel, recipients, unsubscribed }: Webhook): (string | null)[] {
  return channel === 'email' ? recipients.filter((each) => !unsubscribed.includes(each)) : [null];
}

interface WantedEvents {
  readonly wanted: readonly StoredEvent[];
  readonly subjects: ReadonlyMap<string, EventSubject>;
  readonly at: string;
}

async function addToMessages(
  { newId }: Pick<SendDeps, 'newId'>,
  tx: OrgTx,
  rule: Webhook,
  { wanted, subjects, at }: WantedEvents,
): Promise<void> {
  const isDaily = rule.timing === 'daily';
  const open = isDaily ? await listOpenDigests(tx, rule.id, at) : [];
  const position = Math.max(...wanted.map((event) => event.position));
  for (const recipient of listReceivers(rule)) {
    const digest = open.find((each) => each.recipient === recipient);
    const eventIds = await selectShown(tx, digest, { wanted, subjects });
    const eventCounts = addCounts(digest?.eventCounts ?? {}, wanted);
    if (digest !== undefined) await extendDigest(tx, rule.id, { id: digest.id, position, eventIds, eventCounts });
    else
      await insertMessage(tx, rule.id, {
        id: newId(),
        type: isDaily ? DIGEST_TYPE : 'message',
        recipient,
        position,
        eventIds,
        eventCounts,
        at,
        dueAt: isDaily ? toDigestTime(at, rule.digestHour) : at,
      });
  }
}

/** Returns the most urgent events, of those that the digest has and the new ones. */
async function selectShown(
  tx: OrgTx,
  digest: Delivery | undefined,
  { wanted, subjects }: Pick<WantedEvents, 'wanted' | 'subjects'>,
): Promise<string[]> {
  const known = digest?.eventIds ?? [];
  const before = known.length === 0 ? [] : await listEventsById(tx, known);
  const all = [...before, ...wanted];
  const subjectOf = new Map([...(await getEventSubjects(tx, before)), ...subjects]);
  return all
    .map((event) => ({ event, urgency: toUrgency(event, subjectOf.get(event.id)) }))
    .toSorted((a, b) => compareUrgency(a.urgency, b.urgency) || a.event.position - b.event.position)
    .slice(0, LIMITS.notificationEventsShownMax)
    .map(({ event }) => event.id);
}

const WARNINGS: readonly string[] = NOTIFICATION_EVENTS.filter((type) => !type.startsWith('finding.'));
/** Between P1 and P2. */
const WARNING_URGENCY = 1.5;

type Urgency = readonly [priority: number, severity: number];

function toUrgency({ type }: StoredEvent, subject: EventSubject | undefined): Urgency {
  if (WARNINGS.includes(type)) return [WARNING_URGENCY, 0];
  const { priority = null, severity = null } = subject ?? {};
  return [
    priority === null ? BANDS.length : BANDS.indexOf(priority),
    severity === null ? SEVERITIES.length : SEVERITIES.indexOf(severity),
  ];
}

function compareUrgency(a: Urgency, b: Urgency): number {
  return a[0] - b[0] || a[1] - b[1];
}

function addCounts(counts: EventCounts, events: readonly StoredEvent[]): EventCounts {
  const sum: Record<string, number> = { ...counts };
  for (const { type } of events) sum[type] = (sum[type] ?? 0) + 1;
  return sum;
}

/** The next time at which it is this hour, UTC. */
export function toDigestTime(now: string, hour: number): string {
  const nowMs = Date.parse(now);
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS + hour * HOUR_MS;
  return new Date(today > nowMs ? today : today + DAY_MS).toISOString();
}
