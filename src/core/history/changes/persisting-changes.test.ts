import { describe, expect, it } from 'vitest';
import { rankOf } from '../../advisory/severity/severity-rank.ts';
import { comparePersistingFindings, type RatedPresence } from './persisting-changes.ts';

function aStanding(changes: Partial<RatedPresence> = {}): RatedPresence {
  return {
    findingId: 'f',
    groupId: 'CVE-2024-0001',
    canonicalId: 'CVE-2024-0001',
    package: 'npm\u001F\u001Fa',
    packageName: 'a',
    componentId: 'c',
    componentVersion: '1.0.0',
    relevance: 'relevant',
    severityRank: rankOf('medium'),
    kev: false,
    exploitation: null,
    ...changes,
  };
}

const reasonsOf = (before: Partial<RatedPresence>, now: Partial<RatedPresence>): unknown[] =>
  comparePersistingFindings([aStanding(before)], [aStanding(now)]).escalations.flatMap(({ reasons }) => reasons);

describe('comparePersistingFindings for a finding that stays', () => {
  it.each([
    ['a higher severity', {}, { severityRank: rankOf('high') }, [{ reason: 'severity', from: 'medium', to: 'high' }]],
    ['a lower severity', {}, { severityRank: rankOf('low') }, []],
    ['a first rating of medium', { severityRank: rankOf('unknown') }, {}, []],
    [
      'a first rating above medium',
      { severityRank: rankOf('unknown') },
      { severityRank: rankOf('critical') },
      [{ reason: 'severity', from: 'unknown', to: 'critical' }],
    ],
    ['an entry in the catalog', {}, { kev: true }, [{ reason: 'known-exploited' }]],
    ['the end of an entry', { kev: true }, {}, []],
    [
      'active exploitation',
      { exploitation: 'poc' },
      { exploitation: 'active' },
      [{ reason: 'exploitation-active', from: 'poc' }],
    ],
    ['a public exploit', { exploitation: 'none' }, { exploitation: 'poc' }, []],
  ] as const)('reports the reasons of an escalation: %s', (_name, before, now, reasons) => {
    expect(reasonsOf(before, now)).toEqual(reasons);
  });

  it('does not escalate a finding that is not relevant', () => {
    expect(reasonsOf({ relevance: 'not_relevant' }, { relevance: 'not_relevant', kev: true })).toEqual([]);
  });

  it('uses the relevance of the most relevant place', () => {
    const before = [
      aStanding({ relevance: 'deprioritized' }),
      aStanding({ componentId: 'd', relevance: 'not_relevant' }),
    ];
    const now = [aStanding({ relevance: 'not_relevant' }), aStanding({ componentId: 'd', componentVersion: '2.0.0' })];

    const { relevance } = comparePersistingFindings(before, now);

    expect(relevance).toMatchObject([
      { from: 'deprioritized', to: 'relevant', versions: { from: ['1.0.0'], to: ['1.0.0', '2.0.0'] } },
    ]);
    expect(comparePersistingFindings(now, now).relevance).toEqual([]);
  });
});

describe('comparePersistingFindings for a finding that is new or gone', () => {
  it('reports neither an escalation nor a relevance change', () => {
    expect(comparePersistingFindings([], [aStanding({ kev: true })])).toEqual({ escalations: [], relevance: [] });
    expect(comparePersistingFindings([aStanding({ kev: true })], [])).toEqual({ escalations: [], relevance: [] });
  });
});
