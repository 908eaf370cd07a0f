/** Where a vulnerability is, version by version, in words. */
import type { WireCveHistoryRow } from '../../src/api/contract/history.ts';

export type Presence = 'present' | 'filtered' | 'absent' | 'unseen' | 'unknown';

export const PRESENCE_WORDS: Readonly<Record<Presence, string>> = {
  present: 'Present',
  filtered: 'Filtered',
  absent: 'Absent',
  unseen: 'Not seen',
  unknown: 'Not analyzed',
};

export function toPresence({ state, relevance }: Pick<WireCveHistoryRow, 'state' | 'relevance'>): Presence {
  if (state === 'not_analyzed') return 'unknown';
  if (state === 'not_seen') return 'unseen';
  if (state !== 'open') return 'absent';
  return relevance === 'not_relevant' ? 'filtered' : 'present';
}

/**
 * The slots that documents are sent for, those that ever had it first: each is one strip over all versions. None where a document
 * is named after its bytes: then the versions have no slots in common.
 */
export function listStrips(rows: readonly Pick<WireCveHistoryRow, 'places'>[]): readonly string[] {
  const places = rows.flatMap((row) => row.places);
  const had = new Set(places.filter(({ state }) => state !== 'absent').map(({ slot }) => slot));
  const slots = new Set([...had, ...places.map(({ slot }) => slot)]);
  return [...slots].some((slot) => slot.startsWith('sha256:')) ? [] : [...slots];
}

/** What a version has of a strip, and which versions of the package. */
export function toPlace(
  { state, places }: Pick<WireCveHistoryRow, 'state' | 'places'>,
  slot: string,
): { readonly presence: Presence; readonly versions: readonly string[] } {
  if (state === 'not_analyzed') return { presence: 'unknown', versions: [] };
  const place = places.find((each) => each.slot === slot);
  return { presence: place?.state ?? 'unseen', versions: place?.versions ?? [] };
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
