/** Where a vulnerability is, version by version, in words. */
import type { WireCveHistoryRow } from '../../src/api/contract/history.ts';

export type Presence = 'present' | 'filtered' | 'absent' | 'unknown';

export const PRESENCE_WORDS: Readonly<Record<Presence, string>> = {
  present: 'Present',
  filtered: 'Filtered',
  absent: 'Absent',
  unknown: 'Not analyzed',
};

export function toPresence({ state, relevance }: Pick<WireCveHistoryRow, 'state' | 'relevance'>): Presence {
  if (state === 'not_analyzed') return 'unknown';
  if (state !== 'open') return 'absent';
  return relevance === 'not_relevant' ? 'filtered' : 'present';
}

const KIND_WORDS: Readonly<Record<NonNullable<WireCveHistoryRow['change']>['kind'], string>> = {
  introduced: 'First seen in',
  reintroduced: 'Returned in',
  resolved: 'Fixed in',
  retracted: 'Retracted by the source before',
  changed: 'Another version of the package in',
};

export function describeChangeKind(kind: keyof typeof KIND_WORDS): string {
  return KIND_WORDS[kind];
}

/** `First seen in r41, fixed in r42, returned in r45.` What only changed is left out. */
export function describeTimeline(rows: readonly Pick<WireCveHistoryRow, 'version' | 'change'>[]): string {
  const parts = rows.flatMap(({ version, change }) =>
    change === null || change.kind === 'changed' ? [] : [`${KIND_WORDS[change.kind].toLowerCase()} ${version.name}`],
  );
  if (parts.length === 0) return 'No version of this service has it.';
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
