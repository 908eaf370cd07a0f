import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../core/vocabulary/event.ts';
import type { EventSubject } from '../../store/delivery/event-subjects.ts';
import type { StoredEvent } from '../../store/delivery/list-events.ts';
import { composeNotice, composeTestNotice } from './compose-notice.ts';
import { describeCount, describeEvent } from './describe-event.ts';
import { toPlainLine } from './line.ts';

const SHOP: EventSubject = { service: 'shop', version: '1.4/2', tags: [], priority: 'P1', severity: 'high' };
const CONTEXT = {
  rule: { description: 'Security team' },
  organization: 'Acme',
  publicUrl: 'https://assay.example',
} as const;

function anEvent(id: string, type: string, detail: StoredEvent['detail'] = {}): StoredEvent {
  const ids = { serviceId: null, versionId: null, sbomId: null, analysisId: null, findingId: null };
  return { id, type, position: 1, at: '2026-11-18T10:00:00.000Z', snapshot: null, cause: null, detail, ...ids };
}

const FINDING = { vulnerability: 'CVE-2021-23337', package: 'lodash', version: '4.17.20' };

describe('a notice', () => {
  it('names the only version in its title, and links to it', () => {
    const events = [anEvent('1', 'finding.introduced', FINDING), anEvent('2', 'finding.resolved', FINDING)];
    const subjects = new Map(events.map(({ id }) => [id, SHOP]));
    const counts = { 'finding.resolved': 1, 'finding.introduced': 1 };
    const { title, groups, more, url, footer } = composeNotice({ events, subjects, counts, isDigest: false }, CONTEXT);

    expect(toPlainLine(title)).toBe('shop 1.4/2: 1 new finding, 1 fixed finding');
    expect(url).toBe('https://assay.example/services/shop/versions/1.4%2F2');
    expect(groups.map(({ heading, lines }) => [heading, lines.map(toPlainLine)])).toEqual([
      [null, ['New: P1 high CVE-2021-23337 in lodash 4.17.20', 'Fixed: P1 high CVE-2021-23337 in lodash 4.17.20']],
    ]);
    expect(more).toBeNull();
    expect(toPlainLine(footer)).toBe('Notification rule Security team of the organization Acme in Assay.');
  });

  it('groups events by version, and says how many it does not list', () => {
    const events = [
      anEvent('1', 'finding.introduced', FINDING),
      anEvent('2', 'token.expiring', { name: 'CI', days: 1 }),
    ];
    const counts = {
      'token.expiring': 1,
      'finding.introduced': 1_200,
      'sbom.received': 4,
      'version.created': 2,
      later: 3,
    };
    const notice = composeNotice({ events, subjects: new Map([['1', SHOP]]), counts, isDigest: true }, CONTEXT);

    expect(toPlainLine(notice.title)).toBe(
      'Daily digest: 1,200 new findings, 4 received SBOMs, 2 new versions, 4 other events',
    );
    expect(notice.groups.map(({ heading, url }) => [heading && toPlainLine(heading), url])).toEqual([
      ['shop 1.4/2', 'https://assay.example/services/shop/versions/1.4%2F2'],
      [null, 'https://assay.example/'],
    ]);
    expect(notice.more).toBe('And 1,208 more.');
    expect(notice.url).toBe('https://assay.example/');
  });

  it('has no links without a public URL', () => {
    const notice = composeTestNotice({ ...CONTEXT, publicUrl: undefined });

    expect(notice.url).toBeNull();
    expect(toPlainLine(notice.title)).toBe('Test message');
  });

  it.each([...EVENT_TYPES, 'type.of.a.newer.version'])('has a text for %s, whatever its detail', (type) => {
    const subject: EventSubject = { service: null, version: null, tags: [], priority: null, severity: null };
    for (const detail of [{}, { ...FINDING, reasons: 'x', sources: 1, assignee: [], by: {}, days: '', from: {} }]) {
      expect(toPlainLine(describeEvent(anEvent('1', type, detail), subject))).not.toMatch(/undefined|object|NaN|^$/);
    }
    expect(describeCount(type, 2)).toMatch(/^2 \S+/);
  });

  it.each<[string, StoredEvent['detail'], string]>([
    ['finding.escalated', { ...FINDING, reasons: [{ reason: 'known-exploited' }] }, ' (known exploited)'],
    ['finding.assigned', { ...FINDING, assignee: { name: 'Ada' }, by: 'Grace' }, ', to Ada by Grace'],
    ['relevance.changed', { ...FINDING, from: 'relevant', to: 'not_relevant' }, ', from relevant to not relevant'],
  ])('describes %s', (type, detail, end) => {
    expect(toPlainLine(describeEvent(anEvent('1', type, detail), SHOP))).toContain(end);
  });
});
