import { describe, expect, it } from 'vitest';
import { compareFindings, type FindingPresence } from './compare-findings.ts';
import type { RecordChange } from './explain-change.ts';
import {
  explainPublication,
  listUnexplained,
  type FindingChange,
  type ComparedComponent,
  type PublicationFacts,
} from './explain-publication.ts';

const PACKAGE = 'npm\u001Flib';

function aPlace(componentVersion: string): FindingPresence {
  const about = { groupId: 'CVE-2024-1', canonicalId: 'CVE-2024-1', package: PACKAGE, packageName: 'lib' };
  return { findingId: 'f', ...about, componentId: componentVersion, componentVersion, relevance: 'relevant' };
}

function held(version: string, sides: { readonly before?: boolean; readonly now?: boolean }): ComparedComponent {
  return { componentId: version, package: PACKAGE, version, before: false, now: false, ...sides };
}

const BASE = { snapshot: 5, engineVersion: '2' };
const HEAD = { snapshot: 8, engineVersion: '2' };
const REVISED: RecordChange = {
  source: 'osv',
  id: 'GHSA-1',
  change: 'revised',
  modified: '2026-01-01T00:00:00.000Z',
  snapshot: 7,
  groupIds: ['CVE-2024-1'],
};
const OTHER: RecordChange = { ...REVISED, id: 'GHSA-2', snapshot: 8 };
const BOTH = { before: true, now: true };

function explain(
  side: 'begun' | 'ended',
  version: string,
  facts: Partial<PublicationFacts>,
): FindingChange | undefined {
  const place = [aPlace(version)];
  const difference = side === 'begun' ? compareFindings([], place) : compareFindings(place, []);
  const [change] = explainPublication(difference, {
    base: BASE,
    head: HEAD,
    held: [],
    records: [],
    recordIds: new Map(),
    isNew: () => true,
    isLost: () => true,
    ...facts,
  });
  return change;
}

describe('explainPublication for a new finding', () => {
  it.each<[string, Partial<PublicationFacts>, string, string, object]>([
    [
      'is introduced by code without an earlier result',
      { base: undefined },
      'introduced',
      'code',
      { component: 'lib', from: [], to: ['1.0'] },
    ],
    [
      'is introduced by code without an earlier result, even if the service had it before',
      { base: undefined, isNew: () => false },
      'introduced',
      'code',
      { component: 'lib', from: [], to: ['1.0'] },
    ],
    [
      'is introduced by a new component',
      { held: [held('1.0', { now: true })] },
      'introduced',
      'code',
      { component: 'lib', from: [], to: ['1.0'] },
    ],
    [
      'is reintroduced by another version of the package',
      { held: [held('0.9', { before: true }), held('1.0', { now: true })], isNew: () => false },
      'reintroduced',
      'code',
      { component: 'lib', from: ['0.9'], to: ['1.0'] },
    ],
    [
      'is explained by an advisory if the code is unchanged',
      { held: [held('1.0', BOTH)], records: [REVISED] },
      'introduced',
      'advisory',
      { record: 'GHSA-1', change: 'revised', snapshot: 7 },
    ],
    [
      'is explained by its record, whatever else is new',
      { held: [held('1.0', BOTH)], records: [OTHER, REVISED], recordIds: new Map([['f', ['GHSA-1']]]) },
      'introduced',
      'advisory',
      { record: 'GHSA-1' },
    ],
    [
      'is explained by improved matching',
      { held: [held('1.0', BOTH)], head: { ...HEAD, engineVersion: '3' } },
      'introduced',
      'engine',
      { from: '2', to: '3' },
    ],
    [
      'is explained by code if neither data nor matching changed',
      { held: [held('1.0', BOTH)], head: BASE },
      'introduced',
      'code',
      { component: 'lib', from: ['1.0'], to: ['1.0'] },
    ],
    [
      'is introduced by new data that linked ids',
      { held: [held('1.0', BOTH)], recordIds: new Map([['f', ['GHSA-1']]]) },
      'introduced',
      'advisory',
      { record: 'GHSA-1', change: 'revised', modified: null, snapshot: 8 },
    ],
  ])('%s', (_, facts, kind, cause, detail) => {
    expect(explain('begun', '1.0', facts)).toMatchObject({ kind, cause, detail });
  });
});

describe('explainPublication for a finding that is no longer open', () => {
  it.each<[string, Partial<PublicationFacts>, string, string, object]>([
    [
      'is fixed by removing its component',
      { held: [held('1.0', { before: true })] },
      'resolved',
      'code',
      { component: 'lib', from: ['1.0'], to: [] },
    ],
    [
      'is fixed by another version of the package',
      { held: [held('1.0', { before: true }), held('2.0', { now: true })] },
      'resolved',
      'code',
      { component: 'lib', from: ['1.0'], to: ['2.0'] },
    ],
    [
      'is explained by an advisory if the code is unchanged',
      { held: [held('1.0', BOTH)], records: [{ ...REVISED, change: 'withdrawn' }] },
      'retracted',
      'advisory',
      { record: 'GHSA-1', change: 'withdrawn', snapshot: 7 },
    ],
    [
      'is explained by a deleted record',
      {
        held: [held('1.0', BOTH)],
        records: [{ ...REVISED, change: 'deleted', groupIds: [] }],
        recordIds: new Map([['f', ['GHSA-1']]]),
      },
      'retracted',
      'advisory',
      { record: 'GHSA-1', change: 'deleted' },
    ],
    [
      'is explained by improved matching',
      { held: [held('1.0', BOTH)], head: { ...HEAD, engineVersion: '3' } },
      'retracted',
      'engine',
      { from: '2', to: '3' },
    ],
  ])('%s', (_, facts, kind, cause, detail) => {
    expect(explain('ended', '1.0', facts)).toMatchObject({ kind, cause, detail });
  });
});

describe('listUnexplained', () => {
  it('leaves out findings that a code change explains', () => {
    const { begun } = compareFindings([], [aPlace('1.0'), { ...aPlace('2.0'), findingId: 'g' }]);

    const unexplained = listUnexplained(begun, [held('1.0', BOTH), held('2.0', { now: true })]);

    expect(unexplained.map(({ findingId }) => findingId)).toEqual(['f']);
  });
});
