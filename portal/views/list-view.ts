/** What of a list is looked at: for lists that can only be searched and paged. It lives in the URL. */

export interface ListView {
  readonly q?: string | undefined;
  readonly offset?: number | undefined;
}

/** What a router hands over: text from the URL, or values from a link inside the portal. */
export type RawSearch = Readonly<Record<string, unknown>>;

export const SEARCH_CHARACTERS_MAX = 200;
const OFFSET = /^[1-9][0-9]{0,6}$/;

/**
 * Every key is named, also without a value: the router lays the answer over the raw parameters, so that a key which is left out
 * would let the raw text through.
 */
export function readListView(search: RawSearch): ListView {
  const offset = textOf(search, 'offset');
  return { q: readSearchText(search), offset: OFFSET.test(offset) ? Number(offset) : undefined };
}

export function readSearchText(search: RawSearch): string | undefined {
  return textOf(search, 'q').trim().slice(0, SEARCH_CHARACTERS_MAX) || undefined;
}

/** Of comma-separated values the known ones, each once, in the order of the list. */
export function pickKnown(known: readonly string[], text: string): string | undefined {
  const given = new Set(text.split(','));
  return known.filter((each) => given.has(each)).join(',') || undefined;
}

/** From the URL everything is text; from a link inside the portal a number or a truth value may come. */
export function textOf(search: RawSearch, name: string): string {
  const value = search[name];
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
