import { describe, expect, it } from 'vitest';
import type { RecordChange } from './changes/explain-change.ts';
import { toTimeline, type PackagePresence, type OpenPresence, type VersionPresence } from './timeline.ts';

function held(version: string): PackagePresence {
  return { package: 'npm a', name: 'a', version, slots: ['api'] };
}

function open(version: string): OpenPresence {
  const fix = { state: 'fixed', versions: ['9'] } as const;
  const since = '2026-01-02T00:00:00.000Z';
  return { ...held(version), relevance: 'relevant', severity: 'high', fix, recordIds: ['GHSA-1'], since };
}

interface VersionCase {
  readonly has?: string;
  readonly holds?: string;
  readonly ended?: 'resolved' | 'retracted';
  readonly snapshot?: number | null;
  readonly frozen?: 'code' | 'advisory';
  /** Instead of the image that contains the package. */
  readonly image?: string;
}

function aVersion(
  id: string,
  { has, holds = has, ended, snapshot = 1, frozen, image = 'api' }: VersionCase,
): VersionPresence {
  const at = '2026-01-03T00:00:00.000Z';
  return {
    id,
    name: id,
    createdAt: '2026-01-01T00:00:00.000Z',
    result: snapshot === null ? null : { snapshot, engineVersion: '1', at },
    documents: [{ id: image, slot: image, image, isRead: true }],
    held: holds === undefined || frozen !== undefined ? [] : [held(holds)],
    isFrozen: frozen !== undefined,
    storedCause: frozen === undefined ? null : TOLD[frozen],
    open: has === undefined ? [] : [open(has)],
    ended: ended === undefined ? null : { as: ended, at, by: 'advisory', detail: null, recordIds: ['GHSA-1'] },
  };
}

const TOLD = {
  code: { cause: 'code', detail: { component: 'a', from: [], to: ['1'] } },
  advisory: { cause: 'advisory', detail: { record: 'GHSA-1', change: 'revised', modified: null, snapshot: 2 } },
} as const;

const REVISED: RecordChange = {
  source: 'osv',
  id: 'GHSA-1',
  change: 'revised',
  modified: '2026-01-01T00:00:00.000Z',
  snapshot: 2,
  groupIds: ['CVE-2024-1'],
};

function describeTimeline(versions: readonly VersionCase[], before?: VersionCase): string[] {
  const rows = toTimeline(
    versions.map((told, index) => aVersion(String(index), told)),
    {
      before: before && aVersion('before', before),
      firstVersionId: before?.has === undefined && before?.ended === undefined ? firstOf(versions) : 'before',
      groupIds: ['CVE-2024-1'],
      records: [REVISED],
    },
  );
  return rows.map(({ state, change }) =>
    change === null ? state : `${state}: ${change.kind} by ${change.explained.cause}`,
  );
}

function firstOf(versions: readonly VersionCase[]): string | undefined {
  const index = versions.findIndex(({ has, ended }) => has !== undefined || ended !== undefined);
  return index === -1 ? undefined : String(index);
}

describe('toTimeline', () => {
  it.each<[string, readonly VersionCase[], VersionCase | undefined, readonly string[]]>([
    ['is empty without findings', [{}, { holds: '9' }], undefined, ['absent', 'absent']],
    ['is introduced with the package', [{}, { has: '1' }], undefined, ['absent', 'open: introduced by code']],
    [
      'is open from the first version on',
      [{ has: '1' }, { has: '1' }],
      undefined,
      ['open: introduced by code', 'open'],
    ],
    ['is fixed by an upgrade', [{ holds: '9' }], { has: '1' }, ['absent: resolved by code']],
    ['stays open in another affected version', [{ has: '2' }], { has: '1' }, ['open: changed by code']],
    ['is reintroduced', [{}, { has: '1' }], { has: '1' }, ['absent: resolved by code', 'open: reintroduced by code']],
    [
      'is retracted by an advisory between two versions',
      [{ holds: '1', snapshot: 3 }],
      { has: '1' },
      ['absent: retracted by advisory'],
    ],
    ['is introduced by an advisory', [{ has: '1', snapshot: 3 }], { holds: '1' }, ['open: introduced by advisory']],
    [
      'is introduced by an advisory in a frozen version',
      [{ holds: '1' }, { has: '1', frozen: 'advisory' }],
      undefined,
      ['absent', 'open: introduced by advisory'],
    ],
    [
      'is retracted by an advisory in a frozen version',
      [{ frozen: 'advisory' }],
      { has: '1', frozen: 'code' },
      ['absent: retracted by advisory'],
    ],
    ['is retracted within the version', [{ ended: 'retracted', holds: '1' }], undefined, ['retracted']],
    [
      'skips a version that was not analyzed',
      [{ snapshot: null }, { has: '1' }],
      { has: '1' },
      ['not_analyzed', 'open'],
    ],
    [
      'skips a version without an upload of the image',
      [{ image: 'other' }, { has: '1' }, {}],
      { has: '1' },
      ['not_uploaded', 'open', 'absent: resolved by code'],
    ],
    [
      'counts an image as removed after two versions without it',
      [{ image: 'other' }, { image: 'other', snapshot: null }, { image: 'other' }, { image: 'other' }],
      { has: '1' },
      ['not_uploaded', 'not_analyzed', 'not_uploaded', 'absent: resolved by code'],
    ],
    ['shows a result while the next analysis runs', [{ has: '1', snapshot: null }], { has: '1' }, ['open']],
  ])('%s', (_, versions, before, expected) => {
    expect(describeTimeline(versions, before)).toEqual(expected);
  });

  it('returns the time since when each state is known', () => {
    const versions = [{ has: '1' }, { ended: 'resolved' as const }, { snapshot: null }].map((told, index) =>
      aVersion(String(index), told),
    );

    const rows = toTimeline(versions, { before: undefined, firstVersionId: '0', groupIds: [], records: [] });

    expect(rows.map(({ since }) => since)).toEqual(['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z', null]);
  });

  it('adds the package names where several packages are affected', () => {
    const other: OpenPresence = { ...open('5'), package: 'npm b', name: 'b' };
    const first = aVersion('0', { has: '1' });
    const second = { ...aVersion('1', { has: '1' }), open: [open('1'), other], held: [held('1'), other] };

    const [, row] = toTimeline([first, second], { before: undefined, firstVersionId: '0', groupIds: [], records: [] });

    expect(row?.change?.explained.component).toEqual({ from: ['a 1'], to: ['a 1', 'b 5'] });
  });
});
