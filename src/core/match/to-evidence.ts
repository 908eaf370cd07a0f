/** What a tested entry leaves behind: enough to repeat the test by hand. */
import type { MatchEvidence } from './match.ts';
import type { TestedEntry } from './matcher.ts';
import { describeEntry } from './test-entry.ts';

export function toEvidence({ candidate, via, testedVersion, range, outcome, reason }: TestedEntry): MatchEvidence {
  const { recordId, source, entry } = candidate;
  return {
    recordId,
    source,
    via,
    matchedName: entry.name,
    scheme: entry.scheme,
    testedVersion,
    range: range ?? describeEntry(entry),
    outcome,
    reason,
  };
}
