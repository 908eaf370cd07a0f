/**
 * Verifies a plan: compares the next version of a service with the recommendations for the previous one. A place without a
 * document is `not_seen`, which is never a success.
 */
import type { VersionScheme } from '../../versions/version-scheme.ts';
import type { ActionKind, PlanOutcome } from '../../vocabulary/remediation.ts';

export interface Recommended {
  readonly kind: ActionKind;
  /** Null: there was no target version. */
  readonly target: string | null;
  /** Alias groups that the action should fix. */
  readonly fixes: readonly string[];
  /** An earlier version had applied it. */
  readonly wasApplied: boolean;
  /** A newer revision of the plan replaced it. */
  readonly isReplaced: boolean;
}

/** One place in the new version: an image, or all documents without one. */
export interface CurrentPlace {
  readonly place: string;
  /** Whether the new version has a document of it. */
  readonly isSeen: boolean;
  /** Installed versions on the release line of the recommendation; empty: the package is gone. */
  readonly versions: readonly string[];
  /** Alias groups of `fixes` that are open there. */
  readonly open: readonly string[];
}

export interface VerifiedOutcome {
  readonly outcome: PlanOutcome;
  /** Alias groups that are still open in any place. */
  readonly open: readonly string[];
  readonly notSeen: readonly string[];
}

export function judgeOutcome(
  recommended: Recommended,
  places: readonly CurrentPlace[],
  scheme: VersionScheme,
): VerifiedOutcome {
  const seen = places.filter(({ isSeen }) => isSeen);
  const notSeen = places
    .filter(({ isSeen }) => !isSeen)
    .map(({ place }) => place)
    .toSorted();
  const open = [...new Set(seen.flatMap((place) => place.open))].toSorted();
  return { outcome: decideOutcome(recommended, seen, { open, isWhole: notSeen.length === 0, scheme }), open, notSeen };
}

interface Facts {
  readonly open: readonly string[];
  readonly isWhole: boolean;
  readonly scheme: VersionScheme;
}

function decideOutcome(
  recommended: Recommended,
  seen: readonly CurrentPlace[],
  { open, isWhole, scheme }: Facts,
): PlanOutcome {
  if (seen.length === 0) return 'not_seen';
  const asAdvised = seen.filter((place) => isAsAdvised(recommended, place, scheme));
  const isBelow = asAdvised.length < seen.length;
  if (recommended.wasApplied && (open.length > 0 || hasOlderVersion(recommended, seen, scheme))) return 'regressed';
  if (open.length === 0) {
    if (isBelow) return 'superseded';
    return isWhole ? 'applied' : 'partially';
  }
  if (recommended.isReplaced) return 'superseded';
  const isSomeDone =
    asAdvised.some((place) => place.open.length === 0) || open.length < new Set(recommended.fixes).size;
  return isSomeDone || seen.some((place) => place.open.length === 0) ? 'partially' : 'not_applied';
}

function isAsAdvised({ kind, target }: Recommended, { versions }: CurrentPlace, scheme: VersionScheme): boolean {
  if (kind === 'remove' || kind === 'replace') return versions.length === 0;
  // A package that was removed instead of upgraded was not fixed as recommended.
  if (versions.length === 0) return false;
  return target === null || versions.every((version) => isAtOrAbove(scheme, version, target));
}

function hasOlderVersion({ target, kind }: Recommended, seen: readonly CurrentPlace[], scheme: VersionScheme): boolean {
  if (kind === 'remove' || kind === 'replace') return seen.some(({ versions }) => versions.length > 0);
  return (
    target !== null && seen.some(({ versions }) => versions.some((version) => !isAtOrAbove(scheme, version, target)))
  );
}

/** A version that cannot be compared does not count as above the target. */
function isAtOrAbove(scheme: VersionScheme, version: string, target: string): boolean {
  const [a, b] = [scheme.parse(version), scheme.parse(target)];
  return a !== undefined && b !== undefined && scheme.compare(a, b) >= 0;
}
