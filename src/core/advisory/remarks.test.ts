import { describe, expect, it } from 'vitest';
import { remarksOf, type RemarkedRecord } from './remarks.ts';

const AT = '2026-01-01T00:00:00.000Z';
const BEFORE = '2025-01-01T00:00:00.000Z';
const AFTER = '2027-01-01T00:00:00.000Z';

function aRecord(id: string, changes: Partial<RemarkedRecord> = {}): RemarkedRecord {
  return { id, aliases: [], mentions: [], withdrawnAt: null, ...changes };
}

describe('remarksOf', () => {
  it('collects the mentions of all records without duplicates, and reports a dispute separately', () => {
    const records = [
      aRecord('GHSA-1', { mentions: ['disputed', 'only:windows'] }),
      aRecord('GO-1', { mentions: ['only:windows', 'syscall:bpf'] }),
    ];

    expect(remarksOf(['CVE-2024-1'], records, AT)).toEqual({
      mentions: ['only:windows', 'syscall:bpf'],
      isDisputed: true,
      isWithdrawn: false,
    });
  });

  it.each([
    ['its own record is withdrawn', [aRecord('CVE-2024-1', { withdrawnAt: BEFORE }), aRecord('GHSA-1')], true],
    ['its own record is rejected', [aRecord('CVE-2024-1', { mentions: ['rejected'] })], true],
    ['it will be withdrawn later', [aRecord('CVE-2024-1', { withdrawnAt: AFTER })], false],
    [
      'one of two records with its id still stands',
      [aRecord('CVE-2024-1', { withdrawnAt: BEFORE }), aRecord('CVE-2024-1')],
      false,
    ],
    ['a distribution quotes the rejection', [aRecord('DEBIAN-CVE-2024-1', { mentions: ['rejected'] })], true],
    ['an alias quotes the rejection', [aRecord('GHSA-1', { aliases: ['CVE-2024-1'], mentions: ['rejected'] })], true],
    ['only another id was withdrawn', [aRecord('GHSA-1', { aliases: ['CVE-2024-1'], withdrawnAt: BEFORE })], false],
    ['there is no record', [], false],
  ])('decides whether a CVE is withdrawn: %s', (_, records, isWithdrawn) => {
    expect(remarksOf(['CVE-2024-1'], records, AT).isWithdrawn).toBe(isWithdrawn);
  });

  it('requires every CVE id to be withdrawn, and at least one CVE id', () => {
    const records = [aRecord('CVE-2024-1', { withdrawnAt: BEFORE }), aRecord('CVE-2024-2')];

    expect(remarksOf(['CVE-2024-1', 'CVE-2024-2'], records, AT).isWithdrawn).toBe(false);
    expect(remarksOf([], [aRecord('GHSA-1', { withdrawnAt: BEFORE })], AT).isWithdrawn).toBe(false);
  });
});
