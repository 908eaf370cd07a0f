/**
 * Matches packages of language ecosystems: one version, and records about exactly that name. npm, Go and Maven have further names
 * to try, with a lower confidence.
 */
import { ECOSYSTEMS } from '../../identity/ecosystems/ecosystem.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import { numbersOfAssembly } from '../../versions/schemes/nuget.ts';
import { testGoEntry } from './go-entry.ts';
import type { CandidateEntry, EntryOutcome, PackageVersion, Matcher, TestedEntry } from '../match.ts';
import { canBeSameArtifact } from './maven-groups.ts';
import { createEntryTest } from '../test-entry.ts';
import type { Assumption } from '../../vocabulary/assumption.ts';

const FAMILIES = ECOSYSTEMS.filter(({ distribution }) => distribution === undefined).map(({ family }) => family);

export const languageMatcher: Matcher = { id: 'language', families: FAMILIES, match };

function match({ identity, version }: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[] {
  const { family, name } = identity;
  const folded = foldedName(identity);
  const furtherName = createFurtherNames(identity, candidates);
  const test = createEntryTest();
  const tested: TestedEntry[] = [];
  const assembly = family === 'NuGet' ? numbersOfAssembly(version) : undefined;
  const add = (candidate: CandidateEntry, assumption?: Assumption): void => {
    const found = family === 'Go' ? testGoEntry(test, candidate, version) : test(candidate, version);
    // If the version is outside of a record about another group or a whole library, that says nothing about this package.
    const isIndirect = assumption === 'maven-group-guessed' || candidate.entry.importPaths !== undefined;
    if (assumption !== undefined && isIndirect && found.outcome === 'not_affected') return;
    const isOpen = assembly !== undefined && found.outcome === 'cannot_assess';
    const byNumbers = isOpen ? test(candidate, assembly) : undefined;
    if (byNumbers?.outcome === 'affected') push(candidate, byNumbers, assembly, 'assembly-version');
    else push(candidate, found, version, assumption);
  };
  const push = (candidate: CandidateEntry, found: EntryOutcome, testedVersion = version, extra?: Assumption): void => {
    const assumptions = extra === undefined ? found.assumptions : [...found.assumptions, extra];
    const isNameOnly = assumptions.includes('malicious-name');
    tested.push({
      ...found,
      assumptions,
      testedVersion,
      via: 'direct',
      // The record reports the public package as malicious, which this version is not known to be.
      candidate: isNameOnly ? { ...candidate, class: 'vulnerability' } : candidate,
    });
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

/** Returns a function that checks whether an entry is about one of the further names, and returns the assumption for it. */
function createFurtherNames(
  { family, name, alsoNamed }: PackageIdentity,
  candidates: readonly CandidateEntry[],
): ((candidate: CandidateEntry) => Assumption | undefined) | undefined {
  if (family === 'Maven') {
    // If a record lists the stated group, its entries for other groups do not count.
    const recordIds = new Set<string>();
    for (const { entry, recordId } of candidates) if (entry.name === name) recordIds.add(recordId);
    return ({ entry, recordId }) =>
      !recordIds.has(recordId) && canBeSameArtifact(name, entry.name) ? 'maven-group-guessed' : undefined;
  }
  if (alsoNamed === undefined) return undefined;
  // A Go module is also matched by its shorter path, unless an entry for the full path covers the same vulnerability.
  const spokenOf = new Set<string>();
  for (const { entry, groupId } of candidates) if (entry.name === name) spokenOf.add(groupId);
  return ({ entry, groupId }) => {
    if (!alsoNamed.includes(entry.name) || spokenOf.has(groupId)) return undefined;
    return entry.importPaths === undefined || entry.importPaths.includes(name) ? 'parent-module' : undefined;
  };
}

// Only ASCII letters are folded.
const UPPER = /[A-Z]+/g;

/**
 * The second lookup of a name. Old npm packages have capital letters and some tools lower them, so such a name is also looked up
 * in lower case. It may be another package, so a match has a low confidence. Undefined: there is no other name to try.
 */
export function foldedName({ family, name }: Pick<PackageIdentity, 'family' | 'name'>): string | undefined {
  if (family !== 'npm') return undefined;
  const folded = name.replace(UPPER, (letters) => letters.toLowerCase());
  return folded === name ? undefined : folded;
}
