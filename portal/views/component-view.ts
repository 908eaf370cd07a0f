/** URL parameters of the list of components in use, and of the page of one component. */
import { readSearchText, textOf, type RawSearch } from './list-view.ts';

export interface UsedComponentView {
  readonly q?: string | undefined;
  readonly ecosystem?: string | undefined;
  readonly unchecked?: 'true' | 'false' | undefined;
  readonly fixedIssuesOnly?: 'true' | undefined;
  readonly reason?: string | undefined;
}

const WORDS = /^[\w:. -]+(?:,[\w:. -]+)*$/;
const WORDS_CHARACTERS_MAX = 200;
const ID = /^[0-9a-f-]{36}$/;

/** Sets every key; see `readListView`. */
export function readUsedComponentView(search: RawSearch): UsedComponentView {
  const unchecked = textOf(search, 'unchecked');
  return {
    q: readSearchText(search),
    ecosystem: readWords(search, 'ecosystem'),
    unchecked: unchecked === 'true' || unchecked === 'false' ? unchecked : undefined,
    fixedIssuesOnly: textOf(search, 'fixedIssuesOnly') === 'true' ? 'true' : undefined,
    reason: readWords(search, 'reason'),
  };
}

function readWords(search: RawSearch, name: string): string | undefined {
  const text = textOf(search, name);
  return text.length <= WORDS_CHARACTERS_MAX && WORDS.test(text) ? text : undefined;
}

export interface ComponentView {
  /** Id of a version that contains it; absent: the newest. */
  readonly in?: string | undefined;
  readonly graph?: 'true' | undefined;
}

export function readComponentView(search: RawSearch): ComponentView {
  const version = textOf(search, 'in');
  return {
    in: ID.test(version) ? version : undefined,
    graph: textOf(search, 'graph') === 'true' ? 'true' : undefined,
  };
}
