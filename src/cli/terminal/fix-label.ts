import type { FixState } from '../../core/vocabulary/finding.ts';

const FIX_STATE_LABELS: Readonly<Record<FixState, string>> = {
  fixed: 'fix available',
  not_fixed: 'no fix',
  wont_fix: 'will not fix',
  deferred: 'deferred',
  eol: 'end of life',
  unknown: '-',
};

/** The cell of a table: the first fixed version, or why there is none. */
export function toFixLabel({
  state,
  versions,
}: {
  readonly state: FixState;
  readonly versions: readonly string[];
}): string {
  return versions[0] ?? FIX_STATE_LABELS[state];
}
