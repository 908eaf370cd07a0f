import { describe, expect, it } from 'vitest';
import { explainChange, type ChangeToExplain, type RecordChange, type ResultOrigin } from './explain-change.ts';

const CHANGE: ChangeToExplain = { groupId: 'CVE-2024-1', recordIds: ['GHSA-gone'], from: ['1.0'], to: ['1.0'] };
const BASE: ResultOrigin = { snapshot: 5, engineVersion: '1' };

function aRecord(snapshot: number, changes: Partial<RecordChange> = {}): RecordChange {
  const modified = '2026-01-01T00:00:00.000Z';
  return { source: 'osv', id: 'GHSA-1', change: 'revised', modified, snapshot, groupIds: ['CVE-2024-1'], ...changes };
}

describe('explainChange', () => {
  it.each<[string, Partial<ChangeToExplain>, Partial<ResultOrigin>, RecordChange[], string, number]>([
    ['returns code if other versions are present', { to: ['2.0'] }, { snapshot: 9 }, [aRecord(6)], 'code', 0],
    ['returns code if the package was added', { from: [] }, {}, [], 'code', 0],
    ['returns advisory if a record changed in between', {}, { snapshot: 9 }, [aRecord(6), aRecord(9)], 'advisory', 2],
    [
      'returns advisory if a record was deleted',
      {},
      { snapshot: 9 },
      [aRecord(6, { id: 'GHSA-gone', groupIds: [] })],
      'advisory',
      1,
    ],
    ['ignores a record that changed before', {}, { snapshot: 9, engineVersion: '2' }, [aRecord(5)], 'engine', 0],
    ['ignores a record that changed later', {}, { snapshot: 9, engineVersion: '2' }, [aRecord(10)], 'engine', 0],
    ['ignores another record', {}, { snapshot: 9, engineVersion: '2' }, [aRecord(6, { groupIds: ['X'] })], 'engine', 0],
    [
      'prefers advisory if a record and the matching changed',
      {},
      { snapshot: 9, engineVersion: '2' },
      [aRecord(6)],
      'advisory',
      1,
    ],
    ['returns advisory for newer data without a known change', {}, { snapshot: 9 }, [], 'advisory', 0],
    ['returns advisory if the base has the newer data', {}, { snapshot: 2 }, [aRecord(4)], 'advisory', 1],
    ['returns code if data and matching are unchanged', {}, {}, [aRecord(5)], 'code', 0],
    [
      'returns advisory if the data is unknown',
      {},
      { snapshot: null, engineVersion: null },
      [aRecord(6)],
      'advisory',
      0,
    ],
  ])('%s', (_, change, head, changes, cause, records) => {
    const explained = explainChange({ ...CHANGE, ...change }, BASE, { ...BASE, ...head }, changes);

    expect([explained.cause, explained.records.length]).toEqual([cause, records]);
    expect(explained.component !== null).toBe(cause === 'code');
    expect(explained.engine !== null).toBe(cause === 'engine');
  });

  it('limits the listed versions to 20 but compares all of them', () => {
    const from = Array.from({ length: 4_000 }, (_, n) => `1.${n}`);

    const { cause, component } = explainChange({ ...CHANGE, from, to: [...from, '2.0'] }, BASE, BASE, []);

    expect(cause).toBe('code');
    expect([component?.from.length, component?.to.length]).toEqual([20, 20]);
  });
});
