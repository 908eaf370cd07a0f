/** Packages of language ecosystems: one name, one version, and records that speak of exactly that name. */
import { foldedName } from './folded-name.ts';
import type { CandidateEntry, PackageVersion } from './match.ts';
import type { Matcher, TestedEntry } from './matcher.ts';
import { createEntryTest } from './test-entry.ts';

export const languageMatcher: Matcher = { id: 'language', families: ['npm', 'PyPI', 'Maven'], match };

function match({ identity, version }: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[] {
  const { family, name } = identity;
  const folded = foldedName(identity);
  const test = createEntryTest();
  return candidates.flatMap((candidate): TestedEntry[] => {
    const { entry } = candidate;
    if (entry.family !== family || (entry.name !== name && entry.name !== folded)) return [];
    const outcome = test(candidate, version);
    const assumptions: TestedEntry['assumptions'] =
      entry.name === name ? outcome.assumptions : [...outcome.assumptions, 'name-case-folded'];
    return [{ ...outcome, assumptions, candidate, via: 'direct', testedVersion: version }];
  });
}
