/** The fix of one vulnerability, which may be nearer than the version that its whole package should move to. */
import type { PackageMatch } from '../match/match.ts';

export type FixState = PackageMatch['fixState'] | 'deferred' | 'eol';

export interface FindingFix {
  readonly state: FixState;
  /** The first fixed version above the installed one. */
  readonly nearest: string | null;
  readonly versions: readonly string[];
}

/** Words of distributions for "later, perhaps". */
const DEFERRED: ReadonlySet<string> = new Set(['deferred', 'postponed']);

export function fixOfFinding(
  { fixState, fixedVersions, urgency }: Pick<PackageMatch, 'fixState' | 'fixedVersions' | 'urgency'>,
  isReleaseEnded: boolean,
): FindingFix {
  return {
    state: stateOf(fixState, urgency, isReleaseEnded),
    nearest: fixedVersions[0] ?? null,
    versions: fixedVersions,
  };
}

/** What was fixed before a release has ended is fixed. */
function stateOf(state: PackageMatch['fixState'], urgency: string | undefined, isReleaseEnded: boolean): FixState {
  if (state === 'fixed') return state;
  if (isReleaseEnded) return 'eol';
  return urgency !== undefined && DEFERRED.has(urgency) ? 'deferred' : state;
}
