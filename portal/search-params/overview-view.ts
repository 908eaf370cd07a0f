/** URL parameters of the overview: the kind of changes, and the page. */
import { CHANGE_KINDS, type ChangeKind } from '../../src/core/vocabulary/change.ts';
import { parseListView, textOf, type RawSearch } from './list-view.ts';

export interface OverviewView {
  readonly changes?: ChangeKind | undefined;
  readonly offset?: number | undefined;
}

export function parseOverviewView(search: RawSearch): OverviewView {
  const changes = textOf(search, 'changes');
  return { changes: CHANGE_KINDS.find((kind) => kind === changes), offset: parseListView(search).offset };
}
