/** Names the alias groups that a plan mentions. */
import type { GroupFactsCache } from './group-facts.ts';
import type { PlannedVulnerability } from '../plan/version-plan.ts';

/** Returns each group once, in order; `judged` are vulnerabilities that are known from elsewhere. */
export function nameVulnerabilities(
  groupIds: Iterable<string>,
  book: GroupFactsCache,
  judged: readonly PlannedVulnerability[] = [],
): readonly PlannedVulnerability[] {
  const known = new Map(judged.map((each) => [each.groupId, each]));
  return [...new Set(groupIds)].toSorted().map((groupId) => {
    const facts = book.find(groupId);
    if (facts === undefined) return known.get(groupId) ?? { groupId, id: groupId, severity: 'unknown' };
    return { groupId, id: facts.canonicalId, severity: facts.severity };
  });
}
