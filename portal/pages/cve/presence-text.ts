/** Texts for the presence of a vulnerability by version. */
import { PLACE_STATES, type PlaceState } from '../../../src/core/vocabulary/finding.ts';
import type { WireCveHistoryRow } from '../../../src/api/contract/history/history.ts';

export type Presence = PlaceState | 'notUploaded' | 'unknown';

export const PRESENCE_LABELS: Readonly<Record<Presence, string>> = {
  present: 'Present',
  filtered: 'Not relevant',
  absent: 'Absent',
  notUploaded: 'Not uploaded yet',
  unknown: 'Not analyzed',
};

export function toPresence({ state, relevance }: Pick<WireCveHistoryRow, 'state' | 'relevance'>): Presence {
  if (state === 'not_analyzed') return 'unknown';
  if (state === 'not_uploaded') return 'notUploaded';
  if (state !== 'open') return 'absent';
  return relevance === 'not_relevant' ? 'filtered' : 'present';
}

/**
 * Lists images and other documents, those that were ever affected first; each is one strip across all versions. Empty if a
 * document is named by its digest, because then versions have no names in common.
 */
export function listStrips(rows: readonly Pick<WireCveHistoryRow, 'places'>[]): readonly string[] {
  const places = rows.flatMap((row) => row.places);
  const had = new Set(places.filter(({ state }) => state !== 'absent').map(({ name }) => name));
  const names = new Set([...had, ...places.map(({ name }) => name)]);
  return [...names].some((name) => name.startsWith('sha256:')) ? [] : [...names];
}

/** Presence in one strip for a version, with the versions of the package there. */
export function toPlacePresence(
  { state, places }: Pick<WireCveHistoryRow, 'state' | 'places'>,
  name: string,
): { readonly presence: Presence; readonly versions: readonly string[] } {
  if (state === 'not_analyzed') return { presence: 'unknown', versions: [] };
  const here = places.filter((each) => each.name === name);
  const presence = PLACE_STATES.find((each) => here.some((place) => place.state === each)) ?? 'notUploaded';
  return { presence, versions: [...new Set(here.flatMap(({ versions }) => versions))] };
}

export const CHANGE_KIND_LABELS: Readonly<Record<NonNullable<WireCveHistoryRow['change']>['kind'], string>> = {
  introduced: 'Introduced in',
  reintroduced: 'Reintroduced in',
  resolved: 'Fixed in',
  retracted: 'Retracted before',
  changed: 'Package version changed in',
};

/** `Introduced in r41, fixed in r42, reintroduced in r45.` Other changes are left out. */
export function describeTimeline(rows: readonly Pick<WireCveHistoryRow, 'version' | 'change'>[]): string {
  const parts = rows.flatMap(({ version, change }) =>
    change === null || change.kind === 'changed'
      ? []
      : [`${CHANGE_KIND_LABELS[change.kind].toLowerCase()} ${version.name}`],
  );
  if (parts.length === 0) return 'No version of this service is affected.';
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
