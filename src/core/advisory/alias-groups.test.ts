import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { groupAliases, groupOf, linkedIds, type AliasRecord } from './alias-groups.ts';

describe('groupAliases', () => {
  it('groups a chain of GHSA, CVE and PYSEC ids under the CVE id', () => {
    const groups = groupAliases([
      aRecord('PYSEC-2024-1', 'CVE-2024-1000'),
      aRecord('GHSA-aaaa-bbbb-cccc', 'CVE-2024-1000'),
    ]);

    const ids = ['CVE-2024-1000', 'GHSA-aaaa-bbbb-cccc', 'PYSEC-2024-1'];
    for (const id of ids) {
      expect(groups.get(id)).toEqual({
        groupId: 'CVE-2024-1000',
        canonicalId: 'CVE-2024-1000',
        ids,
        tooManyAliases: false,
      });
    }
  });

  it('gives the same group whichever of two records names the other', () => {
    const one = groupAliases([aRecord('GHSA-aaaa-bbbb-cccc', 'PYSEC-2024-1'), aRecord('PYSEC-2024-1')]);
    const other = groupAliases([aRecord('GHSA-aaaa-bbbb-cccc'), aRecord('PYSEC-2024-1', 'GHSA-aaaa-bbbb-cccc')]);

    expect(one.get('PYSEC-2024-1')).toEqual(other.get('PYSEC-2024-1'));
  });

  it('handles cycles and records that name themselves', () => {
    const groups = groupAliases([aRecord('A-1', 'A-2', 'A-1'), aRecord('A-2', 'A-3'), aRecord('A-3', 'A-1')]);

    expect(groups.get('A-3')?.ids).toEqual(['A-1', 'A-2', 'A-3']);
  });

  it('uses the lowest of several CVE ids, by year and then by number', () => {
    const groups = groupAliases([aRecord('GHSA-aaaa-bbbb-cccc', 'CVE-2024-10000', 'CVE-2023-9999', 'CVE-2024-9999')]);

    expect(groups.get('GHSA-aaaa-bbbb-cccc')?.canonicalId).toBe('CVE-2023-9999');
  });

  it('links five CVE ids of one record, but ignores the aliases of a record with six', () => {
    const five = ['CVE-2024-1001', 'CVE-2024-1002', 'CVE-2024-1003', 'CVE-2024-1004', 'CVE-2024-1005'];

    expect(groupAliases([aRecord('GHSA-1', ...five)]).get('GHSA-1')?.ids).toHaveLength(6);
    expect(groupAliases([aRecord('GHSA-1', ...five, 'CVE-2024-1006')]).get('GHSA-1')?.ids).toEqual(['GHSA-1']);
    expect(groupAliases([aRecord('CVE-2024-1000', ...five)]).get('CVE-2024-1000')?.ids).toEqual(['CVE-2024-1000']);
  });

  it('counts CVE ids, not aliases: 25 names of one vulnerability form one group', () => {
    const names = Array.from({ length: 25 }, (_, index) => `BIT-product${index}-2023-44487`);
    const group = groupAliases([aRecord('CVE-2023-44487', ...names)]).get('CVE-2023-44487');

    expect(group).toMatchObject({ tooManyAliases: false, canonicalId: 'CVE-2023-44487' });
    expect(group?.ids).toHaveLength(26);
  });

  it('splits a component of more than 32 ids and marks its ids as tooManyAliases', () => {
    const chain = (length: number): AliasRecord[] =>
      Array.from({ length: length - 1 }, (_, index) => aRecord(`X-${index}`, `X-${index + 1}`));

    expect(groupAliases(chain(32)).get('X-0')?.ids).toHaveLength(32);
    expect(groupAliases(chain(33)).get('X-0')).toEqual({
      groupId: 'X-0',
      canonicalId: 'X-0',
      ids: ['X-0'],
      tooManyAliases: true,
    });
  });

  it('ignores the aliases of a record that has more of them than a group may have', () => {
    const aliases = Array.from({ length: 32 }, (_, index) => `X-${index}`);
    const groups = groupAliases([aRecord('GHSA-1', ...aliases), aRecord('X-0', 'X-1')]);

    expect(groups.get('GHSA-1')?.ids).toEqual(['GHSA-1']);
    expect(groups.get('X-0')?.ids).toEqual(['X-0', 'X-1']);
  });

  it('renames a group when its CVE id arrives later', () => {
    const early = groupAliases([aRecord('GHSA-aaaa-bbbb-cccc', 'PYSEC-2024-1')]);
    const late = groupAliases([aRecord('GHSA-aaaa-bbbb-cccc', 'PYSEC-2024-1', 'CVE-2024-1000')]);

    expect(early.get('PYSEC-2024-1')?.canonicalId).toBe('GHSA-aaaa-bbbb-cccc');
    expect(late.get('PYSEC-2024-1')?.canonicalId).toBe('CVE-2024-1000');
  });

  const ID = fc.oneof(
    fc.nat(40).map((number) => `CVE-2024-${1000 + number}`),
    fc.nat(60).map((number) => `GHSA-${number}`),
  );
  const RECORDS = fc.array(fc.record({ id: ID, aliases: fc.array(ID, { maxLength: 3 }) }), { maxLength: 40 });

  it('does not depend on the order of records and aliases', () => {
    fc.assert(
      fc.property(RECORDS, (records) => {
        const reversed = records.map(({ id, aliases }) => ({ id, aliases: aliases.toReversed() })).toReversed();

        expect(sorted(groupAliases(reversed))).toEqual(sorted(groupAliases(records)));
      }),
    );
  });

  it('gives a record the same group from its closure as from all records', () => {
    fc.assert(
      fc.property(
        RECORDS.filter((records) => records.length > 0),
        (records) => {
          const all = groupAliases(records);
          for (const record of records) {
            expect(groupOf(record, closureOf(record, records))).toEqual(all.get(record.id));
          }
        },
      ),
    );
  });

  it('never forms a group larger than the limit', () => {
    fc.assert(
      fc.property(RECORDS, (records) => {
        for (const { ids } of groupAliases(records).values()) {
          expect(ids.length).toBeLessThanOrEqual(LIMITS.aliasGroupIdsMax);
        }
      }),
    );
  });
});

function aRecord(id: string, ...aliases: string[]): AliasRecord {
  return { id, aliases };
}

function sorted(groups: ReadonlyMap<string, unknown>): unknown {
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Finds the records the way a store does: repeatedly, all records that share a linked id. */
function closureOf(record: AliasRecord, records: readonly AliasRecord[]): AliasRecord[] {
  const ids = new Set<string>(linkedIds(record));
  for (;;) {
    const found = records.filter((other) => linkedIds(other).some((id) => ids.has(id)));
    const before = ids.size;
    for (const other of found) for (const id of linkedIds(other)) ids.add(id);
    if (ids.size === before) return found;
  }
}
