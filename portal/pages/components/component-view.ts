/** URL parameters of the list of components in use, and of the page of one component. */
import { parseSearchText, textOf, type RawSearch } from '../../search-params/list-view.ts';

export interface UsedComponentView {
  readonly q?: string | undefined;
  readonly ecosystem?: string | undefined;
  readonly unchecked?: 'true' | 'false' | undefined;
  readonly fixedIssuesOnly?: 'true' | undefined;
  readonly reason?: string | undefined;
}

const NAMES_PATTERN = /^[\w:. -]+(?:,[\w:. -]+)*$/;
const NAMES_CHARACTERS_MAX = 200;
const ID = /^[0-9a-f-]{36}$/;

/** Sets every key; see `parseListView`. */
export function parseUsedComponentView(search: RawSearch): UsedComponentView {
  const unchecked = textOf(search, 'unchecked');
  return {
    q: parseSearchText(search),
    ecosystem: parseNames(search, 'ecosystem'),
    unchecked: unchecked === 'true' || unchecked === 'false' ? unchecked : undefined,
    fixedIssuesOnly: textOf(search, 'fixedIssuesOnly') === 'true' ? 'true' : undefined,
    reason: parseNames(search, 'reason'),
  };
}

function parseNames(search: RawSearch, name: string): string | undefined {
  const text = textOf(search, name);
  return text.length <= NAMES_CHARACTERS_MAX && NAMES_PATTERN.test(text) ? text : undefined;
}

export interface ComponentView {
  /** Id of a version that contains it; absent: the newest. */
  readonly in?: string | undefined;
  readonly graph?: 'true' | undefined;
}

export function parseComponentView(search: RawSearch): ComponentView {
  const version = textOf(search, 'in');
  return {
    in: ID.test(version) ? version : undefined,
    graph: textOf(search, 'graph') === 'true' ? 'true' : undefined,
  };
}
