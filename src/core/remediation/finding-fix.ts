/** The fix of one vulnerability. It may be nearer than the version that the whole package should be upgraded to. */
import type { PackageMatch } from '../match/match.ts';
import type { FixState } from '../vocabulary/finding.ts';

// Urgency values of distributions for a deferred fix.
const DEFERRED: ReadonlySet<string> = new Set(['deferred', 'postponed']);

export function toFindingFix(
  { fixState, fixedVersions, urgency }: Pick<PackageMatch, 'fixState' | 'fixedVersions' | 'urgency'>,
  isReleaseEnded: boolean,
): { readonly state: FixState; readonly versions: readonly string[] } {
  return { state: toFixState(fixState, urgency, isReleaseEnded), versions: fixedVersions };
}

/** A vulnerability that was fixed before the release reached its end of life stays fixed. */
function toFixState(state: PackageMatch['fixState'], urgency: string | undefined, isReleaseEnded: boolean): FixState {
  if (state === 'fixed') return state;
  if (isReleaseEnded) return 'eol';
  return urgency !== undefined && DEFERRED.has(urgency) ? 'deferred' : state;
}
