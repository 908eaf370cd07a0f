/**
 * Matches software by its CPEs. Entries are found by exact vendor and product, so only the version is tested. Every match is a
 * possible vulnerability of low confidence: CPEs are assigned by hand, years apart, and say nothing about patches.
 */
import type { CandidateEntry, Matcher, PackageVersion, TestedEntry } from '../match.ts';
import { createEntryTest } from '../test-entry.ts';
import type { Assumption } from '../../vocabulary/assumption.ts';
import { CPE_FAMILY } from '../../vocabulary/package.ts';

export const cpeMatcher: Matcher = { id: 'cpe', families: [CPE_FAMILY], match };

function match({ identity, version }: PackageVersion, candidates: readonly CandidateEntry[]): TestedEntry[] {
  const names = new Set([identity.name, ...(identity.alsoNamed ?? [])]);
  const test = createEntryTest();
  return candidates
    .filter(({ entry }) => entry.family === CPE_FAMILY && names.has(entry.name))
    .map((candidate): TestedEntry => {
      const found = test(candidate, version);
      const { runsOn } = candidate.entry;
      const isAffected = found.outcome === 'affected';
      return {
        ...found,
        range: isAffected && runsOn !== undefined ? `${found.range}, only with ${runsOn.join(' or ')}` : found.range,
        assumptions: isAffected ? [...found.assumptions, ...assumptionsFor(runsOn)] : found.assumptions,
        candidate: { ...candidate, class: 'possible' },
        via: 'cpe',
        testedVersion: version,
      };
    });
}

function assumptionsFor(runsOn: readonly string[] | undefined): readonly Assumption[] {
  return runsOn === undefined ? ['cpe-name'] : ['cpe-name', 'conditional'];
}
