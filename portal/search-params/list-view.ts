/** URL parameters of lists with only search and paging. */

export interface ListView {
  readonly q?: string | undefined;
  readonly offset?: number | undefined;
}

/** Parameters from the router: text from the URL, or values from a link inside the portal. */
export type RawSearch = Readonly<Record<string, unknown>>;

export const SEARCH_CHARACTERS_MAX = 200;
const OFFSET = /^[1-9][0-9]{0,6}$/;

/**
 * Sets every key, even without a value: the router merges the result into the raw parameters, so a missing key would let the raw
 * text through.
 */
export function parseListView(search: RawSearch): ListView {
  const offset = textOf(search, 'offset');
  return { q: parseSearchText(search), offset: OFFSET.test(offset) ? Number(offset) : undefined };
}

export function parseSearchText(search: RawSearch): string | undefined {
  return textOf(search, 'q').trim().slice(0, SEARCH_CHARACTERS_MAX) || undefined;
}

/** Returns the known ones of comma-separated values, without duplicates, in the order of `known`. */
export function pickKnown(known: readonly string[], text: string): string | undefined {
  const given = new Set(text.split(','));
  return known.filter((each) => given.has(each)).join(',') || undefined;
}

/** Values from the URL are text; a link inside the portal may pass numbers or booleans. */
export function textOf(search: RawSearch, name: string): string {
  const value = search[name];
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
