/**
 * Packages of language ecosystems: one version, and records that speak of exactly that name. npm, Go and Maven have further
 * names to try, which count for less.
 */
import { READ_ECOSYSTEMS } from '../identity/ecosystem.ts';
import { artifactKeyName } from '../identity/ecosystems/maven.ts';
import type { PackageIdentity } from '../identity/package-identity.ts';
import type { Assumption } from './confidence.ts';
import { foldedName } from './folded-name.ts';
import { testGoEntry } from './go-entry.ts';
import type { CandidateEntry, PackageVersion } from './match.ts';
import type { Matcher, TestedEntry } from './matcher.ts';
import { createEntryTest } from './test-entry.ts';

const FAMILIES = READ_ECOSYSTEMS.filter(({ distribution }) => distribution === undefined).map(({ family }) => family);

export const languageMatcher: Matcher = { id: 'language', families: FAMILIES, match };

function match({ identity, version }: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[] {
  const { family, name } = identity;
  const folded = foldedName(identity);
  const furtherName = createFurtherNames(identity, candidates);
  const test = createEntryTest();
  const tested: TestedEntry[] = [];
  const add = (candidate: CandidateEntry, assumption?: Assumption): void => {
    const found = family === 'Go' ? testGoEntry(test, candidate, version) : test(candidate, version);
    const { outcome, reason, range, window } = found;
    const assumptions = assumption === undefined ? found.assumptions : [...found.assumptions, assumption];
    tested.push({ outcome, reason, range, window, assumptions, candidate, via: 'direct', testedVersion: version });
  };
  for (const candidate of candidates) {
    const { entry } = candidate;
    if (entry.family !== family) continue;
    if (entry.name === name) add(candidate);
    else if (entry.name === folded) add(candidate, 'name-case-folded');
    else {
      const assumption = furtherName?.(candidate);
      if (assumption !== undefined) add(candidate, assumption);
    }
  }
  return tested;
}

/** Which of its further names an entry is about, said as the assumption that it takes. */
function createFurtherNames(
  { family, name, alsoNamed }: PackageIdentity,
  candidates: readonly CandidateEntry[],
): ((candidate: CandidateEntry) => Assumption | undefined) | undefined {
  if (alsoNamed === undefined) return undefined;
  const spokenOf = new Set<string>();
  for (const { entry, groupId } of candidates) if (entry.name === name) spokenOf.add(groupId);
  if (family === 'Maven') {
    // Once anybody knows an artifact by this group, the group is real.
    const isReal = spokenOf.size > 0;
    return ({ entry }) =>
      !isReal && alsoNamed.includes(artifactKeyName(entry.name) ?? '') ? 'group-made-up' : undefined;
  }
  // Of a Go module by its shorter path, unless something under the whole one speaks of the same vulnerability.
  return ({ entry, groupId }) =>
    alsoNamed.includes(entry.name) && !spokenOf.has(groupId) ? 'parent-module' : undefined;
}
