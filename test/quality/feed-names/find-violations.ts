/**
 * Finds components that count as checked although no record of their feed could name them, so that finding nothing is
 * meaningless.
 */
import { findUnassessedReason } from '../../../src/core/match/match-package.ts';
import { findUncheckedReason } from '../../../src/core/history/coverage.ts';
import type { SetMember } from '../../../src/core/match/components/component-set.ts';
import type { FeedNames } from './feed-names.ts';

// The date of the data: later, more releases would be past their end of life.
const AS_OF = '2025-02-20T00:00:00.000000Z';

export function findViolations(members: readonly SetMember[], feeds: FeedNames): SetMember[] {
  return members.filter((member) => {
    if (member.package === null || whyUnchecked(member, feeds) !== null) return false;
    return !feeds.canName(member.package.identity);
  });
}

/** The answer of the product for a component without findings; null if it counts as checked. */
function whyUnchecked({ notChecked, package: about }: SetMember, feeds: FeedNames): string | null {
  const release = about?.identity ?? null;
  const unassessed = about && findUnassessedReason(about, feeds.candidatesFor(about.identity), []);
  const reason = notChecked ?? unassessed ?? null;
  return findUncheckedReason({ reason, release, isAffected: false }, feeds.releases, AS_OF);
}
