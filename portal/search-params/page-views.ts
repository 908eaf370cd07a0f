/** URL parameters of the pages with a few parameters of their own. Each parser sets every key; see `parseListView`. */
import { ANALYSIS_STATUSES } from '../../src/core/vocabulary/analysis.ts';
import { SERVICE_SORTS, type ServiceSort } from '../../src/core/vocabulary/service.ts';
import { INBOX_PARTS, type InboxPart } from '../../src/core/vocabulary/inbox.ts';
import { SEVERITIES } from '../../src/core/vocabulary/severity.ts';
import { AUDIT_KINDS, type AuditKind } from '../../src/core/vocabulary/audit.ts';
import { pickKnown, parseListView, SEARCH_CHARACTERS_MAX, textOf, type ListView, type RawSearch } from './list-view.ts';
import { CHANGE_KINDS, type ChangeKind, CAUSES, type Cause } from '../../src/core/vocabulary/change.ts';
import { parseFindingView, parseGrouping, type FindingView, type Grouping } from './finding-view.ts';

export const QUIET_DAYS = [7, 30, 90, 180] as const;

export interface ServiceFilters {
  readonly tag?: string | undefined;
  /** Comma-separated. */
  readonly state?: string | undefined;
  readonly severity?: string | undefined;
  readonly inactiveDays?: number | undefined;
}

export interface ServicesView extends ListView, ServiceFilters {}

const TAG_CHARACTERS_MAX = 128;
const DAYS = /^[1-9][0-9]{0,3}$/;
const DAYS_MAX = 3_650;

/** The list of services: name, and state of the newest version. */
export function parseServicesView(search: RawSearch): ServicesView {
  const days = textOf(search, 'inactiveDays');
  const inactiveDays = DAYS.test(days) && Number(days) <= DAYS_MAX ? Number(days) : undefined;
  return {
    ...parseListView(search),
    tag: textOf(search, 'tag').trim().slice(0, TAG_CHARACTERS_MAX) || undefined,
    state: pickKnown(ANALYSIS_STATUSES, textOf(search, 'state')),
    severity: pickKnown(SEVERITIES, textOf(search, 'severity')),
    inactiveDays,
  };
}

export function hasServiceFilters({ q, tag, state, severity, inactiveDays }: ServicesView): boolean {
  return [q, tag, state, severity, inactiveDays].some((each) => each !== undefined);
}

interface OverviewView {
  readonly changes?: ChangeKind | undefined;
  readonly offset?: number | undefined;
  /** Absent: open findings. */
  readonly trend?: 'risk' | undefined;
  /** Absent: by urgency. */
  readonly sort?: ServiceSort | undefined;
  /** The ways to upload an SBOM, instead of the overview. */
  readonly upload?: true | undefined;
}

/** The overview: the kind of changes and their page, the trend, the order of the services, or the ways to upload. */
export function parseOverviewView(search: RawSearch): OverviewView {
  const [changes, sort] = [textOf(search, 'changes'), textOf(search, 'sort')];
  return {
    changes: CHANGE_KINDS.find((kind) => kind === changes),
    offset: parseListView(search).offset,
    trend: textOf(search, 'trend') === 'risk' ? 'risk' : undefined,
    sort: SERVICE_SORTS.find((each) => each === sort && each !== 'urgency'),
    upload: isSet(search, 'upload'),
  };
}

export interface VulnerabilitiesView extends FindingView {
  /** Absent: the preference of the user. */
  readonly group?: Grouping | undefined;
  readonly offset?: number | undefined;
}

/** The vulnerabilities of all services: grouped, or every finding. */
export function parseVulnerabilitiesView(search: RawSearch): VulnerabilitiesView {
  return {
    ...parseFindingView(search),
    group: parseGrouping(search),
    offset: parseListView(search).offset,
  };
}

export const AUDIT_DAYS = [1, 7, 30, 90] as const;

export interface AuditView extends ListView {
  readonly actor?: string | undefined;
  readonly kind?: AuditKind | undefined;
  /** Entries of the last days. */
  readonly days?: number | undefined;
}

/** The audit log: search, who, what, since when, and the page. */
export function parseAuditView(search: RawSearch): AuditView {
  const [kind, days] = [textOf(search, 'kind'), textOf(search, 'days')];
  return {
    ...parseListView(search),
    actor: textOf(search, 'actor').trim().slice(0, SEARCH_CHARACTERS_MAX) || undefined,
    kind: AUDIT_KINDS.find((each) => each === kind),
    days: AUDIT_DAYS.find((each) => String(each) === days),
  };
}

/** A page of the documentation, or the results of a search in all of it. */
export function parseDocsView(search: RawSearch): { readonly q?: string | undefined } {
  return { q: textOf(search, 'q').trim().slice(0, SEARCH_CHARACTERS_MAX) || undefined };
}

interface ServiceView {
  readonly offset?: number | undefined;
  /** Absent: by version. */
  readonly chart?: 'time' | 'changes' | undefined;
}

/** A service: the page of its versions, and what the chart shows. */
export function parseServiceView(search: RawSearch): ServiceView {
  const chart = textOf(search, 'chart');
  return {
    offset: parseListView(search).offset,
    chart: (['time', 'changes'] as const).find((each) => each === chart),
  };
}

interface WebhookView {
  readonly webhook?: string | undefined;
}

interface NotificationView {
  readonly rule?: string | undefined;
}

/** The notification rule whose deliveries are shown. */
export function parseNotificationView(search: RawSearch): NotificationView {
  return { rule: textOf(search, 'rule') || undefined };
}

/** The webhook whose deliveries are shown. */
export function parseWebhookView(search: RawSearch): WebhookView {
  return { webhook: textOf(search, 'webhook') || undefined };
}

interface CompareView {
  /** Absent: the version before the head. */
  readonly base?: string | undefined;
  /** Absent: the newest version. */
  readonly head?: string | undefined;
  readonly cause?: Cause | undefined;
}

const NAME_CHARACTERS_MAX = 512;

/** A comparison: the two versions and the causes. The compare tab of a version uses the same names. */
export function parseCompareView(search: RawSearch): CompareView {
  const cause = textOf(search, 'cause');
  return {
    base: textOf(search, 'base').slice(0, NAME_CHARACTERS_MAX) || undefined,
    head: textOf(search, 'head').slice(0, NAME_CHARACTERS_MAX) || undefined,
    cause: CAUSES.find((each) => each === cause),
  };
}

export interface InboxView {
  /** Absent: all parts. */
  readonly part?: InboxPart | undefined;
  /** The opened finding. */
  readonly finding?: string | undefined;
}

/** The inbox: the part, and the opened finding. */
export function parseInboxView(search: RawSearch): InboxView {
  const part = textOf(search, 'part');
  return { part: INBOX_PARTS.find((each) => each === part), finding: textOf(search, 'finding') || undefined };
}

interface TokensView {
  /** The form of a new token. */
  readonly create?: true | undefined;
}

/** The tokens: whether the form of a new one is open. */
export function parseTokensView(search: RawSearch): TokensView {
  return { create: isSet(search, 'create') };
}

interface MembersView {
  /** The form of an invitation. */
  readonly invite?: true | undefined;
}

/** The members: whether the form of an invitation is open. */
export function parseMembersView(search: RawSearch): MembersView {
  return { invite: isSet(search, 'invite') };
}

interface AiView {
  /** AI is switched on in the form, and not saved yet. */
  readonly enable?: true | undefined;
}

/** The AI settings: whether the form starts with AI switched on. */
export function parseAiView(search: RawSearch): AiView {
  return { enable: isSet(search, 'enable') };
}

function isSet(search: RawSearch, name: string): true | undefined {
  return textOf(search, name) === 'true' ? true : undefined;
}
