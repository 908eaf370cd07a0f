/** Texts for events in messages to people: one line per event, and counts of events. */
import { pluralize } from '../../core/text/pluralize.ts';
import type { EventType } from '../../core/vocabulary/event.ts';
import type { EventSubject } from '../../store/delivery/event-subjects.ts';
import type { StoredEvent } from '../../store/delivery/list-events.ts';
import { name, type Line, type Part } from './line.ts';

type Detail = StoredEvent['detail'];
type Describe = (detail: Detail, subject: EventSubject) => Line;

/** Without the service and version, which head the group of the event. */
export function describeEvent({ type, detail }: StoredEvent, subject: EventSubject): Line {
  return (LINES as Readonly<Record<string, Describe>>)[type]?.(detail, subject) ?? [name(type)];
}

/** `3 new findings` */
export function describeCount(type: string, count: number): string {
  const nouns = (NOUNS as Readonly<Record<string, readonly [string, string]>>)[type] ?? OTHER_NOUNS;
  return `${count.toLocaleString('en-US')} ${nouns[count === 1 ? 0 : 1]}`;
}

const ofFinding =
  (label: string, after: (detail: Detail) => Line = () => []): Describe =>
  (detail, { priority, severity }) => [
    `${label}: `,
    ...(priority === null ? [] : [`${priority} ${severity ?? ''} `]),
    name(text(detail, 'vulnerability')),
    ' in ',
    name([text(detail, 'package'), text(detail, 'version')].filter((part) => part !== '').join(' ')),
    ...after(detail),
  ];

const LINES: Readonly<Record<EventType, Describe>> = {
  'finding.introduced': ofFinding('New'),
  'finding.reintroduced': ofFinding('Reintroduced'),
  'finding.resolved': ofFinding('Fixed'),
  'finding.retracted': ofFinding('Retracted'),
  'finding.escalated': ofFinding('Escalated', (detail) => [describeReasons(detail['reasons'])]),
  'finding.assigned': ofFinding('Assignment changed', describeAssignment),
  'finding.commented': ofFinding('Comment added', by),
  'relevance.changed': ofFinding('Relevance changed', (detail) => [
    `, from ${toRelevance(detail['from'])} to ${toRelevance(detail['to'])}`,
  ]),
  'analysis.completed': (detail) => [
    `Analysis completed: ${number(detail, 'introduced')} introduced, ${number(detail, 'resolved')} fixed, ` +
      `${number(detail, 'unchanged')} unchanged`,
  ],
  'analysis.failed': (detail) => ['Analysis failed: ', name(text(detail, 'message'))],
  'sbom.received': () => ['SBOM received'],
  'sbom.deleted': () => ['SBOM deleted'],
  'sbom.restored': () => ['SBOM restored'],
  'version.created': () => ['Version created'],
  'version.alias_moved': (detail) => ['Alias moved to this version: ', name(text(detail, 'alias'))],
  'version.deleted': (detail) => ['Version deleted: ', name(text(detail, 'name'))],
  'version.frozen': (detail) => ['SBOMs deleted by retention: ', name(text(detail, 'name'))],
  'service.deleted': (detail) => ['Service deleted: ', name(text(detail, 'name'))],
  'remediation.planned': (detail) => [
    `Plan changed: ${pluralize(number(detail, 'actions'), 'action')}, fixes ${pluralize(number(detail, 'fixes'), 'finding')}`,
  ],
  'remediation.verified': () => ['Results of the previous plan are available'],
  'advisories.updated': (detail) => [`Advisory data updated: ${pluralize(number(detail, 'records'), 'record')}`],
  'advisories.stale': (detail) => ['Advisory data is outdated: ', name(list(detail, 'sources'))],
  'quota.warning': (detail) => [
    'Quota almost reached: ',
    name(text(detail, 'quota')),
    `, ${number(detail, 'used').toLocaleString('en-US')} of ${number(detail, 'limit').toLocaleString('en-US')}`,
  ],
  'webhook.disabled': (detail) => [
    'Webhook or notification rule disabled: ',
    name(text(detail, 'description') || text(detail, 'webhookId')),
    ', ',
    name(text(detail, 'reason')),
  ],
  'token.expiring': (detail) => [
    'Token expires: ',
    name(text(detail, 'name')),
    ` in ${pluralize(number(detail, 'days'), 'day')}`,
  ],
};

const NOUNS: Readonly<Record<EventType, readonly [one: string, many: string]>> = {
  'finding.introduced': ['new finding', 'new findings'],
  'finding.reintroduced': ['reintroduced finding', 'reintroduced findings'],
  'finding.resolved': ['fixed finding', 'fixed findings'],
  'finding.retracted': ['retracted finding', 'retracted findings'],
  'finding.escalated': ['escalated finding', 'escalated findings'],
  'finding.assigned': ['changed assignment', 'changed assignments'],
  'finding.commented': ['comment', 'comments'],
  'relevance.changed': ['changed relevance', 'changed relevances'],
  'analysis.completed': ['completed analysis', 'completed analyses'],
  'analysis.failed': ['failed analysis', 'failed analyses'],
  'sbom.received': ['received SBOM', 'received SBOMs'],
  'sbom.deleted': ['deleted SBOM', 'deleted SBOMs'],
  'sbom.restored': ['restored SBOM', 'restored SBOMs'],
  'version.created': ['new version', 'new versions'],
  'version.alias_moved': ['moved alias', 'moved aliases'],
  'version.deleted': ['deleted version', 'deleted versions'],
  'version.frozen': ['version without SBOMs', 'versions without SBOMs'],
  'service.deleted': ['deleted service', 'deleted services'],
  'remediation.planned': ['changed plan', 'changed plans'],
  'remediation.verified': ['plan result', 'plan results'],
  'advisories.updated': ['update of advisory data', 'updates of advisory data'],
  'advisories.stale': ['warning about outdated advisory data', 'warnings about outdated advisory data'],
  'quota.warning': ['quota warning', 'quota warnings'],
  'webhook.disabled': ['disabled webhook or rule', 'disabled webhooks or rules'],
  'token.expiring': ['expiring token', 'expiring tokens'],
};
const OTHER_NOUNS = ['other event', 'other events'] as const;

const RELEVANCE_LABELS: Readonly<Record<string, string>> = {
  relevant: 'relevant',
  deprioritized: 'lower priority',
  not_relevant: 'not relevant',
};

function toRelevance(value: unknown): string {
  return RELEVANCE_LABELS[String(value)] ?? 'unknown';
}

const REASON_LABELS: Readonly<Record<string, string>> = {
  severity: 'higher severity',
  'known-exploited': 'known exploited',
  'exploitation-active': 'actively exploited',
};

function describeReasons(reasons: unknown): string {
  const labels = Array.isArray(reasons)
    ? reasons.flatMap((each: unknown) => (isRecord(each) ? (REASON_LABELS[text(each, 'reason')] ?? []) : []))
    : [];
  return labels.length === 0 ? '' : ` (${labels.join(', ')})`;
}

function describeAssignment(detail: Detail): Line {
  const { assignee } = detail;
  const to: Part[] = isRecord(assignee) ? [', to ', name(text(assignee, 'name'))] : [', unassigned'];
  return [...to, ...by(detail)];
}

function by(detail: Detail): Line {
  return typeof detail['by'] === 'string' ? [' by ', name(detail['by'])] : [];
}

function text(detail: Detail, member: string): string {
  const value = detail[member];
  return typeof value === 'string' ? value : '';
}

function number(detail: Detail, member: string): number {
  const value = detail[member];
  return typeof value === 'number' ? value : 0;
}

function list(detail: Detail, member: string): string {
  const value = detail[member];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(', ') : '';
}

function isRecord(value: unknown): value is Detail {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
