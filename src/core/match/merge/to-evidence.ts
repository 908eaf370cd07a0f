/** Turns a tested entry into evidence that is sufficient to repeat the test by hand. */
import type { MatchEvidence } from '../match.ts';
import type { TestedEntry } from '../matcher.ts';
import { describeEntry } from '../test-entry.ts';

export function toEvidence(tested: TestedEntry): MatchEvidence {
  const { candidate, via, testedVersion, outcome, reason } = tested;
  const { recordId, source, entry } = candidate;
  return {
    recordId,
    source,
    via,
    matchedName: entry.name,
    scheme: entry.scheme,
    testedVersion,
    range: rangeOf(tested),
    outcome,
    reason,
  };
}

// Cached, because the same entry is used for many packages.
const described = new WeakMap<object, string>();

export function rangeOf({ range, candidate: { entry } }: TestedEntry): string {
  if (range !== undefined) return range;
  const known = described.get(entry);
  if (known !== undefined) return known;
  const text = describeEntry(entry);
  described.set(entry, text);
  return text;
}
