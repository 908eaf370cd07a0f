import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_KINDS } from '../../../../src/core/vocabulary/audit.ts';
import { describeEntry, listDifferences } from './audit-text.ts';

describe('listDifferences', () => {
  it.each<[string, unknown, unknown, readonly unknown[]]>([
    ['nothing', null, null, []],
    ['added members', null, { name: 'a' }, [{ name: 'name', from: undefined, to: 'a' }]],
    ['removed members', { name: 'a' }, null, [{ name: 'name', from: 'a', to: undefined }]],
    ['only changed members', { a: 1, b: [1] }, { a: 1, b: [2] }, [{ name: 'b', from: '[1]', to: '[2]' }]],
    ['values without a name', 'x', 'y', [{ name: 'value', from: 'x', to: 'y' }]],
  ])('lists %s', (_, before, after, expected) => {
    expect(listDifferences(before, after)).toEqual(expected);
  });
});

function anEntry(action: string, changes: Partial<Parameters<typeof describeEntry>[0]> = {}) {
  const subject = { kind: 'service', id: 'a1', name: null, service: null, version: null };
  return { action, subject, before: null, after: null, ...changes };
}

function toText(entry: Parameters<typeof describeEntry>[0]): string {
  const { before, name, after } = describeEntry(entry);
  return `${before} ${name ?? ''}${after}`.trim();
}

describe('describeEntry', () => {
  it('has a sentence for every recorded action, and a label for every kind', () => {
    expect(AUDIT_ACTIONS.filter((action) => describeEntry(anEntry(action)).before === action)).toEqual([]);
    expect(new Set<unknown>(AUDIT_KINDS)).toEqual(new Set(AUDIT_ACTIONS.map((action) => action.split('.', 1)[0])));
  });

  it.each<[string, Parameters<typeof describeEntry>[0], string, string | undefined]>([
    [
      'the name at that time',
      anEntry('service.deleted', { before: { name: 'old' }, subject: aSubject('service', { name: 'new' }) }),
      'deleted the service old',
      undefined,
    ],
    [
      'the current name of a version',
      anEntry('alias.set', {
        after: { alias: 'production', name: 'x' },
        subject: aSubject('version', { name: 'shop 1.2', service: 'shop', version: '1.2' }),
      }),
      'set an alias of shop 1.2',
      '/services/shop/versions/1.2',
    ],
    [
      'the vulnerability of a decision',
      anEntry('decision.made', {
        after: { vulnerability: 'CVE-2021-44228' },
        subject: aSubject('finding', { name: 'shop', service: 'shop' }),
      }),
      'decided about CVE-2021-44228 in shop',
      '/services/shop',
    ],
    [
      'the vulnerability that was commented on',
      anEntry('comment.added', {
        after: { vulnerability: 'CVE-2021-44228', package: 'log4j-core', comment: 'c1' },
        subject: aSubject('finding', { name: 'shop', service: 'shop' }),
      }),
      'commented on CVE-2021-44228 in shop',
      '/services/shop',
    ],
    [
      'the vulnerability that was assigned',
      anEntry('finding.work_changed', {
        before: { vulnerability: 'CVE-2021-44228', package: 'log4j-core', assignee: null },
        after: { vulnerability: 'CVE-2021-44228', package: 'log4j-core', assignee: 'Ada' },
        subject: aSubject('finding', { name: 'shop', service: 'shop' }),
      }),
      'changed the assignment or issue of CVE-2021-44228 in shop',
      '/services/shop',
    ],
    ['no subject where it says nothing', anEntry('session.started'), 'signed in', undefined],
    ['words after the subject', anEntry('version.frozen'), 'deleted the SBOMs of a1 by retention', undefined],
    ['an unknown action', anEntry('moon.landed'), 'moon.landed a1', undefined],
    ['a name of the prototype', anEntry('toString'), 'toString a1', undefined],
  ])('names %s', (_what, entry, text, path) => {
    expect(toText(entry)).toBe(text);
    expect(describeEntry(entry).path).toBe(path);
  });
});

function aSubject(kind: string, more: { name?: string; service?: string; version?: string }) {
  return { kind, id: 'a1', name: null, service: null, version: null, ...more };
}
