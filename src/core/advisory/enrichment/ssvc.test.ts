import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSsvc } from './ssvc.ts';

const CISA = { orgId: '134c704f-9b21-4f2e-91b3-4a467353bcc0' };
const OPTIONS = [{ Exploitation: 'poc' }, { Automatable: 'yes' }, { 'Technical Impact': 'total' }];

const judgment = (options: unknown, timestamp: unknown = '2024-06-11T14:04:20.266694Z') => ({
  other: { type: 'ssvc', content: { options, timestamp } },
});

const recordOf = (metrics: unknown, providerMetadata: unknown = CISA) => ({
  cveMetadata: { cveId: 'CVE-2024-1000' },
  containers: { adp: [{ providerMetadata: { orgId: 'another-org' } }, { providerMetadata, metrics }] },
});

describe('parseSsvc', () => {
  it('parses the decision points of CISA', () => {
    expect(parseSsvc(recordOf([{ cvssV3_1: {} }, judgment(OPTIONS)]))).toEqual({
      kind: 'read',
      enrichment: {
        cve: 'CVE-2024-1000',
        ssvc: { exploitation: 'poc', automatable: true, technicalImpact: 'total', at: '2024-06-11T14:04:20.266694Z' },
      },
    });
  });

  it.each([
    [[{ Exploitation: 'None' }], { exploitation: 'none', automatable: null, technicalImpact: null }],
    [[{ Exploitation: 'Public PoC' }], { exploitation: 'poc' }],
    [[{ Exploitation: ' active ' }, { Automatable: 'No' }], { exploitation: 'active', automatable: false }],
    [
      [{ Exploitation: 'maybe' }, { 'Technical Impact': 'Partial' }],
      { exploitation: null, technicalImpact: 'partial' },
    ],
    [[null, 7, { Automatable: true }, { Automatable: 'yes' }], { automatable: true }],
    [[{ Exploitation: 'constructor' }, { Automatable: 'no' }], { exploitation: null, automatable: false }],
  ])('parses the options %j as %j', (options, ssvc) => {
    expect(parseSsvc(recordOf([judgment(options)]))).toMatchObject({ enrichment: { ssvc } });
  });

  it('uses the newest of several assessments', () => {
    const metrics = [
      judgment([{ Exploitation: 'none' }], '2024-01-01T00:00:00Z'),
      judgment([{ Exploitation: 'active' }], '2024-03-01T00:00:00Z'),
      judgment([{ Exploitation: 'poc' }], 'some day'),
    ];

    expect(parseSsvc(recordOf(metrics))).toMatchObject({ enrichment: { ssvc: { exploitation: 'active' } } });
  });

  it.each([
    ['has no assessment', { cveMetadata: { cveId: 'CVE-2024-1000', state: 'REJECTED' } }],
    ['was assessed by another organization only', recordOf([judgment(OPTIONS)], { orgId: 'another-org' })],
    ['has other metrics', recordOf([{ other: { type: 'kev', content: {} } }])],
  ])('returns none for a record that %s', (_, record) => {
    expect(parseSsvc(record)).toEqual({ kind: 'none' });
  });

  it.each([
    [null, 'not a CVE record'],
    [{ id: 'CVE-2024-1000' }, 'not a CVE record'],
    [recordOf([judgment([])]), 'no valid SSVC decision points'],
    [recordOf([judgment('none')]), 'no valid SSVC decision points'],
    [recordOf([{ other: { type: 'ssvc' } }]), 'no valid SSVC decision points'],
  ])('rejects %j', (record, problem) => {
    expect(parseSsvc(record)).toEqual({ kind: 'bad', problem });
  });

  it('never throws, whatever the input', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const record of [value, recordOf(value), recordOf([judgment(value, value)])])
          expect(['read', 'none', 'bad']).toContain(parseSsvc(record).kind);
      }),
    );
  });
});
