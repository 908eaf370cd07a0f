/** Composes the content of a message from its events, for all channels: a title, the events by service version, and links. */
import { pluralize } from '../../core/text/pluralize.ts';
import { EVENT_TYPES } from '../../core/vocabulary/event.ts';
import type { EventSubject } from '../../store/delivery/event-subjects.ts';
import type { StoredEvent } from '../../store/delivery/list-events.ts';
import type { EventCounts } from '../../store/delivery/webhook-deliveries.ts';
import type { Webhook } from '../../store/delivery/webhooks.ts';
import { describeCount, describeEvent } from './describe-event.ts';
import { name, type Line } from './line.ts';

export interface Notice {
  readonly title: Line;
  readonly groups: readonly NoticeGroup[];
  /** `And 12 more.` Null: all events are listed. */
  readonly more: string | null;
  /** Page of the portal; null if the public URL of Assay is not configured. */
  readonly url: string | null;
  readonly footer: Line;
}

interface NoticeGroup {
  /** Service and version; null for events of the organization. */
  readonly heading: Line | null;
  readonly url: string | null;
  readonly lines: readonly Line[];
}

export interface NoticeContext {
  readonly rule: Pick<Webhook, 'description'>;
  readonly organization: string;
  readonly publicUrl: string | undefined;
}

export interface NoticeEvents {
  /** Most urgent first. */
  readonly events: readonly StoredEvent[];
  readonly subjects: ReadonlyMap<string, EventSubject>;
  readonly counts: EventCounts;
  readonly isDigest: boolean;
}

export function composeNotice({ events, subjects, counts, isDigest }: NoticeEvents, context: NoticeContext): Notice {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const hidden = Math.max(0, total - events.length);
  const placed = events.map((event) => ({ event, subject: subjects.get(event.id) ?? UNKNOWN }));
  const byPlace = Map.groupBy(placed, ({ subject: { service, version } }) => JSON.stringify([service, version]));
  const groups = [...byPlace.values()].map((members): NoticeGroup => {
    const place = members[0]?.subject ?? UNKNOWN;
    return {
      heading: place.service === null ? null : [toPlaceName(place)],
      url: toPageUrl(place, context.publicUrl),
      lines: members.map(({ event, subject }) => describeEvent(event, subject)),
    };
  });
  const [only] = groups;
  // Events that are not listed may belong to other services.
  const isOnePlace = groups.length === 1 && hidden === 0;
  const prefix = isOnePlace && only?.heading ? [...only.heading, ': '] : [];
  return {
    title: [...(isDigest ? ['Daily digest: '] : []), ...prefix, describeCounts(counts)],
    groups: isOnePlace && only !== undefined ? [{ ...only, heading: null }] : groups,
    more: hidden === 0 ? null : `And ${hidden.toLocaleString('en-US')} more.`,
    url: isOnePlace && only !== undefined ? only.url : toPageUrl(UNKNOWN, context.publicUrl),
    footer: toFooter(context),
  };
}

export function composeTestNotice(context: NoticeContext): Notice {
  return {
    title: ['Test message'],
    groups: [
      { heading: null, url: null, lines: [['This is a test of the notification rule. No event has occurred.']] },
    ],
    more: null,
    url: toPageUrl(UNKNOWN, context.publicUrl),
    footer: toFooter(context),
  };
}

const UNKNOWN: EventSubject = { service: null, version: null, tags: [], priority: null, severity: null };
const TYPES_IN_TITLE_MAX = 3;

function describeCounts(counts: EventCounts): string {
  // In the order of the list of types, whatever the order of the events.
  const types = Object.keys(counts).toSorted((a, b) => toRank(a) - toRank(b));
  const named = types.slice(0, TYPES_IN_TITLE_MAX).map((type) => describeCount(type, counts[type] ?? 0));
  const others = types.slice(TYPES_IN_TITLE_MAX).reduce((sum, type) => sum + (counts[type] ?? 0), 0);
  return [...named, ...(others === 0 ? [] : [pluralize(others, 'other event')])].join(', ');
}

const RANKS: readonly string[] = [
  ...EVENT_TYPES.filter((type) => type.startsWith('finding.')),
  ...EVENT_TYPES.filter((type) => !type.startsWith('finding.')),
];

function toRank(type: string): number {
  const rank = RANKS.indexOf(type);
  return rank === -1 ? RANKS.length : rank;
}

function toPlaceName({ service, version }: EventSubject) {
  return name(version === null ? (service ?? '') : `${service} ${version}`);
}

/** Links to the version, the service, or the overview. */
function toPageUrl({ service, version }: EventSubject, publicUrl: string | undefined): string | null {
  if (publicUrl === undefined) return null;
  if (service === null) return `${publicUrl}/`;
  const path = `${publicUrl}/services/${encodeURIComponent(service)}`;
  return version === null ? path : `${path}/versions/${encodeURIComponent(version)}`;
}

function toFooter({ rule, organization }: NoticeContext): Line {
  return ['Notification rule ', name(rule.description), ' of the organization ', name(organization), ' in Assay.'];
}
