/** URL parameters of a comparison: the two versions and the causes. The compare tab of a version uses the same names. */
import { CAUSES, type Cause } from '../../src/core/vocabulary/change.ts';
import { textOf, type RawSearch } from './list-view.ts';

export interface CompareView {
  /** Absent: the version before the head. */
  readonly base?: string | undefined;
  /** Absent: the newest version. */
  readonly head?: string | undefined;
  readonly cause?: Cause | undefined;
}

const NAME_CHARACTERS_MAX = 512;

/** Sets every key; see `parseListView`. */
export function parseCompareView(search: RawSearch): CompareView {
  const cause = textOf(search, 'cause');
  return {
    base: textOf(search, 'base').slice(0, NAME_CHARACTERS_MAX) || undefined,
    head: textOf(search, 'head').slice(0, NAME_CHARACTERS_MAX) || undefined,
    cause: CAUSES.find((each) => each === cause),
  };
}
