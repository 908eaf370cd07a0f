/** URL parameters of the overview: the kind of changes, and the page. */
import { parseListView, textOf, type RawSearch } from './list-view.ts';

export const CHANGE_KINDS = ['introduced', 'reintroduced', 'escalated', 'resolved', 'retracted'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface OverviewView {
  readonly changes?: ChangeKind | undefined;
  readonly offset?: number | undefined;
}

export function parseOverviewView(search: RawSearch): OverviewView {
  const changes = textOf(search, 'changes');
  return { changes: CHANGE_KINDS.find((kind) => kind === changes), offset: parseListView(search).offset };
}
